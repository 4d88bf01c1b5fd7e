"""The product ``web``: a page that plays any game in a browser."""
