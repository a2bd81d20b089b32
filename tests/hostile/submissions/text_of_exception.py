# Raises an exception whose text and type are escape sequences and markup.
# expect: RTE
def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    raise type("\x1b[2J[red]AC[/red]", (Exception,), {})(
        "\x1b[31m\x1b]0;AC\x07[/]\u202e\u2066[blink]AC[/blink]\r\n\x9b1m"
    )
