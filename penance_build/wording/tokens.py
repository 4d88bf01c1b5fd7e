"""A text, or a sentence written from an effect, in tokens: its numbers, and what each of its words means in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from penance_build.wording.numbers import ARTICLES, digits, spelt
from penance_build.wording.pieces import Piece, pieces
from penance_build.wording.vocabulary import JUDGED, Form, Token, Vocabulary, singular, stems
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
_POINTING: Final = frozenset("it which who that".split())  # before a verb: whoever was spoken of does it
_MODAL: Final = frozenset("will shall must may can might could should would does do did has have had to is are was were".split())
_ADVERBS: Final = frozenset("also then now only just immediately simply each both thus".split())
_SOURCES: Final = frozenset("from off by to".split())  # before `it`: that whoever was spoken of is meant
_PAYING: Final = frozenset("pay spend forfeit sacrifice".split())
_ASKING: Final = frozenset("roll look see choose pick reveal check test".split())  # a colon behind these says what comes of it
_DASHES: Final = frozenset("-–—")
_AIMED: Final = frozenset("that you your they their he she it its the a an".split())  # behind these `so` says what for
_LEADING: Final = frozenset(("and", "then", "but", "plus", "&", ":", "—", "–"))  # behind these a clause may begin
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
        at = start = sentence = clause = 0  # start: how many tokens stand before this clause
        leads, is_parted = True, False
        while at < len(self.pieces):
            piece = self.pieces[at]
            if piece.kind == "stop":
                start, leads = len(found), True
                sentence += piece.text.strip(";") != ""
            clause += piece.kind == "stop" or piece.text == ":"
            is_parted = is_parted or piece.kind in ("stop", "mark")
            read, size = self.at(at, found[start:])
            for token in read:
                token = self.resolved(token, found)
                found.append(replace(token, sentence=sentence, clause=clause, leads=leads, is_parted=is_parted))
                leads, is_parted = leads and token.kind not in JUDGED, is_parted and token.kind not in JUDGED
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
            case "mark":
                return self.price(at, before), 1
            case "stop":
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

    def price(self, at: int, before: Sequence[Token]) -> list[Token]:
        """Whether what stands before a colon is the price of what follows: `Lose 1 Heat: draw a card`."""
        piece = self.pieces[at]
        if piece.text not in _DASHES and piece.text != ":":
            return []
        verbs = {form for token in before if token.form and token.kind in JUDGED for form in (*stems(token.word), token.word)}
        is_paid = bool(verbs) and verbs.isdisjoint(_ASKING) if piece.text == ":" else not verbs.isdisjoint(_PAYING)
        if not is_paid or not any(token.value is not None for token in before) or any(token.senses & _CONDITIONS for token in before):
            return []
        behind = [item for item in range(at + 1, len(self.pieces)) if self.pieces[item].kind == "word"]
        end = next((item for item in range(at + 1, len(self.pieces)) if self.pieces[item].kind == "stop"), len(self.pieces))
        acts = any(self.is_verb(item) for item in behind if item < end)
        return [Token(piece.text, "turning", frozenset(("in order to",)), span=piece.span)] if acts else []

    # ------------------------------------------------------------ words

    def resolved(self, token: Token, before: Sequence[Token]) -> Token:
        """`its` is somebody else's where somebody else was spoken of, and else that of a thing."""
        if token.holder != "its":
            return token
        known = self.vocabulary.players | self.english.persons
        return replace(token, holder="other" if any(other.senses & known for other in before) else "")

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
                    senses = self.english.senses[said]
                    form: Form = "" if not senses & _ACTS else "act" if words[0] == singular(words[0]) else "acts"
                    return [Token(" ".join(words[:size]), "turning", senses, form=form, span=span)], end
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
        if self.points(at) or (word == "it" and at and self.pieces[at - 1].text in _SOURCES):
            return replace(token, kind="other", senses=frozenset(("it",)), form="act" if self.points(at) else "")
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
            who = ("they", "it") if at and self.pieces[at - 1].text in _SOURCES else ("they",)
            return replace(token, kind="other", senses=frozenset((word, *who)), form="act" if word in _DOERS else "")
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

    def form(self, at: int, turning: Set[str], alike: Set[str]) -> Form:
        """Whether a word is a verb, and in the third person or a participle."""
        word, one = self.pieces[at].text, singular(self.pieces[at].text)
        is_games = not turning and any(form in self.vocabulary.verbs for form in stems(word))
        if not (turning & _ACTS or alike or is_games):
            return ""
        if (word.endswith("ing") and len(stems(word)) > 2) or (at and self.pieces[at - 1].text == "having"):
            return "acting"
        return "act" if word == one else "acts"

    def is_verb(self, at: int) -> bool:
        """Whether a word is one of those that say what is done."""
        return self.has_verb(stems(self.pieces[at].text))

    def has_verb(self, forms: Sequence[str]) -> bool:
        """Whether one of the forms of a word says what is done."""
        acts = self.vocabulary.verbs | self.english.alike.keys()
        return any(form in acts or self.english.senses.get((form,), frozenset()) & _ACTS for form in forms)

    def points(self, at: int) -> bool:
        """Whether a word stands for whoever was spoken of, and does something: `it loses`, `which must discard`."""
        if self.pieces[at].text not in _POINTING:
            return False
        behind = at + 1
        while behind < len(self.pieces) and self.pieces[behind].text in _ADVERBS | _MODAL:
            behind += 1
        is_modal = any(piece.text in _MODAL for piece in self.pieces[at + 1 : behind])
        if behind == len(self.pieces) or self.pieces[behind].kind != "word" or not self.is_verb(behind):
            return False
        word = self.pieces[behind].text
        return is_modal or (word != singular(word))

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
        """Whether what stands before is the price of what follows: `to gain`, `for gaining`, `so that you`, `paying 1`."""
        word = self.pieces[at].text
        if word == "so" and at + 1 < len(self.pieces) and self.pieces[at + 1].text in _AIMED and not self.opens(at):
            return "in order to"
        if word.endswith("ing") and self.opens(at) and not _PAYING.isdisjoint(stems(word)):
            return "in order to"
        if word not in ("to", "for", "by") or at + 1 == len(self.pieces):
            return ""
        verb = self.pieces[at + 1].text
        forms = [verb] if word == "to" else [form for form in stems(verb) if verb.endswith("ing") and form != verb]
        return "in order to" if self.has_verb(forms) else ""

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
                holder = holder or ("its" if word == "its" else "other")
                if piece.is_owner:
                    continue
            elif word in _FROM or (word == "of" and index and singular(self.pieces[index - 1].text) in self.english.optional):
                role = role or "from"
            elif word in _TO:
                return role or "to", holder
            elif piece.kind == "word" and base not in _BETWEEN and not spelt([word], 0)[1]:
                break
        return role, holder
