"""What is raised for wrong use: a question that names what is not in the game, or a value that is out of bounds."""

from __future__ import annotations


class WrongUse(Exception):
    """A question that cannot be asked. The text is a sentence for people; ``about`` names the part of the question that is wrong.

    ``about`` is procedure, input, result, policy, die, face, count or table.
    """

    def __init__(self, text: str, about: str = "") -> None:
        super().__init__(text)
        self.about = about


class UnknownInput(WrongUse):
    """An input that the procedure or table does not have, by its name."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text, "input")
        self.name = name


class MissingInput(WrongUse):
    """An input that has no default and was not given; ``name`` is the first of them."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text, "input")
        self.name = name
