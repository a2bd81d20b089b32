# Answers with a million brackets, for a reader that recurses.
# expect: WA, OLE
with open("output.txt", "w") as file:
    file.write("[" * 500_000 + "]" * 500_000)
