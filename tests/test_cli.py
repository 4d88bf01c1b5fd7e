"""The border of the program: exit codes, streams, signals, colours, and what a crash file may say."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import click
import pytest

from penance_build import __version__
from penance_build.build.errors import CannotBuild
from penance_build.build.numbers import decimal, percent, ratio, rounded
from penance_build.cli import catch, crash
from penance_build.cli.app import ENTRIES, app
from penance_build.cli.commands.new import files, game_id, printed_name
from penance_build.cli.errors import Terminated, Wrong
from penance_build.cli.options import chosen, find_game, pairs
from penance_build.cli.terminal import clean, indented
from penance_build.cli.values import columns
from penance_build.press.text.libraries import PrintLibraryMissing
from tests.command_line import Ran
from tests.conftest import ROOT

Penance = Callable[..., Ran]


# ---------------------------------------------------------------- the version


def test_version_on_every_way(penance_process: Penance) -> None:
    for arguments in (["--version"], ["-V"]):
        assert penance_process(*arguments) == Ran(0, f"penance {__version__}\n", "")


def test_version_costs_little_more_than_python_itself() -> None:
    """The least of several tries each, taken in turn: at most five times an empty program."""
    commands = {"python": ["-c", "pass"], "version": ["-m", "penance_build", "--version"]}
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(7):
        for name, arguments in commands.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, check=True)
            best[name] = min(best[name], time.perf_counter() - start)
    assert best["version"] <= 5 * best["python"]


def test_version_imports_nothing_else() -> None:
    probe = "import sys; sys.argv[1:] = ['--version']; from penance_build.cli.main import entry; entry(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split("\n")[1].split())
    assert loaded & {"click", "yaml", "jsonschema", "json", "weasyprint", "dataclasses"} == set()


@pytest.mark.parametrize("arguments", [["check", "--help"], ["build", "--help"], ["--help"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    probe = f"import sys; from penance_build.cli.catch import run; code = run({arguments!r}); print(code, *sys.modules)"
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    code, *loaded = done.stdout.splitlines()[-1].split()
    assert code == "0"
    assert set(loaded) & {"yaml", "jsonschema", "weasyprint", "jinja2", "pikepdf", "fontTools", "uharfbuzz"} == set()


def test_every_command_is_there_under_its_name() -> None:
    for entry in ENTRIES:
        command = app.get_command(click.Context(app), entry.name)
        assert command is not None
        assert command.name == entry.name
        assert command.help
        assert entry.says.endswith(".")


# ---------------------------------------------------------------- the catcher


def run_with(monkeypatch: pytest.MonkeyPatch, error: BaseException, *words: str) -> int:
    def fail(given: list[str]) -> int:
        raise error

    monkeypatch.setattr(catch, "_invoke", fail)
    before = {stop: signal.getsignal(stop) for stop in (signal.SIGTERM, signal.SIGHUP)}
    try:
        return catch.run(["run", *words])
    finally:
        for stop, handler in before.items():
            signal.signal(stop, handler)


def test_a_bug_is_one_line_and_a_crash_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        raise KeyError("the text of a card")
    except KeyError as cause:
        error = ValueError("Deal *4* damage")
        error.__cause__ = cause
    assert run_with(monkeypatch, error, "attack") == 4
    captured = capsys.readouterr()
    (path,) = tmp_path.iterdir()
    assert captured.err == f"penance: a bug of ours (ValueError); what happened is in {path}, please report it\n"
    text = path.read_text()
    assert f"penance {__version__}" in text
    assert "command: penance run attack" in text
    assert "test_cli.py" in text
    assert "KeyError" in text
    assert "Deal" not in text
    assert "the text of a card" not in text


def test_debug_lets_the_exception_through(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="inside"):
        run_with(monkeypatch, ValueError("inside"), "--debug")
    assert list(tmp_path.iterdir()) == []


def test_a_crash_file_goes_elsewhere_where_the_folder_is_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def gone() -> Path:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "cwd", gone)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    path = crash.write_crash_file(ValueError(), [])
    assert path is not None
    assert path.parent == tmp_path


def test_a_crash_file_goes_elsewhere_where_the_folder_takes_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(path: Path, *arguments: object, **options: object) -> int:
        raise PermissionError

    monkeypatch.setattr(Path, "write_text", refuse)
    assert crash.write_crash_file(ValueError(), []) is None


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "penance: stopped; nothing changed\n"),
        (Terminated(signal.SIGTERM), 143, "penance: stopped; nothing changed\n"),
        (PermissionError(13, "Permission denied", "dice.yaml"), 3, "penance: cannot read or write dice.yaml: permission denied\n"),
        (OSError(28, "No space left on device"), 3, "penance: cannot read or write: no space left on device\n"),
        (CannotBuild("cannot write to out: out is a file"), 3, "penance: cannot write to out: out is a file [E901]\n"),
        (PrintLibraryMissing("pango"), 3, f"penance: {PrintLibraryMissing('pango')} [E902]\n"),
        (MemoryError(), 3, "penance: out of memory\n"),
        (click.UsageError("no"), 2, "penance: no\nsee: penance --help\n"),
    ],
)
def test_every_end_has_its_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: BaseException, code: int, said: str
) -> None:
    assert run_with(monkeypatch, error) == code
    assert capsys.readouterr().err == said


@pytest.mark.full
def test_a_closed_pipe_is_quiet() -> None:
    command = f"{shlex.quote(sys.executable)} -m penance_build dump ir --game penance | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "141\n"
    assert done.stderr == ""


SLOW = """
    import sys, time
    from penance_build.cli import catch
    def wait(words):
        print("ready", flush=True)
        time.sleep(60)
    catch._invoke = wait
    sys.exit(catch.run([]))
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signals_end_it_with_their_code(number: signal.Signals, code: int) -> None:
    before = signal.signal(number, signal.SIG_DFL)  # what runs these tests in the background may ignore it, and so would a child
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(SLOW)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
    finally:
        signal.signal(number, before)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (code, "penance: stopped; nothing changed\n")


# ---------------------------------------------------------------- streams


def test_the_report_is_on_stdout_and_the_summary_on_stderr(penance: Penance) -> None:
    ran = penance("check", "tests/cases_cli/broken", "--format", "json")
    assert ran.code == 1
    assert json.loads(ran.out)["version"] == 1
    assert ran.err.startswith("penance: tests/cases_cli/broken: 2 errors")


@pytest.mark.full
def test_colours_are_asked_for_or_not_there(penance_process: Penance) -> None:
    plain = penance_process("check", "tests/cases_cli/broken")
    assert "\x1b" not in plain.out + plain.err
    coloured = penance_process("check", "tests/cases_cli/broken", env={"NO_COLOR": "", "FORCE_COLOR": "1"})
    assert "\x1b[" in coloured.out
    refused = penance_process("check", "tests/cases_cli/broken", env={"NO_COLOR": "1", "FORCE_COLOR": "1"})
    assert refused.out == plain.out


@pytest.mark.full
def test_the_same_bytes_under_every_locale(penance_process: Penance) -> None:
    arguments = ("run", "damage_die", "--game", "penance", "--seed", "7", "--format", "json")
    places = [("C", "1", "UTC"), ("POSIX", "2", "Asia/Tokyo"), ("C.UTF-8", "3", "America/Lima")]
    outputs = {penance_process(*arguments, env={"LC_ALL": name, "PYTHONHASHSEED": seed, "TZ": zone}) for name, seed, zone in places}
    assert len(outputs) == 1


def test_nothing_that_a_terminal_would_obey() -> None:
    assert clean("Deal 4\x1b]0;owned\x07") == "Deal 4\\x1b]0;owned\\x07"
    assert clean("a\u202eb\x9bc") == "a\\u202eb\\u009bc"
    assert clean("two\nlines, and é") == "two\nlines, and é"


# ---------------------------------------------------------------- games and options


@pytest.mark.parametrize(("kind", "says"), [("folder", "a folder"), ("pipe", "no regular file"), ("link", "a link that leads nowhere")])
def test_another_game_is_not_taken_where_a_game_yaml_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, says: str
) -> None:
    inner = tmp_path / "game" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "game" / "game.yaml").write_text("game: {}")
    place = inner / "game.yaml"
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to("nowhere")
    monkeypatch.chdir(inner)
    for named in (None, ".", str(inner)):
        with pytest.raises(Wrong, match=rf"game\.yaml is {says}; put the file of the game there"):
            find_game(named)
    assert find_game("..") == Path("..")


def test_a_name_longer_than_any_is_shortened(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = "x" * 5000
    for words, code in ((["check", "--game", name], 2), (["build", "--game", "skirmish", "-o", str(tmp_path / name)], 3)):
        assert catch.run(words) == code
        said = capsys.readouterr().err
        assert "x..." in said
        assert len(said) < 400


@pytest.mark.full
def test_folders_without_an_end_are_a_problem_of_check_and_of_build(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text('game: {id: g, name: G, version: "1", language: 1}\n')
    here = os.getcwd()
    os.chdir(tmp_path)
    for _ in range(1500):
        os.mkdir("ddd")
        os.chdir("ddd")
    try:
        os.chdir(tmp_path)
        for words in (["check"], ["build", "-o", str(tmp_path / "out"), "--only", "report"]):
            assert catch.run([*words, "--game", str(tmp_path)]) == 1
            assert capsys.readouterr().out.startswith("error[E158]")
    finally:
        os.chdir(tmp_path)
        while os.path.isdir("ddd"):  # what has no path is taken apart from above
            if os.path.isdir("ddd/ddd"):
                os.rename("ddd/ddd", "next")
            os.rmdir("ddd")
            if os.path.isdir("next"):
                os.rename("next", "ddd")
        os.chdir(here)


def test_the_game_is_the_one_named_or_around_or_the_projects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game" / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "game" / "game.yaml").write_text("")
    (tmp_path / "rules" / "penance").mkdir(parents=True)
    (tmp_path / "rules" / "penance" / "game.yaml").write_text("")
    monkeypatch.chdir(tmp_path / "game" / "deep" / "deeper")
    assert find_game(None) == tmp_path / "game"
    monkeypatch.chdir(tmp_path)
    assert find_game(None) == Path("rules/penance")
    assert find_game("game") == Path("game")
    assert find_game("game/game.yaml") == Path("game")
    assert find_game("skirmish") == ROOT / "rules" / "skirmish"


def test_options_are_pairs_and_given_once() -> None:
    assert chosen(["a=b", " c = d ", "a=b"]) == {"a": "b", "c": "d"}
    with pytest.raises(Wrong, match="twice"):
        chosen(["a=b", "a=c"])
    for text in ("a", "=b", ""):
        with pytest.raises(Wrong, match="NAME=VALUE"):
            pairs([text], "--set")


# ---------------------------------------------------------------- numbers and tables


def test_fractions_as_people_read_them() -> None:
    assert ratio(Fraction(4, 2)) == "2"
    assert ratio(Fraction(21, 36)) == "7/12"
    assert decimal(Fraction(1, 4)) == 0.25
    assert [rounded(Fraction(value, 1000), 2) for value in (5, -5, 4, -4, 1234)] == ["0.01", "-0.01", "0.00", "0.00", "1.23"]
    assert rounded(Fraction(5, 2), 0) == "3"
    assert percent(Fraction(7, 12)) == "58.33 %"
    assert percent(Fraction(1, 10**9)) == "<0.01 %"
    assert percent(1 - Fraction(1, 10**9)) == ">99.99 %"
    assert (percent(Fraction(0)), percent(Fraction(1))) == ("0.00 %", "100.00 %")


def test_rows_of_json_are_written_as_json_writes_them() -> None:
    rows = [{"a": {"b": 1, "ü\n": True, "c": 'x"y'}, "p": "1/6", "d": 1 / 6, "e": []}, {"f": [1, {"g": None}], "h": {}}]
    for row in rows:
        assert indented(row, "\n") == json.dumps(row, indent=2)


def test_columns_align_and_end_cleanly() -> None:
    assert list(columns([("a", "1", ""), ("bcd", "10", "x")], right=(1,))) == ["a     1", "bcd  10  x"]
    assert list(columns(lambda: iter([("a",), ("bc",)]), right=(0,))) == [" a", "bc"]
    assert not list(columns([]))


# ---------------------------------------------------------------- a new game


@pytest.mark.parametrize(
    ("folder", "game", "title"),
    [
        ("duel", "duel", "Duel"),
        ("My Game-2", "my_game_2", "My Game 2"),
        ("7 Seas", "game_7_seas", "7 Seas"),
        ("Ünder", "nder", "Ünder"),
        ("!", "game", "New Game"),
        ("con", "game_con", "Con"),
        ("LPT1", "game_lpt1", "LPT1"),
        ("concord", "concord", "Concord"),
        ("a" * 130, "a" * 60, "A" + "a" * 129),
        ("it's my game", "it_s_my_game", "It's My Game"),
        ("'quoted' \"game\"", "quoted_game", "Quoted Game"),
    ],
)
def test_a_new_game_is_named_after_its_folder(folder: str, game: str, title: str) -> None:
    assert (game_id(folder), printed_name(folder)) == (game, title)


def test_a_new_game_of_any_folder_has_no_problems(penance: Penance, tmp_path: Path) -> None:
    for folder in ("con", "aux", "a" * 200):
        assert penance("new", folder, cwd=tmp_path).code == 0
        assert penance("check", folder, cwd=tmp_path) == Ran(0, "", f"penance: {folder}: no problems\n")


def test_a_new_game_has_its_schemas_beside_it() -> None:
    made = files("duel")
    assert "schemas/rules.schema.json" in made
    for name, text in made.items():
        if name.endswith(".yaml"):
            assert text.startswith("# yaml-language-server: $schema=schemas/rules.schema.json\n")
    assert "GAME_" not in "".join(made.values())


@pytest.mark.full
def test_a_new_game_checks_builds_and_proves(penance: Penance, tmp_path: Path) -> None:
    assert penance("new", "duel", cwd=tmp_path).code == 0
    for command in ("check", "build", "audit", "test", "sources"):
        ran = penance(command, cwd=tmp_path / "duel")
        assert ran.code == 0, ran.out + ran.err
    assert (tmp_path / "duel" / "output" / "duel" / "manifest.json").is_file()
    assert os.path.isfile(tmp_path / "duel" / "output" / ".penance-build")


def test_a_build_shows_the_warnings_that_only_it_can_find(penance: Penance, tmp_path: Path) -> None:
    assert penance("new", "duel", cwd=tmp_path).code == 0
    place = tmp_path / "duel" / "rules.yaml"
    place.write_text(place.read_text(encoding="utf-8").replace('says: "5/9"', 'says: "4/9"'), encoding="utf-8")
    first, again = (penance("build", "--only", "report", cwd=tmp_path / "duel") for _ in range(2))
    assert first.err.startswith("warning[W718]: the claim `two_lanterns_in_a_cavern` is recorded as holds, its verdict is refuted\n")
    assert first.err.endswith("built report (1 warning)\n")
    assert again.err.endswith("nothing has changed (1 warning when it was built)\n")
    place.write_text(place.read_text(encoding="utf-8").replace("when: fog == clear", "when: fog == thick"), encoding="utf-8")
    assert "warning" not in penance("build", "--only", "report", cwd=tmp_path / "duel").err


ASKED = """
game: {id: asked, name: Asked, version: "1", language: 1}
counters:
  fuel: {name: Fuel, owner: player, type: 0..9, past: clamp}
zones:
  deck: {name: Deck, owner: player, visible: none}
procedures:
  turn:
    inputs: {who: player, far: 0..9}
    results: {gone: 0..9}
    steps:
      - {choose: way, by: who, prompt: Which way, options: {left: Left, right: Right}}
      - {let: gone, value: "if way == left then far else 0"}
  burn:
    inputs: {who: player}
    steps:
      - {change: who.fuel, by: 1}
  left_over:
    inputs: {who: player}
    results: {left: int}
    steps:
      - {let: left, value: size(who.deck)}
"""


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("odds turn --set who=0 --set far=1 --policy first", 2, "`who` is a player, 1 to 2, found 0"),
        ("odds turn --set who=3 --set far=1 --policy first", 2, "`who` is a player, 1 to 2, found 3"),
        ("odds turn --set who=3 --set far=1 --policy first --players 3", 0, ""),
        ("odds turn --set who=3 --set far=1 --policy first --players 0", 2, "--players: there are 1 to 100 players, not 0"),
        ("odds turn --set who=1 --setup duel", 2, "--setup: there is no setup `duel`; there are none"),
        ("odds turn --set who=1 --counter fule=1", 2, "--counter: there is no counter `fule`; did you mean `fuel`?"),
        ("odds turn --set who=1 --counter fuel=10", 2, "--counter: `fuel` is 0 to 9, found 10"),
        ("odds turn --set who=1 --counter fuel=1,2,3", 2, "--counter: the counter `fuel` takes 1 or 2 values, not 3"),
        ("odds turn --set who=1 --counter fuel=1 --counter fuel=2", 2, "--counter fuel is given twice"),
        ("odds turn --set who=1 --decks a", 2, "--decks: decks are brought to a setup, and none is named"),
        ("odds turn --set who=1 --zone dekc=a:2", 2, "--zone: there is no zone `dekc`; did you mean `deck`?"),
        ("odds turn --set who=1 --zone deck=a:b", 2, "--zone: the zone `deck` takes cards as CARD:COPIES, or a deck; found `a:b`"),
        ("odds turn --set who=1 --state game.yaml", 2, "--state: game.yaml is no JSON"),
        ("odds turn --set who=1 --state /dev/zero", 2, "--state: /dev/zero has more than 33,554,432 bytes, so it is no saved game"),
        ("odds turn --set who=1 --state none.json --players 2", 2, "--state takes a game as it was saved"),
        ("run burn --set who=2 --counter fuel=3,4 --format json", 0, ""),
        ("odds turn --set who=1 --set far=1 --policy wya=left", 2, "has no choice `wya`; did you mean `way`?"),
        ("odds turn --set who=1 --set far=1 --policy way=lfet", 2, "the choice `way` has no option `lfet`; did you mean `left`?"),
        ("odds turn --set who=1 --set far=1 --policy way=left", 0, ""),
        ("odds burn --set who=1 --policy way=left", 2, "`burn` has no choice `way`; there are none"),
        ("odds burn --set who=1", 0, ""),
        ("odds burn --set who=1 --of fuel", 2, "`burn` has no result `fuel`"),
        ("odds left_over --set who=1", 0, "in a new game, no card lies in any zone"),
        (
            "odds turn --set who=1 --set far=1 --policy first --where far>1",
            2,
            "column 1: `far` is an input, a condition is over the results",
        ),
        (
            "odds turn --set who=1 --set far=1 --policy first --where \U0001f600>1",
            2,
            "`\U0001f600` (grinning face, U+1F600) has no meaning in a formula",
        ),
        ("run turn --set who=1 --set far=1 --choose left", 0, ""),
        ("run turn --set who=1 --set far=1 --choose left --choose right", 2, "--choose right answers nothing: `turn` asked no more"),
        ("run burn --set who=1 --choose left", 2, "--choose left answers nothing: `burn` asked nothing"),
    ],
)
def test_what_is_asked_of_players_choices_and_zones(penance: Penance, tmp_path: Path, words: str, code: int, said: str) -> None:
    (tmp_path / "game.yaml").write_text(ASKED, encoding="utf-8")
    ran = penance(*words.split(), cwd=tmp_path)
    assert ran.code == code, ran.err
    assert said in ran.err


def test_a_run_whose_loops_go_on_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = "{repeat: [{roll: pool, die: d6, count: 2}], until: 'count(pool, 6) == 2'}"
    head = 'game: {id: g, name: G, version: "1", language: 1}\ndice: {d6: {sides: 6}}\n'
    (tmp_path / "game.yaml").write_text(head + f"procedures: {{p: {{steps: [{steps}]}}}}\n", encoding="utf-8")
    monkeypatch.setattr("penance_build.cli.commands.run.MAX_PASSES", 3)
    arguments = ["run", "p", "--game", str(tmp_path), "--dice", "pool=1,1,1,1,1,1,1,1,6,6"]
    assert catch.run(arguments) == 2
    assert "p: its loops come to more than 3 passes" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["game.yml", "Game.yaml", "game.yaml.txt"])
def test_a_game_file_of_another_name_is_to_be_renamed(penance: Penance, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / name).write_text("game: {id: g, name: G, version: '1', language: 1}\n", encoding="utf-8")
    for ran in (penance("check", "mine", cwd=tmp_path), penance("diff", "mine", "mine", cwd=tmp_path)):
        assert ran == Ran(2, "", f"penance: mine holds {name}, and the file of a game is called game.yaml: rename it\n")
    here = penance("check", cwd=folder)
    assert here == Ran(2, "", f"penance: this folder holds {name}, and the file of a game is called game.yaml: rename it\n")


def test_help_may_be_asked_for_by_a_word(penance: Penance) -> None:
    assert penance("help") == penance("--help")
    assert penance("help", "play") == penance("play", "--help")


def test_a_run_says_counters_as_the_rules_write_them(penance: Penance, tmp_path: Path) -> None:
    text = """
        game: {id: g, name: G, version: "1", language: 1}
        enums: {light: {name: Light, members: {red: Red, green: Green}}}
        spaces: {field: {name: Field, legend: {".": {}}, map: [". ."], players: {at: spot}}}
        counters:
          spot: {name: Spot, owner: player, type: field}
          lamp: {name: Lamp, owner: game, type: light}
          found: {name: Found, owner: field, type: bool}
          gold: {name: Gold, owner: player, type: 0..9}
        procedures:
          go:
            inputs: {who: player}
            steps:
              - {change: who.spot, to: a2}
              - {change: lamp, to: green}
              - {let: at, value: who.spot}
              - {change: at.found, to: true}
              - {change: who.gold, by: 2}
          judge: {inputs: {me: player, foe: player}, results: {worth: int}, steps: [{let: worth, value: me.gold}]}
        bots: {wise: {name: Wise, score: me.gold}}
        setups: {s: {name: S, players: 2, procedure: go, with: {who: 1}}}
    """
    (tmp_path / "game.yaml").write_text(textwrap.dedent(text), encoding="utf-8")
    ran = penance("run", "go", "--set", "who=2", cwd=tmp_path)
    assert ran.out.splitlines() == [
        "spot of player 2: a1 -> a2",
        "lamp: red -> green",
        "found of a2: false -> true",
        "gold of player 2: 0 -> 2",
    ], ran
    data = json.loads(penance("run", "go", "--set", "who=2", "--format", "json", cwd=tmp_path).out)["changes"]
    assert [(one["from"], one["to"]) for one in data] == [("a1", "a2"), ("red", "green"), (False, True), (0, 2)]
    assert penance("run", cwd=tmp_path).err == "penance: name a procedure, one of: go, judge\n"
    assert penance("odds", "gone", cwd=tmp_path).err == "penance: there is no procedure `gone`; there is go, judge\n"
