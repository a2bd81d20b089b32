"""What `judge generate` makes of a generators.toml: boards from recipes, the same on every machine."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.problems.generators.run import GenerateWish, generate
else:
    __getattr__ = door(__name__)
