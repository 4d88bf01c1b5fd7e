"""Every code there is, and what its letter means. What a code says is read by ``pages``.

A code is never used again for something else: a new one takes the next free number of its range. A test holds this list against
the codes that the program names and against the pages. (As a type, a list this long fills each message of the type checker.)
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

# 1xx reading, 2xx shape, 3xx names and options, 4xx formulas, 5xx tables, 6xx procedures and play, 7xx cards and proofs,
# 8xx printing, 9xx the machine.
CODES: Final[tuple[str, ...]] = tuple(
    """
    E101 E102 E103 E104 E105 E106 E107 E108 E109 E110 E111 E112 E113 E114
    E115 E116 E117 E118 E119 E120 E121 E122 E123 E124 E125 E126 E127 E128
    E129 E130 E131 E132 E133 E134 E135 E136 E137 E138 E139 E140 E141 E142
    E143 E144 E145 E146 E147 E148 E149 E150 E151 E152 E153 E154 E155 E156
    E157 E158 E159 W160 W161 W162 W163 W164 W165 E166 E167 E168 E169 E170 E171 E172 E173
    E174 E175 W176 W177 W178 E179 W190 W191 W192
    E201 E202 E203 E204 E205 E206 E207 E208 E209 E210 E211 E212 E213 E214
    E215 E216 E217 E218
    E301 E302 E303 E304 E305 E306 E307 E310 W311 W312 W313 W314 W315 E316
    E401 E402 E403 E404 E405 E406 E407 E408 E409 E410 E411 E412 E413 E414
    E415 E416
    E501 E502 E503 W504 E505 E506 E507 E508 E509 E510
    E601 E602 E603 E604 E605 E606 E607 E608 E609 E610 E611 E612 E613 E614
    E615 E616 E618 E619 E620 E621 E622 E623 W625 E626 W627 W628 E629
    E701 E702 E703 E704 E705 E707 E708 E711 E712 E713 W714 E715 E716 W717 W718 E719
    E720 W721 W722 W723 W724 W725 W726 W727 E731 E732 W733 W734
    W740 E741 W742 W743 W744 W745 W746 W747 W748
    E801 E802 E803 E804 E805 E806 W807 E808 E809 E810 E811 W812 W813 W814 E820 E821 W822
    E823 W824 E825 W831 W832 E833 E834 E835 W836 W837 E838 W839 E840 E841 E842 E843 E844 E845 E846 W847
    E850 E851 W852 W853 H854
    E860 E861 E862 E863 W864 E865 W866 E867 E868 E869
    E870 E871 E872 E873 E874 W875 W876 E877 E878 W879 W880 W881 W882
    E901 E902
    """.split()
)
_SEVERITIES: Final[Mapping[str, str]] = MappingProxyType({"E": "error", "W": "warning", "H": "hint"})


def severity(code: str) -> str:
    """``error``, ``warning`` or ``hint``, from the code's letter. Raises KeyError for another letter."""
    return _SEVERITIES[code[:1]]
