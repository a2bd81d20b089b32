"""What solve returned, read from its frame: an answer, or why it is none. Its lengths are the submission's word."""

from __future__ import annotations

import msgspec
import numpy as np

from judge.model import Answer, Finding, Problem, ReadWarning, Verdict
from judge.problems import puzzles
from judge.problems.puzzles.call import HOMEWORK
from judge.sandbox import protocol

LONGEST = protocol.SHAPE.size + protocol.TYPE_NAME + 1  # bytes of a frame beside the cells of its array
_NO_FRAME = Finding("E208", "what came back is not a frame of this protocol", verdict=Verdict.RTE)


def read_returned(frame: bytes, problem: Problem) -> Answer | Finding:
    """Return the answer of a frame, with a warning where it came in another type."""
    kind, payload = frame[:1], frame[1:]
    if kind == protocol.STRANGE:
        return _strange(payload.decode(errors="replace"), problem)
    if kind != protocol.CONVERTED:
        return _read(kind, payload, problem)
    name = payload[: protocol.TYPE_NAME].decode(errors="replace").strip()[: protocol.TYPE_NAME]
    inner = payload[protocol.TYPE_NAME :]
    counted = inner[:1] == protocol.COUNT
    if inner[:1] not in (protocol.ARRAY, protocol.COUNT):
        return _NO_FRAME
    if problem.strict:
        return _strange(f"a number of type {name}" if counted else f"an array of {name}", problem)
    answer = _read(inner[:1], inner[1:], problem)
    if isinstance(answer, Finding):
        return answer
    said = f"solve returned {name}; it was read as {'int' if counted else 'int8'}, as every value fits"
    return msgspec.structs.replace(answer, warnings=(*answer.warnings, ReadWarning("W115", said)))


def _read(kind: bytes, payload: bytes, problem: Problem) -> Answer | Finding:
    if kind == protocol.FAIL:
        return Answer(fail=True)
    if kind == protocol.COUNT and len(payload) < protocol.DIGITS and payload.removeprefix(b"-").isdigit():
        return Answer(count=int(payload))
    if kind == protocol.ARRAY and len(payload) >= protocol.SHAPE.size:
        rows, columns = protocol.SHAPE.unpack_from(payload)
        cells = np.frombuffer(payload, dtype=np.int8, offset=protocol.SHAPE.size)
        if rows * columns == len(cells) and max(rows, columns) < 1 << 31:
            return puzzles.named(problem.puzzle).answers.take(cells.reshape(rows, columns))
    return _NO_FRAME


def shape_of(frame: bytes) -> tuple[int, int] | None:
    """Return the shape of the array in a frame."""
    at = protocol.TYPE_NAME + 1 if frame[:1] == protocol.CONVERTED else 0
    if frame[at : at + 1] != protocol.ARRAY or len(frame) < at + 1 + protocol.SHAPE.size:
        return None
    rows, columns = protocol.SHAPE.unpack_from(frame, at + 1)
    return rows, columns


def _strange(text: str, problem: Problem) -> Finding:
    call = puzzles.named(problem.puzzle).call
    if call and call != HOMEWORK:
        wanted = f"{call.signature.result} or None"
        note = f"solve returns {wanted}, which means FAIL"
        return Finding("E120", f"solve returned {text}, not an answer", note=note, help=f"return {wanted}")
    return Finding(
        "E120",
        f"solve returned {text}, not an answer",
        note="an answer is an int8 array of the board's shape, or None for FAIL",
        help="return board.astype(np.int8)" if text.startswith("an array") else "return the board itself, as an array",
    )
