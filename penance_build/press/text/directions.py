"""In which direction a text runs: that of its first letter that has one, as Unicode's rule P2 says; and in what order parts of it are seen.

Levels are those of the bidirectional algorithm without explicit marks: letters that run left and right, and numbers.
"""

from __future__ import annotations

from unicodedata import bidirectional

from penance_build.press.text.rich_text import Paragraph

_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def is_leftward(text: str) -> bool:
    """Whether a text runs from right to left."""
    for char in text:
        kind = bidirectional(char)
        if kind in ("L", "R", "AL"):
            return kind != "L"
    return False


def is_leftward_paragraph(paragraph: Paragraph) -> bool:
    """Whether a paragraph does: its icons have no direction."""
    return is_leftward("".join(piece.text for word in paragraph for piece in word.pieces if piece.kind != "icon"))


def in_sight(pieces: list[tuple[str, str]], *, runs_left: bool) -> list[tuple[str, str]]:
    """Pieces (kind, text) of a line in the order in which they are seen, each of one direction."""
    if not runs_left and not any(bidirectional(char) in ("R", "AL") for _, text in pieces for char in text):
        return pieces
    chars = [(kind, char) for kind, text in pieces for char in text]
    levels = _levels(["ON" if kind == "icon" else bidirectional(char) for kind, char in chars], 1 if runs_left else 0)
    runs: list[tuple[int, str, str]] = []
    for (kind, char), level in zip(chars, levels, strict=True):
        if runs and runs[-1][:2] == (level, kind) and kind != "icon":
            runs[-1] = (level, kind, runs[-1][2] + char)
        else:
            runs.append((level, kind, char))
    for least in range(max(levels, default=0), 0, -1):
        at = 0
        while at < len(runs):
            end = at
            while end < len(runs) and runs[end][0] >= least:
                end += 1
            runs[at:end] = runs[at:end][::-1]
            at = max(end, at + 1)
    return [(kind, _turned(text) if level % 2 and not is_leftward(text) else text) for level, kind, text in runs]


def _turned(text: str) -> str:
    """Signs without letters as they are seen between letters that run left: shaping turns only those that stand with letters."""
    return text[::-1].translate(_MIRRORED)


def _levels(kinds: list[str], base: int) -> list[int]:
    """The level of each character (rules W1, W4, W5, W7, N1, N2, I1, I2, L1)."""
    strong = "R" if base else "L"
    found: list[str] = []
    before = strong
    for at, kind in enumerate(kinds):
        own = {"AL": "R", "NSM": found[-1] if found else strong}.get(kind, kind)
        if kind in ("L", "R", "AL"):
            before = own
        if own == "EN" and before == "L":
            own = "L"
        if own in ("CS", "ES") and 0 < at < len(kinds) - 1 and kinds[at - 1] == kinds[at + 1] == "EN":
            own = found[-1]
        if own == "ET" and "EN" in (kinds[at - 1 : at] + kinds[at + 1 : at + 2]):
            own = "L" if before == "L" else "EN"
        found.append(own)
    levels, at = [], 0
    while at < len(found):
        end = at
        while end < len(found) and found[end] not in ("L", "R", "EN", "AN"):
            end += 1
        if end > at:  # neutral ones take the direction of both sides, or that of the paragraph
            left, right = (found[at - 1] if at else strong), (found[end] if end < len(found) else strong)
            sides = {"L" if side == "L" else "R" for side in (left, right)}
            taken = sides.pop() if len(sides) == 1 else strong
            levels += [1 if taken == "R" else 2 * base] * (end - at)
            at = end
            continue
        levels.append({"L": 2 * base, "R": 1}.get(found[at], 2))
        at += 1
    return levels
