"""Things to play with: tracks, boxes, tokens, boards, rulers and arcs, as data and as drawings."""
