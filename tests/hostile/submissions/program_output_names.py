# Leaves two thousand files whose names are no text, or text that a terminal obeys.
# expect: WA, RTE
for number in range(2000):
    with open(b"output\xff\n\x1b[2J%d" % number, "w"):
        pass
