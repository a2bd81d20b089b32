# Writes into sockets that nobody reads, in a process and its children: that memory is the kernel's, and no process's.
# expect: MLE, RTE
# limits: time_limit = 5
import os
import socket
import time


def fill():
    pairs = [socket.socketpair() for _ in range(100)]
    for near, _ in pairs:
        near.setblocking(False)
        try:
            while True:
                near.send(bytes(1 << 14))
        except BlockingIOError:
            pass
    return pairs


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    kept = []
    for _ in range(40):
        if os.fork() == 0:
            kept.append(fill())
            time.sleep(1000)
    time.sleep(1000)
