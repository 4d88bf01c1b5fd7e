"""``python -m penance_build`` is the command line."""

from penance_build.cli.main import entry

if __name__ == "__main__":
    entry()
