"""One game at the terminal: what is shown, what is typed, and when another person may look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from shlex import quote
from typing import Any

from penance_build.build.errors import because
from penance_build.cli.console import Left, cleared, line, lines, typed
from penance_build.cli.errors import Terminated, Wrong
from penance_build.cli.saved import PERSON, Kept, write
from penance_build.cli.terminal import say
from penance_build.cli.where import Where
from penance_build.play.bots import RandomBot, player
from penance_build.play.screen import Choice, Screen
from penance_build.play.table import Action, Event, State, Table
from penance_build.play.telling import plain
from penance_build.play.words import WIDTH, told_apart

LOGGED = 20
HELP_COLUMN = 12
HELP = """\
NUMBER      do that; of one in brackets, say why it is not allowed
why NUMBER  why an action is not allowed
where N     the line of the rules behind line N of the last derivation
where       the line of the rules that asks
table       the map, the counters and your cards once more
log         what was done last, once more
undo        take a choice back, unless dice fell or cards were seen since
save FILE   keep the game in a file, and play on
quit        leave; so does the end of the input"""


@dataclass(frozen=True, slots=True)
class Heard:
    """An action, and the events that followed."""

    seat: int
    words: str
    card: int | None
    state: State
    events: list[Event]


@dataclass(slots=True)
class Session:
    """A game while it is played. ``keep`` names the file that it is kept in, or is None; ``again`` is the command that resumes it.
    A line has ``width`` characters."""

    table: Table
    kept: Kept
    keep: str | None
    again: str = "penance play"
    where: Where | None = None
    width: int = WIDTH
    screen: Screen = field(init=False)
    bots: dict[int, RandomBot] = field(init=False)
    looking: int | None = field(init=False, default=None)
    asked: int | None = field(init=False, default=None)
    heard: list[Heard] = field(init=False, default_factory=list)
    drawn: list[str] = field(init=False, default_factory=list)
    hinted: bool = field(init=False, default=False)
    said: list[str] = field(init=False, default_factory=list)
    opening: list[Event] = field(init=False, default_factory=list)  # the derivation that was told before the first choice
    derived: list[Event] = field(init=False, default_factory=list)  # the one that was told last, line by line

    def __post_init__(self) -> None:
        """Seat the bots."""
        seed, players = self.kept.seed, len(self.kept.seats)
        self.bots = {
            seat: player(self.table, self.table.bot(name), seed * players + seat)
            for seat, name in enumerate(self.kept.seats)
            if name != PERSON
        }
        self.screen = Screen(self.table, [self.name(seat) for seat in range(players)], self.width)

    def name(self, seat: int) -> str:
        """How a seat is called: the one person is you."""
        if seat in self.bots:
            return f"Player {seat + 1} ({self.bot(seat)})"
        return "You" if seat == self.alone else f"Player {seat + 1}"

    def bot(self, seat: int) -> str:
        """How the bot of a seat is called."""
        return told_apart(self.table.program.bots)[self.kept.seats[seat]].name

    @property
    def alone(self) -> int | None:
        """The seat of the one person; None where several share the screen, or nobody plays."""
        people = [seat for seat in range(len(self.kept.seats)) if seat not in self.bots]
        return people[0] if len(people) == 1 else None

    # ------------------------------------------------------------ from the first choice to the last

    def run(self) -> None:
        """Play until the game ends, or the last person leaves."""
        self.begin()
        try:
            while (pending := self.kept.state["pending"]) is not None:
                seat = int(pending["by"])
                if seat in self.bots:
                    self.do(self.bots[seat].decide(self.kept.state, self.table.legal(self.kept.state)))
                else:
                    self.turn(seat)
        except Left:
            self.leave()
            return
        except self.table.error as problem:
            self.put(f"the rules refuse what a bot's action comes to: {problem}")
            self.leave()
            return
        except (KeyboardInterrupt, Terminated) as stop:
            line("")
            stop.args = (self.parting(),)
            raise
        self.end()

    def begin(self) -> None:
        """Say what is played by whom; of a new game also what was dealt."""
        setup = self.table.setup(self.kept.setup)
        decks = told_apart(self.table.program.decks)
        self.put(setup.name, bold=True)
        for seat in range(setup.players):
            brings = f", {decks[self.kept.decks[seat]].name}" if self.kept.decks else ""
            who = "you" if seat == self.alone else self.bot(seat) if seat in self.bots else "a person"
            self.put(f"Player {seat + 1}: {who}{brings}", 2)
        line("help lists what may be typed.", dim=True)
        if (wide := max(map(len, self.screen.maps(self.kept.state, self.alone)), default=0)) > self.width:
            self.put(f"The map is {wide} characters wide, and a line of this window has {self.width}: widen it to see the map whole.")
        log = self.kept.state["log"]
        if all(entry["type"] not in ("choose", "pick") for entry in log):
            events = self.table.rules.retell(log)
            self.tell(events, self.alone)
            self.derived = self.opening = self.screen.telling.derived(events)

    def end(self) -> None:
        """The last table, and the result."""
        self.keep_up()
        line("")
        lines(self.screen.table(self.kept.state, self.alone))
        line("")
        line("The game has ended", bold=True)
        lines(self.screen.result(self.kept.state))
        if self.keep is not None:
            say(f"penance: the game is in {self.keep}")

    def leave(self) -> None:
        """Say what becomes of a game that is left."""
        say(f"penance: {self.parting()}")

    def parting(self) -> str:
        """What becomes of the game, in a sentence; it is kept where that was asked."""
        if self.keep is None:
            return "the game was not kept; play with --save FILE to keep one"
        self.keep_up()
        return f"the game is in {self.keep}; go on with: {self.again} --resume {quote(self.keep)}"

    def keep_up(self) -> None:
        """Keep the game as it stands, where that was asked."""
        if self.keep is not None:
            write(self.keep, self.kept)

    def put(self, text: str, indent: int = 0, **style: Any) -> None:
        """Show a text, in as many lines as it needs."""
        lines(self.screen.words.folded(text, indent), **style)

    def two_columns(self, told: str) -> list[str]:
        """A line of the help: what may be typed, and what it does."""
        first, *rest = self.screen.words.folded(told[HELP_COLUMN:], HELP_COLUMN, 0)
        return [told[:HELP_COLUMN] + first[HELP_COLUMN:], *rest]

    # ------------------------------------------------------------ what is done

    def do(self, action: Action) -> None:
        """Carry out an action and tell what happened, to those who look."""
        state = self.kept.state
        seat, head = int(state["pending"]["by"]), self.screen.headline(state, self.name(int(state["pending"]["by"])))
        after, events = self.table.apply(state, action)
        self.kept.state = after
        heard = Heard(seat, self.screen.named(state, action), action.get("card"), state, events)
        self.heard.append(heard)
        goes_on = after["pending"] is not None and after["pending"]["by"] == seat
        eyes = self.alone if self.alone is not None or seat in self.bots or not goes_on else seat
        if self.asked != seat:
            line("")
            line(head, bold=True)
            self.asked = seat
        self.say_of(heard, eyes)

    def say_of(self, heard: Heard, eyes: int | None) -> None:
        """Tell what was done and what came of it; choices that only lead to another one are told together with that."""
        self.said.append("a card" if self.is_hidden(heard, eyes) else heard.words)
        told = self.screen.telling.lines(heard.state, heard.events, eyes, heard.seat)
        self.derived = self.screen.telling.derived(heard.events) or self.derived
        if told or heard.events[-1]["type"] == "end" or heard.events[-1]["pending"]["by"] != heard.seat:
            lines(self.screen.words.folded(f"{self.name(heard.seat)}: {', '.join(self.said)}"))
            self.said = []
        lines(told)

    def is_hidden(self, heard: Heard, eyes: int | None) -> bool:
        """Whether a card was picked that this viewer sees neither before nor during its move."""
        if heard.card is None or eyes == heard.seat:
            return False
        seen = self.table.rules.view(heard.state, eyes)["cards"][heard.card] is not None
        return not seen and not self.screen.telling.shown(heard.events, heard.card, eyes)

    def tell(self, events: Sequence[Event], eyes: int | None) -> None:
        """What happened, as a player saw it."""
        lines(self.screen.telling.lines(self.kept.state, events, eyes))

    # ------------------------------------------------------------ what a person is asked

    def turn(self, seat: int) -> None:
        """Ask a person until something was done. Raises Left."""
        try:
            self.keep_up()
        except OSError as error:
            line(f"cannot write {self.keep}: {because(error)}")
        if self.alone is None and self.looking != seat:
            self.hand_over(seat)
        maps = self.screen.maps(self.kept.state, seat)
        if self.asked != seat:
            line("")
            lines(self.screen.table(self.kept.state, seat))
            line("")
            line(self.screen.headline(self.kept.state, self.name(seat)), bold=True)
        elif maps != self.drawn:
            line("")
            lines(maps)
        self.drawn = maps
        choices = self.ask(seat)
        while not self.obey(typed(), seat, choices):
            pass

    def hand_over(self, seat: int) -> None:
        """Wait until the other person sits at the screen; on a terminal, what the one before saw goes away."""
        line("")
        *before, last = self.screen.words.folded(f"{self.name(seat)}: press Enter when only you look at the screen")
        lines(before)
        if typed(f"{last} ") == ["quit"]:
            raise Left
        if cleared():
            since = [number for number, heard in enumerate(self.heard) if heard.seat == seat]
            self.said = []
            for heard in self.heard[since[-1] + 1 if since else 0 :]:
                self.say_of(heard, seat)
        self.asked = None

    def ask(self, seat: int) -> list[Choice]:
        """The question and its answers, each with the number that gives it."""
        choices = self.screen.choices(self.kept.state)
        if self.asked == seat:
            line("")
        self.asked, self.looking = seat, seat
        lines(self.screen.words.folded(self.screen.prompt(self.kept.state)), bold=True)
        for number, choice in enumerate(choices, start=1):
            mark = f" {number}" if choice.is_legal else f"({number})"
            first, *rest = self.screen.words.folded(choice.name, 6, 2)
            lines([mark.ljust(5).rjust(6) + first[6:], *rest], dim=not choice.is_legal)
        barred = [number for number, choice in enumerate(choices, start=1) if not choice.is_legal]
        if barred and not self.hinted:
            self.hinted = True
            self.put(f"({barred[0]}) is not allowed now: why {barred[0]} says why", dim=True)
        return choices

    def obey(self, words: list[str], seat: int, choices: list[Choice]) -> bool:
        """Do what was typed. True where the game has changed, and the question with it. Raises Left."""
        match words:
            case [number] if (choice := _chosen(number, choices)) is not None and choice.is_legal:
                return self.venture(choice)
            case [number] | ["why", number] if (choice := _chosen(number, choices)) is not None:
                lines(self.screen.why(self.kept.state, choice))
            case [number] | ["why", number] if number.lstrip("-").isdecimal():
                self.put(f"there is no number {number} here; there is 1 to {len(choices)}")
            case ["where"]:
                pending = self.kept.state["pending"]
                lines([] if self.where is None else self.where.shown(pending["procedure"], pending["step"]))
            case ["where", number]:
                self.show_where(number)
            case ["undo"]:
                return self.undo()
            case ["table"]:
                lines(self.screen.table(self.kept.state, seat))
            case ["log"]:
                self.log(seat)
            case ["save", *path] if path:
                self.save(" ".join(path))
            case ["quit"]:
                raise Left
            case [] | ["help"]:
                lines([line for told in HELP.splitlines() for line in self.two_columns(told)])
            case _:
                self.put(_misunderstood(" ".join(words), choices))
        return False

    def show_where(self, number: str) -> None:
        """The line of the rules behind a line of the last derivation."""
        if not self.derived or self.where is None:
            self.put("no derivation was told yet")
        elif (place := _place(number, len(self.derived))) is not None:
            note = self.derived[place]
            lines([f"{note['label']}: {plain(note['value'])}", *self.where.shown(note["procedure"], note["step"])])
        else:
            self.put(f"the last derivation has no line {number}; it has 1 to {len(self.derived)}")

    def venture(self, choice: Choice) -> bool:
        """Carry out a choice; one that plainly ends the game is confirmed first, because it cannot be undone."""
        try:
            after, events = self.table.apply(self.kept.state, choice.action)
        except self.table.error as problem:
            self.put(f"the rules refuse what comes of it: {problem}")
            return False
        is_chance = any(event["type"] in ("roll", "shuffle") for event in events)
        if after["pending"] is None and not is_chance and self.table.surely_ends(self.kept.state, choice.action):
            self.put("This ends the game. Type yes to do it.")
            if typed() != ["yes"]:
                return False
        self.do(choice.action)
        return True

    def save(self, path: str) -> None:
        """Keep the game under a name, from now on; a name that cannot be written is told, and the game goes on."""
        try:
            write(path, self.kept)
        except OSError as error:
            line(f"cannot write {path}: {because(error)}")
        except (Wrong, ValueError) as wrong:  # no file has a name with a zero in it
            line(str(wrong))
        else:
            line(f"the game is in {path}")
            self.keep = self.keep or path

    def log(self, seat: int) -> None:
        """What was done last, as far as it was done here."""
        self.said = []
        for heard in self.heard[-LOGGED:]:
            self.say_of(heard, seat)
        self.said = []

    def undo(self) -> bool:
        """Go back to the last choice of a person; what cannot be taken back is told."""
        state, taken = self.kept.state, 0
        try:
            while not taken or state["pending"]["by"] in self.bots:
                state, taken = self.table.rules.undo(state), taken + 1
        except self.table.error as problem:
            self.put(str(problem))
            return False
        self.kept.state, self.asked, self.said = state, None, []
        self.heard = self.heard[: max(0, len(self.heard) - taken)]
        told = (self.screen.telling.derived(heard.events) for heard in reversed(self.heard))
        self.derived = next(filter(None, told), self.opening)
        line("taken back")
        return True


def _chosen(number: str, choices: list[Choice]) -> Choice | None:
    place = _place(number, len(choices))
    return None if place is None else choices[place]


def _place(number: str, count: int) -> int | None:
    """The place from 0 that a number from 1 names among so many; None where there is none."""
    digits = number.lstrip("0")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 6:
        return None
    return int(digits) - 1 if int(digits) <= count else None


def _misunderstood(text: str, choices: list[Choice]) -> str:
    """What to type instead: the number of an answer whose name was typed, of each where several have it."""
    numbers = [str(number) for number, choice in enumerate(choices, start=1) if _is_called(choice, text)]
    if not numbers:
        return f"`{text}` is not understood; help lists what may be typed"
    if len(numbers) == 1:
        return f"`{text}` is number {numbers[0]}; an answer is given by its number"
    return f"`{text}` is the name of {len(numbers)} answers, {', '.join(numbers[:-1])} and {numbers[-1]}; an answer is given by its number"


def _is_called(choice: Choice, text: str) -> bool:
    return text.casefold() in (" ".join(name.split()).casefold() for name in (choice.name, *choice.called))
