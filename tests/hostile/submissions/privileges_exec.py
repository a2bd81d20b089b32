# Starts programs that would make it root or run outside: su, mount, a shell with SUID bit.
# expect: AC
import contextlib
import os
import shutil
import subprocess


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for command in (
        ["su", "-c", "id"],
        ["mount"],
        ["unshare", "-r", "id"],
        ["newgrp"],
        ["at", "now"],
        ["crontab", "-l"],
    ):
        path = shutil.which(command[0])
        if path:
            said = subprocess.run([path, *command[1:]], capture_output=True, stdin=subprocess.DEVNULL, timeout=1).stdout
            assert b"uid=0(root)" not in said or os.getuid() == 0, command
    shutil.copyfile("/bin/sh", "shell")
    with contextlib.suppress(PermissionError):  # the box may not even allow that
        os.chmod("shell", 0o6755)
        said = subprocess.run(["./shell", "-c", "id -u"], capture_output=True, timeout=1).stdout
        assert said.strip() in (b"", str(os.getuid()).encode())
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
