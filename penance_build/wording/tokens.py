"""A text, or a sentence written from an effect, in tokens: its numbers, and what each of its words means in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from penance_build.wording.numbers import ARTICLES, digits, spelt
from penance_build.wording.pieces import Piece, pieces
from penance_build.wording.vocabulary import JUDGED, Token, Vocabulary, singular, stems
from penance_build.wording.words import English, english

_SYMBOLS: Final[Mapping[str, tuple[str, ...]]] = {
    "<=": ("at most",), "≤": ("at most",), ">=": ("at least",), "≥": ("at least",), "<": ("less than",), ">": ("more than",),
    "=": ("set",), "/": ("or",),
}  # fmt: skip
_FROM: Final = frozenset("from off out".split())
_TO: Final = frozenset("to into onto".split())
_UNDER: Final = frozenset("under beneath underneath bottom".split())
# May stand between a name and its preposition.
_BETWEEN: Final = frozenset("of in on the a an own pile card deck number any all each".split())
_BEFORE_YOU: Final = _FROM | _TO | frozenset("of in on at for against by with upon".split())
_BEING: Final = frozenset("is are have has".split())  # before a number, outside a condition: what becomes of something
_COMPARING: Final = frozenset("lower higher more less fewer greater or".split())  # behind the number: that is how much it differs
_CONDITIONS: Final = frozenset(("if", "while", "when", "otherwise", "unless"))
_DOERS: Final = frozenset(("they", "he", "she"))
_ACTS: Final = frozenset(("up", "down", "set"))
_LEADING: Final = frozenset(("and", "then", "but", ":", "—", "–"))  # behind these a clause may begin
_LONGEST: Final = 3  # words of a sequence


def read_tokens(vocabulary: Vocabulary, text: str, further: Set[str] = frozenset()) -> list[Token]:
    """The tokens of a text, or of a sentence written from an effect; ``further`` are names beside those of the game."""
    return _Reader(vocabulary, english(), pieces(text), further).read()


def is_telling(word: str) -> bool:
    """Whether a word changes what any sentence says, whatever the game is."""
    return any(token.kind in ("number", "turning", "other") for token in read_tokens(Vocabulary(frozenset(), frozenset(), {}), word))


class _Reader(Struct):
    vocabulary: Vocabulary
    english: English
    pieces: Sequence[Piece]
    further: Set[str]

    def read(self) -> list[Token]:
        """All tokens in order."""
        found: list[Token] = []
        at = start = sentence = 0  # start: how many tokens stand before this clause
        leads = True
        while at < len(self.pieces):
            piece = self.pieces[at]
            if piece.kind == "stop":
                start, leads = len(found), True
                sentence += piece.text.strip(";") != ""
            read, size = self.at(at, found[start:])
            for token in read:
                found.append(replace(token, sentence=sentence, leads=leads))
                leads = leads and token.kind not in JUDGED
            leads = leads or (not read and piece.text in _LEADING)
            at += size
        return found

    def at(self, at: int, before: Sequence[Token]) -> tuple[list[Token], int]:
        """The tokens that begin at a piece, and how many pieces they take; ``before`` are those of its sentence."""
        piece = self.pieces[at]
        match piece.kind:
            case "sign":
                return self.signed(at, before)
            case "number":
                return self.number(at), 1
            case "symbol":
                return self.symbol(at), 1
            case "word":
                return self.worded(at, before)
            case "stop" | "mark":
                return [], 1

    # ------------------------------------------------------------ numbers

    def number(self, at: int) -> list[Token]:
        """A number in digits; with a plus behind it, that or more."""
        piece = self.pieces[at]
        value = digits(piece.text)
        return [Token(piece.text, "number", value=piece.text if value is None else value, span=piece.span)]

    def signed(self, at: int, before: Sequence[Token]) -> tuple[list[Token], int]:
        """A sign makes a number more or less; behind a word that says so already, a number below zero is another number."""
        sign, [number] = self.pieces[at], self.number(at + 1)
        span = (sign.span[0], number.span[1])
        if sign.text == "+":
            return [Token("+", "turning", frozenset(("up", "more")), span=sign.span), number], 2
        last = max((index for index, token in enumerate(before) if token.kind == "number"), default=-1)
        if any(token.senses & {"up", "down"} for token in before[last + 1 :]):
            return [Token(f"-{number.word}", "number", value=f"-{number.word}", span=span)], 2
        return [Token("-", "turning", frozenset(("down", "less")), span=sign.span), number], 2

    def symbol(self, at: int) -> list[Token]:
        """What stands for a word; a plus behind a number is `or more`."""
        piece = self.pieces[at]
        senses = _SYMBOLS.get(piece.text, ())
        if piece.text == "+" and at and self.pieces[at - 1].kind == "number" and self.pieces[at - 1].span[1] == piece.span[0]:
            senses = ("at least",)
        if senses:
            return [Token(piece.text, "turning", frozenset(senses), span=piece.span)]
        return [] if piece.text == "&" else [self.unknown(piece, piece.text)]

    # ------------------------------------------------------------ words

    def run(self, at: int) -> list[str]:
        """The words from a piece to the next that is none."""
        found: list[str] = []
        for piece in self.pieces[at:]:
            if piece.kind != "word" and piece.text != "-":
                break
            found.extend([piece.text] if piece.kind == "word" else [])
        return found

    def worded(self, at: int, before: Sequence[Token]) -> tuple[list[Token], int]:
        """A word, a sequence of words, or a number in words."""
        words, piece = self.run(at), self.pieces[at]
        for size in range(min(_LONGEST, len(words)), 0, -1):
            for said in (tuple(words[:size]), tuple(map(singular, words[:size]))):
                if said in self.english.silences:
                    return [], self.taken(at, size)
                if size > 1 and said in self.english.senses:
                    end = self.taken(at, size)
                    span = (piece.span[0], self.pieces[at + end - 1].span[1])
                    return [Token(" ".join(words[:size]), "turning", self.english.senses[said], span=span)], end
        value, size = spelt(words, 0)
        if size:
            end = self.taken(at, size)
            word = " ".join(words[:size])
            return [Token(word, "number", value=value, span=(piece.span[0], self.pieces[at + end - 1].span[1]))], end
        if piece.text in ARTICLES or self.is_the_one(words):
            return [Token(piece.text, "number", value=1, is_sure=False, span=piece.span)], 1
        token = self.token(at, before)
        return [] if token is None else [token], 1

    def is_the_one(self, words: Sequence[str]) -> bool:
        """Whether this is one by its place: `the top card`."""
        return len(words) > 2 and words[0] == "the" and words[1] in ("top", "bottom", "first", "last") and words[2] in self.english.optional

    def taken(self, at: int, size: int) -> int:
        """How many pieces so many words are, with the hyphens between them."""
        end = at
        while size:
            size -= self.pieces[end].kind == "word"
            end += 1
        return end - at

    def token(self, at: int, before: Sequence[Token]) -> Token | None:
        """What a single word is; None for one that says nothing."""
        piece, english, game = self.pieces[at], self.english, self.vocabulary
        word, forms = piece.text, stems(piece.text)
        turning = next((senses for form in forms if (senses := english.senses.get((form,)))), frozenset[str]())
        alike = next((senses for form in forms if (senses := english.alike.get(form))), frozenset[str]())
        known = [base for form in forms if (base := game.same.get(form) or form) in game.words or base in self.further]
        base = known[0] if known else game.base(word)
        senses = turning | alike | {base, *known}
        token = Token(word, "unknown", senses, form=self.form(at, turning, alike), span=piece.span, is_owner=piece.is_owner)
        if word.endswith("n't"):
            return replace(token, kind="turning", senses=frozenset(("not",)))
        small = self.sets(at, before) or self.serves(at)
        if small:
            return replace(token, kind="turning", senses=frozenset((small,)), form="")
        if word == "by" and self.pieces[at + 1 : at + 2] and (self.pieces[at + 1].kind == "number" or spelt(self.run(at + 1), 0)[1]):
            return replace(token, kind="other", senses=frozenset(("by",)), form="")
        if whose := self.owns(at):
            return replace(token, kind="other", senses=frozenset(whose))
        if not game.names.isdisjoint(known) or not self.further.isdisjoint(known):
            role, holder = self.place(at)
            holder = holder or ("game" if not game.shared.isdisjoint(known) else "")
            return replace(token, kind="name", role=role, holder=holder)
        if turning and not (word == "first" and self.opens(at)):
            return replace(token, kind="turning")
        if word in english.others:
            return replace(token, kind="other", senses=frozenset((word, "they")), form="act" if word in _DOERS else "")
        if word == "you":
            return replace(token, kind="other", senses=frozenset(("yourself" if self.suffers(at) else "you",)))
        is_silent = word in english.silent or base in english.harmless or bool(turning)
        if known or (alike & game.words and not is_silent):
            return replace(token, kind="word")
        if word in game.free or base in game.free:
            return replace(token, kind="free")
        if is_silent:
            return replace(token, kind="helper") if alike else None
        return replace(token, senses=frozenset((base,)))

    def form(self, at: int, turning: Set[str], alike: Set[str]) -> Literal["", "act", "acts"]:
        """Whether a word is a verb, and in the third person."""
        word, one = self.pieces[at].text, singular(self.pieces[at].text)
        if not (turning & _ACTS or alike or one in self.vocabulary.verbs):
            return ""
        return "act" if word == one else "acts"

    def opens(self, at: int) -> bool:
        """Whether a sentence begins here: `First, draw a card`."""
        return at == 0 or self.pieces[at - 1].kind == "stop"

    def unknown(self, piece: Piece, base: str) -> Token:
        """A word that nobody knows; beside others of a text that has it, it is that."""
        return Token(piece.text, "unknown", frozenset((base,)), span=piece.span)

    def sets(self, at: int, before: Sequence[Token]) -> str:
        """Whether something becomes a number here: `to 3`, or `is 3` outside a condition."""
        word = self.pieces[at].text
        at += at + 1 < len(self.pieces) and self.pieces[at + 1].text == "now"
        if at + 1 == len(self.pieces) or not (word == "to" or word in _BEING):
            return ""
        following = self.pieces[at + 1]
        if following.kind != "number" and (following.kind != "word" or spelt(self.run(at + 1), 0)[1] == 0 or following.text == "one"):
            return ""
        behind = self.pieces[at + 2].text if at + 2 < len(self.pieces) else ""
        is_compared = word != "to" and (behind in _COMPARING or any(token.senses & _CONDITIONS for token in before))
        return "" if is_compared else "set"

    def serves(self, at: int) -> str:
        """Whether what stands before is the price of what follows: `to gain`, `for gaining`."""
        word = self.pieces[at].text
        if word not in ("to", "for", "by") or at + 1 == len(self.pieces):
            return ""
        verb = self.pieces[at + 1].text
        forms = [verb] if word == "to" else [form for form in stems(verb) if verb.endswith("ing") and form != verb]
        acts = self.vocabulary.verbs | self.english.alike.keys()
        is_verb = any(form in acts or self.english.senses.get((form,), frozenset()) & _ACTS for form in forms)
        return "in order to" if is_verb else ""

    def owns(self, at: int) -> tuple[str, ...]:
        """Whether `your` says which one is meant, other than before what is yours anyway: `yours`, but for `your rival`."""
        if self.pieces[at].text not in ("your", "my"):
            return ()
        for piece in self.pieces[at + 1 : at + 4]:
            base = self.vocabulary.base(piece.text)
            if base in self.vocabulary.owned or base in self.english.harmless:
                return ()
            if base in self.vocabulary.players or self.english.senses.get((base,), frozenset()) & self.english.persons:
                return ("your",)
            if piece.kind != "word":
                break
        return ("your", "yours")

    def suffers(self, at: int) -> bool:
        """Whether something is done to you: `to you`, `attack you from behind`."""
        if not at:
            return False
        before, behind = self.pieces[at - 1], self.pieces[at + 1] if at + 1 < len(self.pieces) else None
        if before.text in _BEFORE_YOU:
            return True
        is_end = behind is None or behind.kind != "word" or behind.text in _BEFORE_YOU
        opens = before.text in _LEADING or self.english.senses.get((before.text,), frozenset()) & _CONDITIONS
        return before.kind == "word" and is_end and not opens

    def place(self, at: int) -> tuple[str, str]:
        """Whether something comes from a name, goes to it or under it, and whose it is."""
        role = holder = ""
        if self.pieces[at].is_owner:
            return role, holder
        for index in range(at - 1, max(at - 7, -1), -1):
            piece = self.pieces[index]
            if piece.kind not in ("word", "number"):
                break
            word, base = piece.text, singular(piece.text)
            if word == "top":
                before = [item.text for item in self.pieces[max(0, index - 2) : index] if item.text != "the"]
                return ("to" if before[-1:] == ["on"] else "from"), holder
            if word in _UNDER:
                return "under", holder
            if word in ("your", "my"):
                holder = holder or "you"
            elif word in self.english.others or word == "its" or piece.is_owner:
                holder = holder or "other"
                if piece.is_owner:
                    continue
            elif word in _FROM or (word == "of" and index and singular(self.pieces[index - 1].text) in self.english.optional):
                role = role or "from"
            elif word in _TO:
                return role or "to", holder
            elif piece.kind == "word" and base not in _BETWEEN and not spelt([word], 0)[1]:
                break
        return role, holder
