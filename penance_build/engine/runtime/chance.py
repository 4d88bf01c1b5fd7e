"""Errors, the generator and the arithmetic helpers of a generated engine."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

# ---------------------------------------------------------------- copied into every engine from here


class RulesError(Exception):
    """Something that the rules, or the caller, do not allow. The message is for the player."""


class InputError(RulesError, ValueError):
    """An input that is unknown, missing or outside its bounds."""


class DiceError(RulesError):
    """Too few or too many scripted dice, or none at all."""


class IllegalAction(RulesError):
    """An action that the rules forbid: by the step with this number of a procedure, where one of it does."""

    def __init__(self, message: str, procedure: str = "", step: int = 0) -> None:
        super().__init__(message)
        self.procedure, self.step = procedure, step


class StateError(RulesError):
    """A state that these rules did not make, or that does not fit the call."""


class Generator:
    """sfc32: three 32-bit words and a counter. The same seed gives the same draws in every engine."""

    __slots__ = ("a", "b", "c", "n")

    def __init__(self, seed: Any = None, words: Any = None) -> None:
        if words is not None:
            self.a, self.b, self.c, self.n = words
            return
        if type(seed) is not int or not 0 <= seed <= 9007199254740991:
            raise InputError("a seed is a whole number from 0 to 9007199254740991, not " + _shown(seed))
        a, b, c, n, left = 0, seed & 0xFFFFFFFF, seed >> 32, 1, 12
        while left:  # as many draws from the first 2^32 - 1 numbers, of which nothing is kept
            word = (a + b + n) & 0xFFFFFFFF
            n += 1
            a = b ^ (b >> 9)
            b = (c * 9) & 0xFFFFFFFF
            c = ((c << 21 | c >> 11) + word) & 0xFFFFFFFF
            left -= word != 0xFFFFFFFF
        self.a, self.b, self.c, self.n = a, b, c, n

    def draw(self, bound: int, count: int) -> list[int]:
        """So many numbers from 0 to ``bound`` - 1, each equally likely."""
        return self._draws([bound] * count)

    def _draws(self, bounds: Any) -> list[int]:
        """One number below each bound."""
        a, b, c, n = self.a, self.b, self.c, self.n
        out = []
        for bound in bounds:
            while True:
                word = (a + b + n) & 0xFFFFFFFF
                n += 1
                a = b ^ (b >> 9)
                b = (c * 9) & 0xFFFFFFFF
                c = ((c << 21 | c >> 11) + word) & 0xFFFFFFFF
                # A word of the last, incomplete row of bounds is drawn again; only one near the end can be.
                if word + bound <= 0x100000000 or word < 0x100000000 - 0x100000000 % bound:
                    break
            out.append(word % bound)
        self.a, self.b, self.c, self.n = a, b, c, n & 0xFFFFFFFF
        return out

    def fork(self) -> Generator:
        """Another one that goes on from here with the same draws."""
        other: Generator = Generator.__new__(Generator)
        other.a, other.b, other.c, other.n = self.a, self.b, self.c, self.n
        return other

    def shuffle(self, size: int) -> list[int]:
        """The draws of a shuffle, from the last place down."""
        return self._draws(range(size, 1, -1))


class _Chance:
    """Where faces come from: a script of values and face ids, a generator, a log that is replayed, or a mix.

    ``faces`` maps, by die, what a face may be called to its index.
    """

    __slots__ = ("faces", "generator", "script", "tape", "used")

    def __init__(self, faces: Any, generator: Any = None, script: Any = None, used: Any = None, tape: Any = None) -> None:
        self.faces = faces
        self.generator = generator
        self.script = script
        self.used = {} if used is None else used
        self.tape = tape

    def fork(self) -> _Chance:
        """Another one that goes on from here on its own, but for a log."""
        generator = None if self.generator is None else self.generator.fork()
        return _Chance(self.faces, generator, self.script, self.used.copy())

    def roll(self, name: str, die: str, faces: int, count: int) -> Any:
        """The indices of so many faces."""
        if count <= 0:
            return []
        script = self.script
        if self.tape is not None or script is None or name not in script:
            return self._unscripted(name, faces, count)
        given, start = script[name], self.used.get(name, 0)
        end = start + count
        if end > len(given):
            raise DiceError("dice '" + name + "': " + str(end) + " needed, " + str(len(given)) + " given")
        self.used[name] = end
        known = self.faces[die]
        try:
            return [known[token] for token in given[start:end]]
        except (KeyError, TypeError):
            return [self.face(name, die, token) for token in given[start:end]]

    def _unscripted(self, name: str, faces: int, count: int) -> Any:
        if self.tape is not None:
            return [_replayed(self.tape, name, faces) for _ in range(count)]
        if self.generator is not None:
            return self.generator.draw(faces, count)
        if self.script is None:
            raise DiceError("dice '" + name + "': neither dice nor a seed were given")
        raise DiceError("dice '" + name + "': " + str(count) + " needed, 0 given")

    def reroll(self, name: str, die: str, faces: int, roll: Any, tests: Any, limit: int) -> Any:
        """The roll with new faces in the place of those that the tests name."""
        return _again(self, name, die, faces, roll, tests, limit)

    def face(self, name: str, die: str, token: Any) -> int:
        """The index of one face. Raises where the die has none of that name."""
        if (type(token) is int or isinstance(token, str)) and token in self.faces[die]:
            return int(self.faces[die][token])
        raise DiceError("dice '" + name + "': the die '" + die + "' has no face " + _shown(token) + "; " + str(self.faces[die][None]))

    def shuffle(self, zone: str, size: int) -> Any:
        """The draws of a shuffle."""
        if self.tape is not None:
            return _reshuffled(self.tape, zone, size)
        if size < 2:
            return []
        if self.generator is None:
            raise DiceError("zone '" + zone + "': a shuffle needs a seed")
        return list(self.generator.shuffle(size))

    def finish(self) -> None:
        """Every face that was given must have been rolled."""
        script = self.script or {}
        for name in script:
            if self.used.get(name, 0) != len(script[name]):
                self._left_over(script)

    def _left_over(self, script: Any) -> None:
        for name in sorted(script):
            used = self.used.get(name, 0)
            if used < len(script[name]):
                raise DiceError("dice '" + name + "': " + str(len(script[name])) + " given, only " + str(used) + " needed")


def _again(source: Any, name: str, die: str, faces: int, roll: Any, tests: Any, limit: int, at: Any = ()) -> Any:
    again = [place for place in range(len(roll)) if tests[place]][: max(0, limit)]
    fresh = source.roll(name, die, faces, len(again), *at)
    roll = list(roll)
    for index, place in enumerate(again):
        roll[place] = fresh[index]
    return roll


def _face_index(dice: Any) -> Any:
    """By die: the index of the first face of each id and, where the die has values, of each value; under None what faces there are."""
    found: Any = {}
    for die in dice:
        ids, values = dice[die]["ids"], dice[die]["values"]
        known: Any = {}
        for index in range(len(ids)):
            known.setdefault(ids[index], index)
            if values is not None:
                known.setdefault(values[index], index)
        known[None] = dice[die]["known"]
        found[die] = known
    return found


def _entry(tape: Any, kind: str, key: str, name: str) -> Any:
    entry = tape.pop() if tape else {"type": "nothing"}
    if entry["type"] != kind or entry.get(key) != name:
        raise StateError("the log does not fit these rules: " + kind + " '" + name + "' is not what comes next")
    return entry


def _replayed(tape: Any, name: str, faces: int) -> int:
    """The next face of a log."""
    face = _entry(tape, "roll", "name", name).get("face")
    if type(face) is not int or not 0 <= face < faces:
        raise StateError("the log does not fit these rules: roll '" + name + "' has no face " + _shown(face))
    return face


def _reshuffled(tape: Any, zone: str, size: int) -> Any:
    """The next draws of a log: one for each place from the last down to the second."""
    draws = _entry(tape, "shuffle", "zone", zone).get("draws")
    places = list(range(size - 1, 0, -1))
    if not isinstance(draws, list) or len(draws) != len(places):
        raise StateError("the log does not fit these rules: shuffle '" + zone + "' needs " + str(len(places)) + " draws")
    for index, place in enumerate(places):
        draw = draws[index]
        if type(draw) is not int or not 0 <= draw <= place:
            raise StateError("the log does not fit these rules: shuffle '" + zone + "' has the draw " + _shown(draw))
    return list(draws)


_LONGEST = 40
_NAMED = {9: "\\t", 10: "\\n", 13: "\\r"}


def _beginning(text: str, count: int) -> str:
    """The first letters of a text from outside, in one line."""
    return "".join([_letter(ord(letter)) for letter in text[:count]])


def _letter(code: int) -> str:
    if code in _NAMED:
        return _NAMED[code]
    is_control = code < 32 or 127 <= code < 160 or 0x2028 <= code <= 0x202E or 0xD800 <= code < 0xE000
    return "\\u" + hex(code)[2:].rjust(4, "0") if is_control else chr(code)


def _shown(value: Any) -> str:
    """A value from outside within a message; what is no single value by its kind."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "'" + _beginning(value, _LONGEST) + ("..." if len(value) > _LONGEST else "") + "'"
    if isinstance(value, (int, float)):
        return _shown_number(value)
    if isinstance(value, (list, tuple)):
        return "a list of " + str(len(value))
    return "a record" if isinstance(value, dict) else "a value of another kind"


def _shown_number(value: Any) -> str:
    if value != value:
        return "NaN"
    if abs(value) > 9007199254740991:
        return "a number beyond 2^53 - 1"
    if isinstance(value, int):
        return str(value)
    what = "a number with a fraction"
    return repr(value) + " (" + what + ")" if value == 0 or abs(value) * 1000 >= 1 else what  # both languages write these alike


def _rdiv(a: int, b: int) -> int:
    return (2 * a + b) // (2 * b)


def _keep(roll: Any, values: Any, count: int, high: bool) -> Any:
    if count >= len(roll):
        return roll
    order = sorted(range(len(roll)), key=lambda place: -values[roll[place]] if high else values[roll[place]])
    return [roll[place] for place in sorted(order[: max(0, count)])]


def _top(pile: Any, test: Any) -> int:
    for card in reversed(pile):
        if test(card):
            return int(card)
    return -1


def _same(roll: Any, firsts: Any) -> int:
    faces = [firsts[face] for face in roll]
    return max([faces.count(face) for face in faces], default=0)


def _longest(roll: Any, values: Any) -> int:
    found = {values[face] for face in roll}
    best = 0
    for value in found:
        length = 1
        while value + length in found:
            length += 1
        best = max(best, length)
    return best


def _fill(count: int, value: int) -> Any:
    return [value] * count


def _put(numbers: Any, place: int, value: int) -> Any:
    return [*numbers[: place - 1], value, *numbers[place:]]


def _first(numbers: Any, count: int) -> Any:
    return numbers[: max(0, count)]


def _sorted(numbers: Any) -> Any:
    return sorted(numbers)


def _best(numbers: Any, count: int) -> Any:
    return sorted(numbers, reverse=True)[: max(0, count)]


def _worst(numbers: Any, count: int) -> Any:
    return sorted(numbers)[: max(0, count)]


def _greatest(numbers: Any) -> int:
    return max(numbers, default=0)


def _least(numbers: Any) -> int:
    return min(numbers, default=0)


def _most(numbers: Any) -> int:
    return max([numbers.count(number) for number in numbers], default=0)


def _counted(value: int, what: str) -> None:
    if abs(value) > 9007199254740991:
        raise RulesError(what + " went past 2^53 - 1")


def _joined(rows: Any) -> str:
    return " + ".join([label for hit, label in rows if hit and label]) or "none"


def _joined_best(rows: Any) -> str:
    best: dict[str, Any] = {}
    for hit, group, value, label in rows:
        if hit and (group not in best or value > best[group][0]):
            best[group] = (value, label)
    return " + ".join([label for _, label in best.values() if label]) or "none"


_MOST = 1 << 14
_remembered = lru_cache(_MOST)


def _kept(memory: Any, key: Any, value: Any, rows: Any) -> Any:
    """The value, remembered by a key with the identities of rows; these are nobody else's as long as the rows are kept with it."""
    if len(memory) >= _MOST:
        memory.clear()
    memory[key] = value, rows
    return value


_range, _len, _sum, _min, _max, _abs, _str, _bool, _type, _id = range, len, sum, min, max, abs, str, bool, type, id
