# Writes escape sequences, markup, bidi marks and a forged report to stderr, and dies.
# expect: RTE
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    forged = "AC  lizards/secret/eight\n\x1b[2J\x1b[31m\x1b]52;c;aGk=\x07\x9b31m[bold red]AC[/] [link=http://x]\u202e\r\x00\b"
    os.write(1, forged.encode())
    os.write(2, forged.encode() + b"\xff\xfe\x89" + "=@cmd|' /C calc'!A0 <script>alert(1)</script>".encode())
    os._exit(1)
