"""How card sheets are printed, and which: the options of `penance build`, the file print.yaml, what changed since an earlier state."""
