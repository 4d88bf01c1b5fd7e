"""Small pieces of SVG. Drawing units are hundredths of a millimetre, so that coordinates are whole numbers."""

from __future__ import annotations

from penance_build.press.hatching import Hatch


def svg(width: int, height: int, content: str) -> str:
    """A drawing of this size."""
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width // 100}.{width % 100:02d}mm" height="{height // 100}.{height % 100:02d}mm" '
        f'fill="none">{content}</svg>'
    )


def rect(left: int, top: int, width: int, height: int, paint: str) -> str:
    """A rectangle; ``paint`` holds the attributes that colour it."""
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" {paint}/>'


def circle(cx: int, cy: int, radius: int, paint: str) -> str:
    """A circle; ``paint`` holds the attributes that colour it."""
    return f'<circle cx="{cx}" cy="{cy}" r="{radius}" {paint}/>'


def path(data: str, paint: str) -> str:
    """A path; ``paint`` holds the attributes that colour it."""
    return f'<path d="{data}" {paint}/>'


def stroke(color: str, width: int) -> str:
    """The attributes of a line."""
    return f'fill="none" stroke="{color}" stroke-width="{width}"'


def hatch_svg(strokes: Hatch, color: str, weight: int) -> str:
    """Hatching; dots are twice as wide as lines, so that both look equally dark."""
    if not strokes.path:
        return ""
    dash = f' stroke-dasharray="0 {strokes.dash}" stroke-linecap="round"' if strokes.dash else ""
    return f'<path d="{strokes.path}" stroke="{color}" stroke-width="{weight * 2 if strokes.dash else weight}"{dash}/>'
