"""The two languages that cross the wall: the judge's requests to a zygote, and the frames of a box.

Both sides import this file. Requests and replies are Structs, one JSON line each, on a socket that no submission has;
what is not of its type is refused where it arrives. Frames are `kind`, length and payload, in pipes; neither side
believes the other's lengths. Integers are little-endian. An attempt writes into the answer pipe, where anything may
come; the first process of the box, which is ours, into the report pipe.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeVar

import msgspec

_T = TypeVar("_T")

HEADER: Final = struct.Struct("<cQ")  # kind, length of the payload
SHAPE: Final = struct.Struct("<QQ")  # rows and columns of an int8 array; its bytes follow
AXES: Final = struct.Struct("<B")  # of any other array; 0 for a number
LENGTH: Final = struct.Struct("<Q")  # of an axis
INPUT: Final = struct.Struct("<QQ")  # lengths of a program's input file and of its stdin; the bytes follow
# Exit status, negative for a signal; ns that it computed and that it waited; ns of CPU of all who died.
STATUS: Final = struct.Struct("<iQQQ")
TEXT_LIMIT: Final = 16 << 10  # bytes of an exception's text
TYPE_NAME: Final = 32  # bytes of what an answer was before it was converted
MOST_AXES: Final = 4  # of an array that is sent; of one with more its shape is told
DIGITS: Final = 400  # of a number of arrangements, more than any board has
NOT_STARTED: Final = 127  # exit status of a program that is not there, as in a shell
HUGE_PAGE: Final = 2 << 20
GO: Final = b"g"  # the first byte a box reads: it is under its limits now

# --- the answer pipe ---
SEALED: Final = b"S"  # nothing of the submission has run yet, and the box holds
UNSEALED: Final = b"U"  # text: which part of it does not
IMPORTED: Final = b"I"
COMPILING: Final = b"c"
COMPILED: Final = b"d"
WARMED: Final = b"W"  # solve came back from a warm-up board
WARM_UP_RAISED: Final = b"w"  # text: what it raised
NOTED: Final = b"k"  # text: "late", "differs" or "unkept", a kernel, and what it reads, with a NUL between
READY: Final = b"R"
BROKEN: Final = b"E"  # text: why the submission can't be called; of one of these kinds, or an exception
NO_SOLVE: Final = "NoSolve"
NOT_CALLABLE: Final = "NotCallable"
FAIL: Final = b"F"  # solve returned None
ARRAY: Final = b"A"  # SHAPE and bytes
SHARED: Final = b"a"  # SHAPE of an array whose bytes lie in the shared memory
COUNT: Final = b"N"  # decimal digits
VALUE: Final = b"V"  # AXES, a LENGTH for each, then the bytes: an array of int8, or a bool, which has no axis
CONVERTED: Final = b"C"  # its type and dtype before, TYPE_NAME bytes in all, then COUNT or VALUE with its payload
STRANGE: Final = b"T"  # JSON: Strange, what solve returned instead of an answer
RAISED: Final = b"X"  # text: what solve raised

# --- the report pipe ---
EXITED: Final = b"Z"  # STATUS of the submission's first process
OUTPUT: Final = b"O"  # what it left as output.txt
NO_OUTPUT: Final = b"n"  # text: why output.txt can't be read
LONG_OUTPUT: Final = b"l"  # text: that it is longer than it may be
NOTHING: Final = b"-"  # text: there is no output.txt, but these other files, a line each


def pack(kind: bytes, payload: bytes = b"") -> bytes:
    """Return one frame, whole."""
    return HEADER.pack(kind, len(payload)) + payload


# --- what is no answer ---
Role = Literal["", "yield", "iterator", "async", "callable"]


class Strange(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `solve` returned that is no answer: the name of its type, and what a student has to know of it.

    Of a number or a text, `value` is its repr. Of what numpy makes an array of there are `dtype` and `shape`; `cell` is
    the first one, from 0, that does not fit, and `value` the repr of what it holds; `values` are the different values
    and how often each occurs, if these are few. `drawn` says that the array holds the letters of a list of texts.
    `uneven` is the length of row 0, the number of the first row of another length, and that length.
    """

    kind: str
    role: Role = ""
    value: str = ""
    dtype: str = ""
    shape: tuple[int, ...] | None = None
    cell: tuple[int, ...] = ()
    values: dict[str, int] = {}
    drawn: bool = False
    masked: int = 0
    uneven: tuple[int, int, int] | None = None


# --- the arguments of `solve` -----------------------------------------------------------------------------------------
# The types are known before the case: a box is started with them. So the case begins with a head of a size that both
# sides know: an int in itself, of a str its length in bytes, of a table the length of each axis.
# Behind it come the bytes of each str and array, in order, but the largest array, the first of those: it is the board,
# and comes last, or by the shared memory. What is before the board is FIRST bytes or more, so that one read has it all,
# mostly.
Argument = str  # int, str or the dtype of a table, which has two axes
HOMEWORK: Final[tuple[Argument, ...]] = ("str", "int", "int", "int8")
FIRST: Final = 64
_HEADS: Final = {"int": "q", "str": "Q"}


def head_of(arguments: Sequence[Argument]) -> struct.Struct:
    """Return the head of a case with arguments of these types."""
    return struct.Struct("<" + "".join(_HEADS.get(base, "QQ") for base in arguments))


def board_of(sizes: Sequence[int]) -> int:
    """Return which argument is the board, by their sizes as arrays in bytes, 0 for what is none; -1 where none is."""
    largest = max(sizes, default=0)
    return sizes.index(largest) if largest else -1


def pack_case(arguments: Sequence[Argument], values: Sequence[Any]) -> tuple[bytes, bytes]:
    """Return a case as an attempt reads it, without the board, and the board. All values are of the types that
    `arguments` say; arrays are C-contiguous, and ints of 64 bits."""
    head: list[Any] = []
    parts: list[bytes] = []
    sizes: list[int] = []
    for base, value in zip(arguments, values, strict=True):
        is_table = base not in _HEADS
        data = value.encode() if base == "str" else value.tobytes() if is_table else b""
        head += value.shape if is_table else [len(data)] if base == "str" else [value]
        parts.append(data)
        sizes.append(len(data) if is_table else 0)
    at = board_of(sizes)
    board = parts.pop(at) if at >= 0 else b""
    return (head_of(arguments).pack(*head) + b"".join(parts)).ljust(FIRST, b"\0"), board


# --- requests to a zygote -------------------------------------------------------------------------------------------
class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a zygote is started with: the tiers to try in order, its core, the user id of its boxes where they get
    one of their own, where homes lie, and the folders that its boxes see beside the system."""

    tiers: tuple[str, ...]
    core: int | None
    uid: int | None
    scratch: str
    extra: tuple[str, ...]


class Hello(msgspec.Struct, frozen=True):
    """The first message of a zygote: the tier that it reached, "none" for none; `why_not` those before it; whether the
    kernel counts the processes of its boxes apart from others of the same user."""

    tier: str
    why_not: tuple[str, ...]
    apart: bool = False


class Home(msgspec.Struct, frozen=True):
    """Where a box finds a submission: its files, its kernel cache and its working directory, as the box sees them."""

    home: str
    source: str
    cache: str
    work: str

    def path_of(self, main: str, *, jailed: bool) -> str:
        """Return the path of a function's file, which its kernels hold: the same one wherever its home lies."""
        path = f"{self.source}/{main}"
        return path if jailed else os.path.relpath(path, self.work)


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is laid ready in a box before its case arrives: a place for a board of so many bytes, a heap that is touched
    (in huge pages, where it is `huge`), and memory shared with the judge. A submission can find these numbers out."""

    board_bytes: int = 0
    heap_bytes: int = 0
    shared_bytes: int = 0
    huge: bool = False


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a box is to run: the function in the file `main`, or a `command` with its environment.

    `arguments` are the types of what the function is given; `typed` is the type of its result, that of the cells if it
    is an array. `prepare` makes the cache writable, `room` is for a case. `fresh` compiles anew what is kept, and
    `boundscheck` has that check every index. Without `forks` a process that starts another one dies by SIGSYS. A
    command takes a file `input` and stdin as its case, and leaves a file `output`; either may be empty.
    """

    prepare: bool
    main: str = "submission.py"
    arguments: tuple[Argument, ...] = HOMEWORK
    typed: str = "int8"
    warmups: tuple[bytes, ...] = ()
    command: tuple[str, ...] = ()
    environment: Mapping[str, str] = {}
    input: str = ""
    output: str = ""
    room: Room = Room()
    fresh: bool = False
    boundscheck: bool = False
    forks: bool = True


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    pass


class WarmRequest(_Request, frozen=True, tag="warm"):
    """Load numba, and set its compiler up by a kernel of the judge's own, so that boxes find that done. The reply is
    Done."""


class HomeRequest(_Request, frozen=True, tag="home"):
    """Keep these files, by relative path, in a home of this name, with `links` that lead to the working directory.
    The reply is Kept."""

    name: str
    uid: int | None
    links: tuple[str, ...]
    files: dict[str, bytes]


class BoxRequest(_Request, frozen=True, tag="start"):
    """Fork a box for `job`. Five pipes, the shared memory of its room if it has any, and the doors of its meter come
    along; the reply is Started."""

    home: Home
    job: Job
    tier: str
    uid: int | None  # that the payload gets; None for the one that it has
    forbidden: tuple[str, ...]  # what must turn out unreadable before anything runs
    extra: tuple[str, ...]
    counted: bool  # a cgroup counts its whole tree
    shared_memory: bool  # it may have some
    output_bytes: int
    rlimits: dict[str, int]


class EndRequest(_Request, frozen=True, tag="end"):
    """Kill the box that runs. The reply is Done, when everything in it is dead."""


class MoveRequest(_Request, frozen=True, tag="move"):
    """Write what a prepare phase has left in the home of this name into the file that comes along; or lay it from there
    `into` that home, which is new. The reply is Done."""

    name: str
    into: bool


class ForgetRequest(_Request, frozen=True, tag="forget"):
    """Let go of the home of this name. The reply is Done."""

    name: str


Request = WarmRequest | HomeRequest | BoxRequest | EndRequest | MoveRequest | ForgetRequest


class Kept(msgspec.Struct, frozen=True):
    """Where the files lie; or why they can't be kept, and whether that is the host's fault (`ours`)."""

    home: Home | None = None
    refused: str = ""
    ours: bool = False


class Started(msgspec.Struct, frozen=True):
    """The pid of a box's first process, as the zygote knows it. A pidfd comes along where the system has them."""

    pid: int


class Done(msgspec.Struct, frozen=True):
    """It is done, or less than `whole`: then not all could be moved."""

    whole: bool = True


def to_line(message: msgspec.Struct) -> bytes:
    """Return a message as one line of JSON. `json` writes it: the name of a file need not be UTF-8."""
    return json.dumps(msgspec.to_builtins(message)).encode() + b"\n"


def from_line(line: bytes | bytearray | str, kind: type[_T]) -> _T:
    """Return the message of a line; ValueError where it is none of this kind."""
    return msgspec.convert(json.loads(line), kind)


def read_request(line: bytes | bytearray) -> Request:
    """Return the request of a line, of whichever kind; ValueError where it is none."""
    either: Any = Request
    found: Request = from_line(line, either)
    return found
