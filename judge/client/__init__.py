"""A site of `judge serve`, as its programs see it: what `judge submit --to` speaks with.

address     what people type, to an address that a token may be sent to
connection  one question and its answer: in bounds, and again where that helps; it leads nowhere else
answers     JSON of a site to nouns; nothing in it is believed, and no character of it reaches a terminal unclean
site        the questions: what there is, hand in, how far it is, what came of it
following   a submission that is judged there, as the events that a contest here tells
"""
