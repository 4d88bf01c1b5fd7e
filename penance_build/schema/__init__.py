"""The shape of the data: every entry against the JSON Schema of its kind, by kind first.

``validate`` takes what reading gave and answers with problems of the codes 2xx. The schemas in ``schemas/`` are those
that an editor reads; ``shapes`` turns them into the form that is checked, ``keywords`` checks with the jsonschema
library, ``explain`` makes sentences of its errors.
"""

from __future__ import annotations

from penance_build.schema.validate import card_keys, fits_sheet, validate, validate_file, validate_map, validate_profile

__all__ = ["card_keys", "fits_sheet", "validate", "validate_file", "validate_map", "validate_profile"]
