# Calls out, listens, and sends datagrams.
# expect: AC
import socket


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None

    def refused(action):
        try:
            action()
        except OSError:
            return True
        return False

    for address in (("127.0.0.1", int("@PORT@")), ("192.0.2.1", 80), ("127.0.0.1", 0)):
        assert refused(lambda address=address: socket.create_connection(address, 0.2)), address
    assert refused(lambda: socket.create_server(("", 0)))
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, socket.AF_PACKET, 40, 38):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
            assert refused(lambda family=family, kind=kind: socket.socket(family, kind)), (family, kind)
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
