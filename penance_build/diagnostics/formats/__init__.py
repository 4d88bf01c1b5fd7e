"""The formats of a report, one module each: ``render(problems, texts, covered, colour=False) -> str``.

``problems`` may come in any order; ``texts`` holds the text of each file for snippets; ``covered`` counts what was looked at.
"""
