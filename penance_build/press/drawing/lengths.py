"""Whole numbers as text: micrometres as millimetres, hundredths of a point as points. By integer arithmetic alone."""

from __future__ import annotations

UM_PER_INCH = 25_400
UM_PER_POINT = UM_PER_INCH / 72


def decimal(value: int, digits: int) -> str:
    """A whole number of ``10 ** -digits`` with a point and without idle zeros: ``decimal(11500, 3)`` is ``11.5``."""
    whole, part = divmod(abs(value), 10**digits)
    text = f"{whole}.{part:0{digits}d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 else text


def mm(um: int, digits: int = 3) -> str:
    """Micrometres in millimetres, rounded to at most ``digits`` decimals: 11500 is ``11.5``."""
    step = 10 ** (3 - digits)
    rounded = (abs(um) + step // 2) // step
    return decimal(-rounded if um < 0 else rounded, digits)


def up_to_a_tenth(um: int) -> int:
    """Micrometres, up to a tenth of a millimetre: what is missing, in the figure that is told."""
    return -(-um // 100) * 100


def mm2(um: int) -> str:
    """A measured length, which is never negative, in millimetres with two decimals, 500 being ``0.50``."""
    hundredths = (um + 5) // 10
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def css_mm(um: int) -> str:
    """Micrometres as a CSS length."""
    return f"{mm(um)}mm"


def css_pt(hundredths: int) -> str:
    """Hundredths of a point as a CSS length."""
    return f"{decimal(hundredths, 2)}pt"


def pdf_points(um: int) -> str:
    """Micrometres as PDF points with four decimals: finer than any printer digits ink."""
    scaled = (abs(um) * 720_000 + UM_PER_INCH // 2) // UM_PER_INCH
    return decimal(-scaled if um < 0 else scaled, 4)
