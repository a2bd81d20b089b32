"""Place the lizards cell by cell, and go back where none is left to place."""

STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1)]


def is_safe(board, row, column):
    for down, right in STEPS:
        r, c = row + down, column + right
        while r >= 0 and 0 <= c < len(board) and board[r][c] != "2":
            if board[r][c] == "1":
                return False
            r, c = r + down, c + right
    return True


def place(board, cell, left):
    if left == 0:
        return True
    if cell == len(board) ** 2:
        return False
    row, column = divmod(cell, len(board))
    if board[row][column] == "0" and is_safe(board, row, column):
        board[row][column] = "1"
        if place(board, cell + 1, left - 1):
            return True
        board[row][column] = "0"
    return place(board, cell + 1, left)


_, n, lizards, *rows = open("input.txt").read().split()
board = [list(row) for row in rows]
with open("output.txt", "w") as output:
    if place(board, 0, int(lizards)):
        print("OK", *("".join(row) for row in board), sep="\n", file=output)
    else:
        print("FAIL", file=output)
