# Returns an object whose type's name is escape sequences and markup, of great length.
# expect: WA
def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    return type("\x1b[2J[red]AC[/red]\u202e" + "x" * (1 << 20), (), {})()
