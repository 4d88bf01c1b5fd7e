"""Exact odds. ``exact`` walks, ``rolls`` and ``pools`` answer for dice, ``claims`` and ``examples`` hold sources to account.

``steps`` plans backwards what states must hold, ``codegen`` makes functions of the plan; ``docs/odds.md`` explains why.
"""

from penance_build.odds.answer import Answer
from penance_build.odds.exact import Odds, distribution
from penance_build.odds.refusal import DEFAULT, Budget, Policy, Refused

__all__ = ["DEFAULT", "Answer", "Budget", "Odds", "Policy", "Refused", "distribution"]
