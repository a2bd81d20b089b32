# Ends with the status by which the judge's own process says that a program is not there, after a right beginning.
# expect: RTE
import os

with open("output.txt", "w") as file:
    file.write("OK\n")
os._exit(127)
