"""``make fuzz SECONDS=120 [SEED=1] [ONLY=reader,sheets]``, or ``python -m tests.fuzz --seconds 120``."""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz.run import fuzz, keep, table


def main() -> int:
    """Run, print what was found and the counts; 1 where a promise was not kept."""
    from tests.fuzz.targets.all import TARGETS

    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Inputs at random, each kind with its promise.")
    parser.add_argument("--seconds", type=float, default=120, help="for all targets together")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the first seed of each target; left out, another each time")
    parser.add_argument("--only", default="", help=f"targets, with commas: {', '.join(TARGETS)}")
    parser.add_argument("--count", type=int, default=0, help="so many inputs of each target, however long they take")
    parser.add_argument("--keep", action="store_true", help="put what breaks a promise into the corpus")
    asked = parser.parse_args()
    names = [name for name in asked.only.split(",") if name] or list(TARGETS)
    for name in names:
        if name not in TARGETS:
            parser.error(f"there is no target {name}: {', '.join(TARGETS)}")
    tallies = fuzz((TARGETS[name] for name in names), asked.seed, asked.seconds, lambda text: print(text, flush=True), asked.count)
    findings = [finding for tally in tallies.values() for finding in tally.findings.values()]
    if asked.keep:
        for finding in findings:
            print(f"kept as {keep(finding)}")
    print(table(tallies))
    print(f"{sum(tally.count for tally in tallies.values()):,} inputs, {len(findings)} promises not kept")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
