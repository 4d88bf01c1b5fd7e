"""Single faces as files: PNG, SVG and PDF."""
