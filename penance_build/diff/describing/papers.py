"""What is said of what is only printed or proved: units, reference, theme, claims, examples, rulings, sources. All of it is text."""

from __future__ import annotations

from penance_build.diff.describing.facts import Facts, given, order, pairs_text, said, text, value_text, within, yes
from penance_build.ir import nodes as ir
from penance_build.ir.record import Record
from penance_build.ir.text import formula_text
from penance_build.ir.uses import dice_by_name
from penance_build.ir.walk import statements
from penance_build.press.drawing.lengths import decimal
from penance_build.press.reference.printed import block_names


class Setting(Record):
    """A key of the theme, or an icon with its path."""

    id: str
    value: str
    name: str = ""


class Title(Record):
    """A game as a whole: its names, and the order of what is numbered by it."""

    id: str
    game: str
    name: str
    subtitle: str
    locale: str
    version: str
    numbered: tuple[tuple[str, tuple[str, ...]], ...]


class Side(Record):
    """A side of the quick reference, by its number."""

    id: str
    name: str
    side: ir.ReferenceSide


def setting_facts(setting: Setting) -> Facts:
    return said((text("value", setting.value),))


def layout_facts(layout: ir.Layout) -> Facts:
    """What stands where on a face."""
    only = "; ".join(f"{name}: {', '.join(values)}" for name, values in layout.only)
    found = [text("for", ", ".join(layout.types)), text("only", only), text("ground", _by_value(layout.ground))]
    found.append(text("side", "back" if layout.is_back else ""))
    found.append(order("order of boxes", tuple(box.id for box in layout.boxes), "text"))
    for box in layout.boxes:
        place = " ".join(decimal(length, 3) for length in (box.left, box.top, box.width, box.height))
        size = f"{decimal(box.smallest, 2)}..{decimal(box.largest, 2)}" if box.kind == "text" else ""
        looks = {**dict(box.styles), **{name: str(number) for name, number in box.numbers}}
        looks |= {name: _by_value(value) for name, value in box.colors}
        facts = [text("at", place), text("is", box.kind), text("shows", _by_value(box.content)), text("count", box.count)]
        facts += [text("size", size), *(text(name, value) for name, value in sorted(looks.items()))]
        facts += [text("types", ", ".join(box.types)), text("has", ", ".join(box.has)), text("lacks", ", ".join(box.lacks))]
        found += within(f"box {box.id}", *facts)
    return said(tuple(found))


def _by_value(item: ir.ByValue) -> str:
    cases = ", ".join(f"{name}: {value}" for name, value in item.cases)
    return f"{item.of} {cases}, else {item.other or 'nothing'}" if item.of else item.other


def title_facts(title: Title) -> Facts:
    called = text("id", title.game), text("name", title.name), text("subtitle", title.subtitle)
    found = (*called, text("language", title.locale), text("version", title.version))
    return said((*found, *(order(f"order of {what}", names) for what, names in title.numbered)))


def unit_facts(unit: ir.Unit) -> Facts:
    return said((text("name", unit.name), text("plural", unit.plural), text("more", unit.up), text("less", unit.down)))


def side_facts(program: ir.Program, side: Side) -> Facts:
    found = [text("title", side.side.title), text("sheet", side.side.sheet), text("columns", str(side.side.columns or ""))]
    found += [text("owner", side.side.owner), text("landscape", yes(side.side.is_landscape))]
    names = block_names(side.side)
    found.append(order("order of blocks", names, "text"))
    for name, block in zip(names, side.side.blocks, strict=True):
        shows = text("title", block.title), text("shows", f"{block.show} {block.ref}".strip())
        found += within(f"block {name}", *shows, text("lines", "\n".join(block.lines)), text("columns", ", ".join(block.columns)))
        if block.pieces is not None:
            found += within(f"block {name}", *pieces_facts(block.pieces))
        if block.odds is not None:
            found += within(f"block {name}", *odds_facts(program, block.odds))
    return said(tuple(found))


def pieces_facts(pieces: ir.Pieces) -> Facts:
    """What a thing to play with is of; its cells follow from the rules."""
    named = [text(name, said_) for name, said_ in (("of", ", ".join(pieces.of)), ("decks", ", ".join(pieces.decks)))]
    named += [text("enum", pieces.enum), text("table", pieces.table), text("cell", decimal(pieces.cell_um, 3) if pieces.cell_um else "")]
    numbers = (("count", pieces.count), ("last", pieces.last), ("width", pieces.width), ("height", pieces.height))
    return (*named, *(text(name, str(number or "")) for name, number in numbers))


def odds_facts(program: ir.Program, odds: ir.OddsTable) -> Facts:
    """What stands above and beside the figures, and what each row asks; what is answered follows from the rules."""
    over = ", ".join(f"{head or 'nothing'} over {count}" for head, count in odds.across)
    heads = text("above the rows", odds.down), text("above the columns", ", ".join(odds.heads)), text("over the columns", over)
    form = text("form", f"{'bars' if odds.bars else 'a table'}, digits {odds.digits}")
    rows = [(row.head, "; ".join(dict.fromkeys(_asked(program, cell, "") for cell in row.cells))) for row in odds.rows]
    return (*heads, form, text("rows", ", ".join(head for head, _ in rows)), *(text(f"row {head}", asked) for head, asked in rows))


def claim_facts(program: ir.Program, claim: ir.Claim, event: str) -> Facts:
    found = (text("says", claim.says), text("question", question(program, claim, event)), text("verdict", claim.verdict))
    return said((*found, text("source", claim.source), text("ruling", claim.ruling)))


def data_facts(fact: ir.Fact) -> Facts:
    """What a document says of data; what the rules have follows from them."""
    found = [text("about", f"{fact.about} {fact.of}")]
    for what, items in (("says", fact.says), ("the ruling says", fact.ruled)):
        found += [text(f"{what} {item.name}", item.said) for item in items]
    return said((*found, text("source", fact.source), text("ruling", fact.ruling)))


def question(program: ir.Program, claim: ir.Claim, event: str) -> str:
    """What a claim asks: the procedure with its inputs, and the mean or the event, as that is written; and what it is compared with."""
    first = _asked(program, claim.asked, event)
    return first if claim.than is None else f"{first}, against {_asked(program, claim.than, '')}"


def _asked(program: ir.Program, asked: ir.Asked, event: str) -> str:
    what = f"mean {asked.mean}" if asked.mean else f"variance {asked.spread}" if asked.spread else ""
    if not what and asked.where is not None:
        what = event or formula_text(program, asked.where)
    inputs = pairs_text(given(program, asked.procedure, asked.inputs))
    game = situation_text(asked.situation)
    choices = policy_text(program, asked.policy)
    told = (("with", inputs), ("in", game), ("by the policy", choices))
    return f"{asked.procedure}{''.join(f' {word} {said}' for word, said in told if said)}{f': {what}' if what else ''}"


def policy_text(program: ir.Program, policy: tuple[ir.Choice, ...]) -> str:
    """How choices are made, as the command line says it; "" where nothing is said."""
    found = []
    for choice in policy:
        way = choice.way
        if isinstance(choice.rule, ir.Const) and choice.rule.value < len(program.cards) and not _is_option(program, choice):
            way = program.cards[choice.rule.value].id
        elif choice.rule is not None:
            way = formula_text(program, choice.rule)
        found.append(way if choice.slot == "*" else f"{choice.slot}={way}")
    return ", ".join(found)


def _is_option(program: ir.Program, choice: ir.Choice) -> bool:
    """Whether a choice is one of options, and not of cards."""
    body = program.by_id.procedures[choice.procedure].body
    return any(isinstance(stmt, ir.Choose) and stmt.slot == choice.slot for stmt in statements(body))


def situation_text(situation: ir.Situation | None) -> str:
    """The game in which something is asked, as the options of the command line say it; "" for a new one."""
    if situation is None:
        return ""
    found = [f"setup {situation.setup}"] if situation.setup else []
    found += [f"decks {','.join(situation.decks)}"] if situation.decks else []
    found += [f"{name}={','.join(map(str, values))}" for name, values in situation.counters]
    for zone, piles in situation.zones:
        found.append(f"{zone}={'/'.join(','.join(f'{card}:{copies}' for card, copies in pile) for pile in piles)}")
    return ", ".join([*found, *([f"{situation.players} players"] if situation.players else [])])


def example_facts(program: ir.Program, example: ir.Example) -> Facts:
    found = [text("procedure", example.procedure), text("inputs", pairs_text(given(program, example.procedure, example.inputs)))]
    found.append(text("game", situation_text(example.situation)))
    found.append(text("policy", policy_text(program, example.policy)))
    procedure = program.by_id.procedures.get(example.procedure)
    rolls = {} if procedure is None else dice_by_name(procedure.rolls)
    results = {} if procedure is None else {slot.name: slot.type for slot in procedure.results}
    for name, faces in example.dice:
        dice, places = rolls.get(name, ()), tuple(face for face in faces if isinstance(face, int))
        is_known = len(dice) == 1 and len(places) == len(faces)
        shown = value_text(program, ir.Type("roll", dice[0]), places) if is_known else f"[{', '.join(map(str, faces))}]"
        found.append(text(f"dice {name}", shown))
    for what, values in (("expects", example.expect), ("the book says", example.book_says)):
        found += [text(f"{what} {name}", _result(program, results.get(name), value)) for name, value in values]
    found += [text("chooses", ", ".join(example.chooses)), text("leaves", "; ".join(said_ for said_, _ in example.leaves))]
    found += [text("tells", "\n".join(example.tells)), text("source", example.source), text("ruling", example.ruling)]
    return said(tuple(found))


def _result(program: ir.Program, kind: ir.Type | None, value: int | tuple[int, ...]) -> str:
    return value_text(program, kind or ir.Type("int" if isinstance(value, int) else "list"), value)


def ruling_facts(ruling: ir.Ruling) -> Facts:
    found = (text("status", ruling.status), text("question", ruling.question), text("decision", ruling.decision))
    return said((*found, text("reason", ruling.reason), text("sources", ", ".join(ruling.sources)), text("by hand", yes(ruling.by_hand))))


def source_facts(source: ir.Source) -> Facts:
    found = [text("title", source.title), text("short", source.short), text("version", source.version)]
    for name, title, status, why in source.sections:
        found += within(f"section {name}", text("title", title), text("status", status), text("why", why))
    return said(tuple(found))
