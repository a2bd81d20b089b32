# It finds no arrangement.
with open("output.txt", "w") as output:
    print("FAIL", file=output)
