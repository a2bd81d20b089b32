# Blocks and ignores every signal, and computes for ever.
# expect: TLE
import signal


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, range(1, signal.NSIG))
    while True:
        pass
