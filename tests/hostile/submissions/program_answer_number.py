# Answers with numbers that Python's int refuses to read, or reads as something else.
# expect: WA
with open("output.txt", "w", encoding="utf-8") as file:
    file.write("OK\n" + "9" * 5000 + "\n1e999 nan 1_0 -0\n" + "\u0661\u00b2\u2460\u0bf0\n")
