"""What became of cards, and who began, held against a count by hand over the logs of the games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penance_build.api import compile_game
from penance_build.ir.nodes import Program
from penance_build.play.bots import player
from penance_build.play.figures import began, per_card
from penance_build.play.hands import Held, Piles, kinds_of
from penance_build.play.simulate import Match, Played, play
from penance_build.play.table import State, Table
from tests.command_line import Ran
from tests.conftest import ROOT
from tests.simulated import GAME, REFUSING

# By hand: the steps at which a card of the duel is played, and the pile that holds one that is being played.
PLAYED = {("one_action", "chosen"), ("answer_attack", "answer")}
LAID = ("played",)


def program(folder: Path, text: str = "") -> Program:
    """The program of a folder, with this text in it."""
    if text:
        (folder / "game.yaml").write_text(text, encoding="utf-8")
    result = compile_game(folder, every_option=False)
    assert result.program is not None, [problem.message for problem in result.problems]
    return result.program


@pytest.fixture(scope="module")
def duel() -> Table:
    return Table(program(ROOT / "rules" / "penance"))


def played_again(table: Table, setup: str, decks: list[str], bots: list[str], seed: int) -> State:
    """The last state of a game, from state to state."""
    state = table.new_game(table.setup(setup), decks, seed)
    seats = [player(table, table.bot(name), seed * 2 + seat) for seat, name in enumerate(bots)]
    while state["pending"] is not None:
        state, _ = table.apply(state, seats[state["pending"]["by"]].decide(state, table.legal(state)))
    return state


def counted(table: Table, state: State, played_at: set[tuple[str, str]], laid: tuple[str, ...]) -> list[dict[str, set[str]]]:
    """The cards of both players as the events of a whole log tell it."""
    cards: list[str] = state["cards"]
    found: list[dict[str, set[str]]] = [{"drawn": set(), "played": set()} for _ in (0, 1)]
    hands: list[set[int]] = [set(), set()]
    for event in table.rules.retell(state["log"]):
        if event["type"] == "pick" and (event["procedure"], event["slot"]) in played_at:
            (owner,) = (seat for seat in (0, 1) if event["card"] in hands[seat])
            found[owner]["played"].add(cards[event["card"]])
        if event["type"] == "move":
            if event["from"] == "hand":
                hands[event["from_owner"]] -= set(event["cards"])
            if event["to"] == "hand":
                hands[event["to_owner"]] |= set(event["cards"])
                found[event["to_owner"]]["drawn"] |= {cards[card] for card in event["cards"]}
    for seat, one in enumerate(found):
        hand = {cards[card] for card in state["zones"]["hand"][seat]}
        assert hand == {cards[card] for card in hands[seat]}
        one["dead"] = hand - one["played"]
        one["kept"] = (hand | {cards[card] for zone in laid for card in state["zones"][zone][seat]}) & one["drawn"]
    return found


def as_sets(held: tuple[Held, ...]) -> list[dict[str, set[str]]]:
    return [{name: set(getattr(one, name)) for name in ("drawn", "played", "dead", "kept")} for one in held]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("decks", [["confessor", "ironclad"], ["warden", "outrider"]])
def test_cards_of_the_duel_by_hand(decks: list[str], seed: int, duel: Table) -> None:
    game = play(duel, duel.setup("close_quarters"), decks, ["random", "random"], seed)
    state = played_again(duel, "close_quarters", decks, ["random", "random"], seed)
    assert (game.rounds, game.decisions) == (state["result"]["rounds"], sum(entry["type"] in ("choose", "pick") for entry in state["log"]))
    assert as_sets(game.held) == counted(duel, state, PLAYED, LAID)


@pytest.mark.parametrize("seed", range(1, 9))
def test_who_began_the_duel_is_who_won_the_roll(seed: int, duel: Table) -> None:
    game = play(duel, duel.setup(None), ["outrider", "warden"], ["random", "random"], seed)
    state = played_again(duel, "duel", ["outrider", "warden"], ["random", "random"], seed)
    one, two = ([entry["face"] for entry in state["log"] if entry.get("name") == f"initiative_{seat}"] for seat in ("one", "two"))
    assert len(one) == len(two) > 0
    assert game.first == (0 if one[-1] > two[-1] else 1)


@pytest.mark.full
def test_seats_begin_as_often(duel: Table) -> None:
    games = [play(duel, duel.setup(None), ["outrider", "warden"], ["random", "random"], seed) for seed in range(1, 30)]
    assert {game.first for game in games} == {0, 1}
    assert [one["of"] for one in began(games, 2)["seats"]] == [29, 29]


@pytest.mark.full
def test_watched_and_in_place_are_the_same_game(duel: Table) -> None:
    """The careful way also follows a choice that may be refused after dice were drawn."""
    for seed in (1, 2):
        games = [play(duel, duel.setup(None), ["confessor", "ironclad"], ["random", "random"], seed, checked) for checked in (False, True)]
        assert games[0] == games[1]


def test_what_the_rules_refuse_after_dice_is_looked_through_and_watched(tmp_path: Path) -> None:
    """By a bot that weighs every face, and by the careful way, which follows the log; both draw from what is no generator."""
    table = Table(program(tmp_path, REFUSING.replace("start: 20", "start: 30")))
    setup = table.setup(None)
    for bot in ("sure", "any"):
        games = [[play(table, setup, [], [bot], seed, checked) for seed in (1, 2, 3)] for checked in (False, True)]
        assert games[0] == games[1]


# ---------------------------------------------------------------- a game that plays no card by its effect


def test_a_card_that_goes_where_all_see_it_is_played_and_a_buried_one_is_not(tmp_path: Path) -> None:
    table = Table(program(tmp_path, GAME))
    setup = table.setup(None)
    assert (table.piles.hands, table.piles.laid, table.piles.is_played_by_rules) == ({"hand"}, {"board"}, False)
    for seed in range(1, 40):
        game = play(table, setup, ["high", "low"], ["any", "any"], seed)
        state = played_again(table, "pile", ["high", "low"], ["any", "any"], seed)
        assert as_sets(game.held) == counted(table, state, {("turn", "laid")}, ("board",))
        assert game.first == next(entry for entry in state["log"] if entry["type"] == "roll")["face"] % 2


def test_hands_that_are_dealt_before_the_first_step_are_drawn(tmp_path: Path) -> None:
    text = GAME.replace("    deck: deck\n", "    deck: deck\n    zones: {hand: low}\n")
    table = Table(program(tmp_path, text))
    games = [play(table, table.setup(None), ["high", "high"], ["any", "any"], seed) for seed in range(1, 9)]
    assert all({"king", "knave"} <= set(held.drawn) for game in games for held in game.held)
    assert kinds_of(table.program, table.setup(None), ["high", "low"]) == [{"ace", "king", "knave"}, {"king", "knave"}]


def test_a_shared_board_is_told_apart_by_who_played(tmp_path: Path) -> None:
    text = GAME.replace("board: {owner: player", "board: {owner: game").replace("to: who.board", "to: board")
    text = text.replace("sum(one.board, card.worth)", "size(one.hand)").replace("sum(two.board, card.worth)", "size(two.hand)")
    text = text.replace("sum(me.board, card.worth) - sum(foe.board, card.worth)", "size(me.hand)")
    table = Table(program(tmp_path, text))
    for seed in range(1, 20):
        for held in play(table, table.setup(None), ["high", "low"], ["any", "any"], seed).held:
            assert set(held.played) <= set(held.kept)


def test_which_choices_play_a_card(duel: Table) -> None:
    assert duel.piles.plays == PLAYED
    assert duel.piles.hands == {"hand"}
    assert "discard" not in duel.piles.laid
    assert set(LAID) <= duel.piles.laid


# ---------------------------------------------------------------- what they say


def test_cards_are_counted_for_the_players_who_could_hold_them(tmp_path: Path) -> None:
    """Three games by hand: won with the ace, lost without it, and one that nobody could win."""
    made = program(tmp_path, GAME)
    setup = made.setups[0]
    low = Held(("knave",), ("knave",))
    games = [
        Played(1, 5, 0, 3, "ahead", 0, (Held(("ace", "king"), ("ace",), ("king",), ("ace", "king")), low)),
        Played(2, 5, 1, 3, "ahead", 0, (Held(("king",), (), ("king",), ("king",)), low)),
        Played(3, 5, None, 3, "level", None, (Held(("ace",), ("ace",)), low)),
    ]
    match = Match(("high", "low"), ("any", "any"), games)
    ace, king, knave = per_card(made, setup, [match])

    def parts(one: dict[str, Any]) -> dict[str, tuple[int, int]]:
        return {name: (value["count"], value["of"]) for name, value in one.items() if isinstance(value, dict)}

    assert (ace["decks"], king["decks"]) == (["high"], ["high", "low"])
    assert (ace["card"], ace["games"], king["games"], knave["games"]) == ("ace", 3, 6, 3)
    assert parts(ace) == {
        "drawn": (2, 3), "played": (2, 2), "dead": (0, 2), "kept_by_winner": (1, 1), "wins_drawn": (1, 1), "wins_played": (1, 1),
        "wins_undrawn": (0, 1),
    }  # fmt: skip
    assert parts(king) == {
        "drawn": (2, 6), "played": (0, 2), "dead": (2, 2), "kept_by_winner": (1, 2), "wins_drawn": (1, 2), "wins_played": (0, 0),
        "wins_undrawn": (1, 2),
    }  # fmt: skip
    assert parts(knave)["wins_drawn"] == (1, 2)
    assert began(games, 2) == {
        "wins": {**began(games, 2)["wins"], "count": 1, "of": 2},
        "of_won": {**began(games, 2)["of_won"], "count": 1, "of": 2},
        "seats": [{**one, "of": 2} for one in began(games, 2)["seats"]],
    }


def test_a_draw_is_not_won_by_who_began() -> None:
    told = began([Played(1, 9, -1, 1, "", 0), Played(2, 9, 0, 1, "", 0), Played(3, 9, 0, 1, "", 1), Played(4, 9, None, 1, "", None)], 2)
    assert [(told[name]["count"], told[name]["of"]) for name in ("wins", "of_won")] == [(1, 3), (1, 2)]
    assert [(one["count"], one["of"]) for one in told["seats"]] == [(2, 3), (1, 3)]


def test_the_text_is_a_table_of_a_hundred_columns(tmp_path: Path, penance: Callable[..., Ran]) -> None:
    long = "Knave of the very long and winding name"
    program(tmp_path, GAME.replace("name: Knave", f"name: {long}"))
    ran = penance("simulate", "--bots", "any", "--games", "20", cwd=tmp_path)
    lines = ran.out.splitlines()
    assert max(map(len, lines)) <= 100
    head = next(place for place, line in enumerate(lines) if line.startswith("cards, "))
    assert lines[head + 1].split() == ["winner", "wins", "if", "not", "wins"]
    assert lines[head + 2].split() == ["drawn", "played", "dead", "keeps", "if", "drawn", "drawn", "if", "played"]
    names = [line[2:].split("  ")[0] or line[4:].split("  ")[0] for line in lines[head + 3 : head + 9]]
    assert names == ["High", "Ace", "Low", "Knave of the very long ...", "in several decks or none", "King"]
    assert lines[-1] == "Every share is one of these bots against each other: other bots, and people, may win otherwise."
    assert "over all pairings" in lines


def test_piles_of_the_other_games_are_found(root: Path) -> None:
    for name in ("aethelgard", "skirmish"):
        other = compile_game(root / "rules" / name, every_option=False).program
        assert other is not None
        assert Piles(other).hands == frozenset()
