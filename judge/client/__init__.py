"""A site of `judge serve`, as its programs see it: what `judge submit --to` speaks with.

connection  the address that people type, and one question and its answer: in bounds, and again where that helps
wire        the nouns of both sides, which are sent as JSON
site        the questions, and their answers as nouns: nothing in these is believed; and a submission that is judged
            there, as the events that a contest here tells
"""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.client.site import Site
    from judge.client.wire import Offer, Progress
else:
    __getattr__ = door(__name__)
