"""The slow path of ``builder``: decides what a key or scalar not met before means, and reports what is refused."""

from __future__ import annotations

import re
from typing import Any

from yaml.events import AliasEvent, DocumentStartEvent

from penance_build.limits import MAX_DEPTH, MAX_KEY_LENGTH, MAX_NODES, MAX_TEXT_LENGTH
from penance_build.source.parsing.commas import cut_by_comma
from penance_build.source.parsing.failure import GREEDY_TAG, HALF_CHARACTER, Failure, report_tag
from penance_build.source.parsing.scalars import INTEGER, Refusal, plain_value, refusal
from penance_build.source.text.report import Report, Stop, in_quotes, shown
from penance_build.source.text.tokens import scalar_end, value_offsets
from penance_build.source.text.unseen import unneeded

ITEM = "\0item"
STYLED = frozenset("\"'|>&!*")

BULLETS = "\u2022\u2023\u25e6\u25aa\u25cf\u00b7\u2010-\u2015\u2212"
BULLET_CURE = "begin it with a hyphen and a space: `- item`"

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_DASH_RANGE = re.compile(r"(-?[0-9]+)\s*[\u2010-\u2015\u2212]\s*(-?[0-9]+)")
_TAG = re.compile(r"!\S*")
# libyaml takes this for a comment, the parser in Python does not.
_CROWDED = re.compile(r"[|>][-+0-9]*#")
# What is meant as an item of a list, at the head of a key.
_ITEM_MEANT = re.compile(rf"(-)(?=[{{\[])|([{BULLETS}])(?= )")
_MERGED = re.compile(r"<<[ ]*:[ ]+\Z")
_MEMORABLE = 64
_DROPPED = "\0drop"


class Judge:
    """Decides about words, and remembers its decisions while one file is read."""

    __slots__ = ("_documents", "_drops", "_text", "keys", "report", "words")

    def __init__(self, report: Report) -> None:
        self.report = report
        self.words: dict[str, bool | int | str] = {}
        self.keys: set[str] = set()
        self._text = report.lines.text
        self._drops: list[tuple[dict[str, Any], str, list[int], int]] = []
        self._documents = 0

    def put(self, container: Any, key: str | None, value: Any) -> str | None:
        """Store a value; the answer is the key that the container waits with afterwards."""
        if key is ITEM:
            container.append(value)
            return ITEM
        container[key] = value
        return None

    def key(self, event: Any, container: dict[str, Any], spots: list[int]) -> str:
        """The key of a map as it is kept. A key that cannot be used gets a name of its own, and goes again at the end."""
        word: str = event.value
        start: int = event.start_mark.index
        end: int = event.end_mark.index
        if self._has_properties(event) or not self._is_key_text(event, start, end):
            return self._drop(container, spots)
        if not event.style:
            if item := _ITEM_MEANT.match(word):
                self._refuse_item(start, item[2])
                return self._drop(container, spots)
            found = None if word in {"true", "false"} or (INTEGER.fullmatch(word) and word != "-0") else refusal(word)
            if found:
                self._refuse_key(word, found, start, end)
                if word == "<<":
                    return self._drop(container, spots)
            dashed = _DASH_RANGE.fullmatch(word)
            if dashed:
                word = f"{dashed[1]}..{dashed[2]}"
                message = f"the range {shown(event.value)} is written with a dash; it is read as {shown(word)}"
                self.report.add("W162", start, end, message, f"write {word}")
            elif not found:
                self.keys.add(word)
        if word in container:
            index = next(index for index, item in enumerate(container) if item == word)
            first = spots[2 * index + 1]
            related = ((first, scalar_end(self._text, first, word), "it stands here first"),)
            self.report.add("E124", start, end, f"the key {shown(word)} stands twice in one map", "remove or rename one of them", related)
            return self._drop(container, spots)
        return word

    def plain(self, event: Any, key: str, spots: list[int]) -> tuple[bool | int | str, int]:
        """Value and offset of an unquoted scalar that was not met before."""
        word: str = event.value
        start: int = event.start_mark.index
        if not word:
            return "", self._empty(start, key, spots)
        if len(word) > MAX_TEXT_LENGTH:
            self._too_long(event)
            return word, start
        value = plain_value(word)
        if isinstance(value, Refusal):
            self.report.add(value.code, start, event.end_mark.index, f"{shown(word)} {value.reason}", value.hint)
            return word, start
        if len(word) <= _MEMORABLE:
            self.words[word] = value
        return value, start

    def styled(self, event: Any) -> bool | int | str:
        """The value of a quoted or block scalar, or of one that carries an anchor or a tag."""
        word: str = event.value
        if self._has_properties(event):
            if event.style and event.style in "|>" and _CROWDED.search(self._text, event.start_mark.index, event.end_mark.index):
                raise Failure("block scalar header", event.start_mark.index, event.start_mark.index)
            value = word if event.style or not word else plain_value(word)
            return word if isinstance(value, Refusal) else value
        if _SURROGATE.search(word):
            raise Failure(HALF_CHARACTER, event.start_mark.index, event.start_mark.index)
        if _CROWDED.match(self._text, event.start_mark.index):
            raise Failure("block scalar header", event.start_mark.index, event.start_mark.index)
        if len(word) > MAX_TEXT_LENGTH:
            self._too_long(event)
        control = _CONTROL.search(word)
        if control:
            self._control(event, control.start())
            word = _CONTROL.sub(" ", word)  # no later stage speaks of it again
        self._unseen(event)
        return word

    def collection(self, event: Any, key: str | None, depth: int) -> None:
        """Refuse what a list or map may not be; raises ``Stop`` for a key and for too deep nesting."""
        start: int = event.start_mark.index
        if depth >= MAX_DEPTH:
            message = f"lists and maps are nested more than {MAX_DEPTH} deep here"
            self.report.add("E132", start, start + 1, message, "is a bracket left open above?")
            raise Stop
        if key is None:
            self._collection_key(start)
        self._has_properties(event)

    def is_alias(self, node: Any, key: str | None) -> bool:
        """Whether the event is an alias where a value stands; raises ``Stop`` for one as a key, and for a second document."""
        start: int = node.start_mark.index
        end: int = node.end_mark.index
        if isinstance(node, DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                message = "a second YAML document begins here; a file holds one"
                self.report.add("E134", start, start + 3, message, "put it into a file of its own")
                raise Stop
            return False
        if not isinstance(node, AliasEvent):
            return False
        if key is not None and key.startswith(_DROPPED) and _MERGED.search(self._text, max(0, start - 20), start):
            return True  # the merge has been refused, and this with it
        written = self._text[start:end]
        hint = in_quotes("quote the text if it is meant", written) + "; to share values, give them a section and an id"
        self.report.add("E125", start, end, f"{shown(written)} refers to an anchor, and anchors are not used in rules", hint)
        if key is None:
            raise Stop
        return True

    def finish(self, *, is_whole: bool) -> None:
        """Take out the entries that may not be used; raises ``Stop`` where the file has too many parts."""
        for container, key, spots, index in reversed(self._drops):
            if key in container:
                del container[key]
                del spots[index : index + 2]
        if not is_whole:
            end = len(self._text)
            self.report.add("E133", end, end, f"the file has more than {MAX_NODES:,} keys, values and items", "split it into several files")
            raise Stop

    def _drop(self, container: dict[str, Any], spots: list[int]) -> str:
        name = f"{_DROPPED}{len(self._drops)}"
        self._drops.append((container, name, spots, len(spots)))
        return name

    def _is_key_text(self, event: Any, start: int, end: int) -> bool:
        word = event.value
        if _SURROGATE.search(word):
            raise Failure(HALF_CHARACTER, start, start)
        if not word:
            at = start if event.style else len(self._text[:start].rstrip())
            self.report.add("E139", at, max(at, end if event.style else at), "a key is missing before the colon", "name the entry")
            return False
        if len(word) > MAX_KEY_LENGTH:
            message = f"the key {shown(word)} is {len(word)} characters long; {MAX_KEY_LENGTH} are the most"
            self.report.add("E130", start, end, message, "is a quote or a line break missing?")
            return False
        if event.style == '"':
            self._unseen(event)
        if event.style and (event.style in "|>" or "\n" in word or _CONTROL.search(word)):
            self.report.add("E128", start, end, "a key is one line of text", "write the key in one line, without control characters")
            return False
        return True

    def _refuse_key(self, word: str, found: Refusal, start: int, end: int) -> None:
        if word == "<<":
            hint = "write the entries out, or give the shared ones a section and an id"
            self.report.add("E126", start, end, "`<<` would merge another map in; a map is written where it stands", hint)
        else:
            is_letter = len(word) == 1 and word.isalpha()
            hint = f'write "{word}" in quotes' + (
                " if it is text; a variable needs another name, here and where it is used" if is_letter else ""
            )
            self.report.add("E129", start, end, f"the key {shown(word)} {found.reason}", hint)

    def _refuse_item(self, start: int, bullet: str | None) -> None:
        message, hint = (
            (f"`{bullet}` begins no item of a list", BULLET_CURE) if bullet else ("a space is missing after `-`", "write `- item`")
        )
        self.report.add("E146", start, start + 1, message, hint)

    def _has_properties(self, event: Any) -> bool:
        start: int = event.start_mark.index
        first = self._text[start : start + 1]
        if event.anchor is not None:
            end = start + 1 + len(event.anchor) if first == "&" else event.end_mark.index
            hint = "write the value out where it is needed, or quote the text if it is meant"
            self.report.add("E125", start, end, f"{shown('&' + event.anchor)} sets an anchor, and anchors are not used in rules", hint)
            return True
        is_scalar = hasattr(event, "value")
        if event.tag is not None or (first == "!" and is_scalar):
            tag = _TAG.match(self._text, start)
            if tag and any(character in ",[]{}" for character in tag[0]):
                # The parsers disagree on where such a tag ends.
                raise Failure(GREEDY_TAG, start, start)
            report_tag(self.report, start, tag.end() if tag else event.end_mark.index)
            return True
        return False

    def _empty(self, start: int, key: str, spots: list[int]) -> int:
        if spots[0] < 0 or key.startswith(_DROPPED):
            return start
        if key is ITEM:
            self.report.add("E123", start, start, "nothing stands after the dash", "write the item, or remove the dash")
            return start
        key_start = spots[-1]
        key_end = scalar_end(self._text, key_start, key)
        cut = cut_by_comma(self._text, key_start, key_end)
        if cut is not None:
            if cut.hint:
                self.report.add("E123", cut.start, cut.end, "the comma ends the value here", cut.hint)
            elif self.report.problems:
                self.report.reach(cut.end)
            return key_end
        colon = self._text.find(":", key_end, start + 1)
        at = colon + 1 if colon >= 0 and not self._text[key_end:colon].strip() else key_end
        rest = self._text[at : self._text.find("\n", at)].strip()
        if rest.startswith("#"):
            hint = 'a `#` begins a comment: put text that begins with it in quotes, "#…"'
        elif colon < 0:
            hint = "a map in braces needs `key: value`; a list is written [a, b]"
        else:
            hint = "write the value, or leave the whole line out"
        name = self._text[key_start:key_end]
        self.report.add("E123", key_start, at, f"nothing stands after {shown(name + ':' * (colon >= 0))}", hint)
        return at

    def _too_long(self, event: Any) -> None:
        start = event.start_mark.index
        message = f"the text is {len(event.value):,} characters long; {MAX_TEXT_LENGTH:,} are the most"
        self.report.add("E131", start, start + 1, message, "is a closing quote missing?")

    def _control(self, event: Any, index: int) -> None:
        start = event.start_mark.index
        offsets = value_offsets(self._text, start, event.value)
        message = f"the escape gives the control character U+{ord(event.value[index]):04X}, which no text can hold"
        self.report.add("E137", offsets[index], offsets[index + 1], message, "remove it; for a new line write \\n")

    def _unseen(self, event: Any) -> None:
        """Report characters that cannot be seen: those that an escape gives, for the file itself has none."""
        for index, message in unneeded(event.value):
            offsets = value_offsets(self._text, event.start_mark.index, event.value)
            if self._text[offsets[index]] == "\\":
                self.report.add("E179", offsets[index], offsets[index + 1], message, "remove the escape")
                return

    def _collection_key(self, start: int) -> None:
        if self._text[start : start + 1] == "{" and self._text[start - 1 : start] == "{":
            message = "two braces begin a map whose key is a map, which no rule has"
            self.report.add("E144", start - 1, start + 1, message, 'put text that begins with a brace in quotes: "{…}"')
        else:
            hint = "keys are one line of text; quote it if it is text"
            self.report.add("E128", start, start + 1, "a list or a map cannot be a key", hint)
        raise Stop
