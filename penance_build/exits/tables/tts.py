"""Tabletop Simulator: sheets of faces, and a saved object with decks, dice, boards, tokens, counters and the quick reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penance_build.exits.drawn import Pile
from penance_build.exits.job import Job, json_bytes, upload_list
from penance_build.exits.raster import card_picture
from penance_build.exits.tables import dice
from penance_build.exits.tables.boards import boards_of, players_of, tokens_of
from penance_build.exits.tables.ids import Guids
from penance_build.exits.tables.sheets import Sheet, picture_of, sheets_of
from penance_build.exits.tables.words import both_sides, counter_words, die_words, face_words, notes
from penance_build.ir.nodes import CounterDef, Die
from penance_build.press.dice.pools import at_hand
from penance_build.product import Artifact

if TYPE_CHECKING:
    from PIL.Image import Image

JsonObject = dict[str, Any]
# Dice that the program has of its own, by their faces.
_BUILT_IN = (4, 6, 8, 10, 12, 20)
# How far apart things lie, in inches of the table.
_APART = 3
_ROWS = {"decks": 0, "dice": -5, "counters": -9, "notes": 5, "tokens": -13, "boards": 18}
_UNITS = 0.0353  # of the table in a millimetre: a poker card is 2.24 wide there
_TILE_BOX, _TILE_HEX, _TILE_CIRCLE = 0, 1, 2
_CARD_CORNERS = 0  # rounded
_EMPTY = tuple("Date VersionNumber GameMode GameType GameComplexity Table Sky Note LuaScript LuaScriptState XmlUI".split())


def write(job: Job) -> tuple[Artifact, ...]:
    """``GAME.json``, its pictures, and ``upload.csv``."""
    writer = _Writer(job)
    writer.decks()
    writer.dice()
    writer.boards()
    writer.tokens()
    writer.counters()
    writer.notes()
    return writer.files()


class _Writer:
    """Collects objects and the files that they name."""

    def __init__(self, job: Job) -> None:
        self._job, self._guids = job, Guids(f"tts {job.program.game}", 6)
        self._objects: list[JsonObject] = []
        self._files: dict[str, Artifact] = {}
        self._made: set[str] = set()
        self._keys = 0

    def files(self) -> tuple[Artifact, ...]:
        """Everything that was written."""
        program = self._job.program
        if not self._objects:
            return ()
        empty = dict.fromkeys(_EMPTY, "")
        saved = {"SaveName": f"{program.name} {program.version}".strip(), **empty, "Tags": [], "Gravity": 0.5, "PlayArea": 0.5}
        saved |= {"TabStates": {}, "ObjectStates": self._objects}
        pictures = tuple(self._files.values())
        made = tuple(sorted(self._made))
        main = self._job.file(f"{program.game}.json", json_bytes(saved), more=made)
        return (*pictures, self._job.file("upload.csv", upload_list(self._job, pictures), more=made), main)

    # ------------------------------------------------------------ decks

    def decks(self) -> None:
        """Each deck face down."""
        for place, pile in enumerate(self._job.faces.piles):
            self._made.update(self._job.pile_made_from(pile))
            sheets = sheets_of(pile, self._job.faces.faces, self._job.profile.sheet)
            customs: JsonObject = {}
            cells: dict[str, tuple[int, str]] = {}
            for sheet in sheets:
                self._keys += 1
                key = str(self._keys)
                customs[key] = self._custom(pile, sheet)
                cells |= {entry.front: (100 * self._keys + cell, key) for cell, entry in enumerate(sheet.entries)}
            self._objects.append(self._deck(pile, customs, cells, place))

    def _custom(self, pile: Pile, sheet: Sheet) -> JsonObject:
        """A sheet as the program knows it; its pictures are made here."""
        job, ending, faces = self._job, self._job.profile.file, self._job.faces.faces
        front = f"{sheet.name}.{ending}"
        keys = [entry.front for entry in sheet.entries]
        self._files[front] = job.picture(front, picture_of(sheet, keys, faces), sheet.entries, about=("deck", pile.deck))
        if sheet.has_back_sheet:
            back = f"{sheet.name}-backs.{ending}"
            self._files[back] = job.picture(back, picture_of(sheet, sheet.backs, faces), sheet.entries, about=("deck", pile.deck))
        else:
            back = f"back-{faces[sheet.backs[0]].name}.{ending}"
            if back not in self._files:
                self._files[back] = job.picture(back, card_picture(faces[sheet.backs[0]], *sheet.grid.cell), about=("theme", "backs"))
        return {
            "FaceURL": job.address(front),
            "BackURL": job.address(back),
            "NumWidth": sheet.grid.columns,
            "NumHeight": sheet.grid.rows,
            "BackIsHidden": True,
            "UniqueBack": sheet.has_back_sheet,
            "Type": _CARD_CORNERS,
        }

    def _deck(self, pile: Pile, customs: JsonObject, cells: dict[str, tuple[int, str]], place: int) -> JsonObject:
        where = (place * _APART, 1.0, _ROWS["decks"], 180)
        cards = []
        for entry in pile.entries:
            number, key = cells[entry.front]
            for copy in range(entry.copies):
                name = f"card {pile.id} {entry.card.id} {copy}"
                words = both_sides(self._job.program, entry.card)
                is_alone = pile.cards == 1
                card = self._object("CardCustom" if is_alone else "Card", name, (entry.card.name, words), where)
                hides = not entry.card.back  # else the table would hide which card is on top of it
                cards.append(card | {"HideWhenFaceDown": hides, "Hands": True, "SidewaysCard": False, "CardID": number})
                cards[-1]["CustomDeck"] = {key: customs[key]}
        if len(cards) == 1:
            return cards[0]
        deck = self._object("DeckCustom", f"deck {pile.deck}", (pile.name, f"{len(cards)} cards"), where)
        deck |= {"HideWhenFaceDown": True, "Hands": False, "SidewaysCard": False, "DeckIDs": [card["CardID"] for card in cards]}
        return deck | {"CustomDeck": customs, "ContainedObjects": cards}

    # ------------------------------------------------------------ dice, counters, notes

    def dice(self) -> None:
        """As many dice as a set or a roll has: with their own faces where these are drawn, else those of the program."""
        place, ready = 0, at_hand(self._job.program)
        for die in self._job.program.dice:
            for copy in range(max(1, ready[die.id])):
                where = (place * 1.2, 1.5, _ROWS["dice"], 0)
                made = self._own_die(die, copy, where) if dice.is_drawn(self._job.program, die) else self._plain_die(die, copy, where)
                if made is not None:
                    self._objects.append(made)
                    self._made.add(f"die {die.id}")
                    place += 1

    def _own_die(self, die: Die, copy: int, where: tuple[float, float, float, int]) -> JsonObject:
        job, picture = self._job, f"die-{die.id}.{self._job.profile.file}"
        if picture not in self._files:
            data = job.picture(picture, dice.dice_picture(job.program, die), about=("die", die.id)).data
            self._files[picture] = job.file(picture, data, more=(f"die {die.id}", "icons"))
            self._files["die.obj"] = job.file("die.obj", dice.cube_obj())
        made = self._object("Custom_Model", f"die {die.id} {copy}", (die.name, die_words(die)), where)
        made["CustomMesh"] = {
            "MeshURL": job.address("die.obj"), "DiffuseURL": job.address(picture), "NormalURL": "", "ColliderURL": "",
            "Convex": True, "MaterialIndex": 0, "TypeIndex": 2, "CastShadows": True,
        }  # fmt: skip
        made["RotationValues"] = [
            {"Value": face_words(die.faces[position - 1]), "Rotation": dict(zip("xyz", turn, strict=True))}
            for position, turn in dice.turned()
        ]
        return made

    def _plain_die(self, die: Die, copy: int, where: tuple[float, float, float, int]) -> JsonObject | None:
        """A die of the program with as many faces; its tooltip says what each number stands for."""
        if len(die.faces) not in _BUILT_IN:
            if not copy:
                has = ", ".join(map(str, _BUILT_IN))
                says = f"{die.name} has {len(die.faces)} faces and is left out: {self._job.profile.name} has dice of {has}"
                self._job.complaints.say("W882", says, ("die", die.id), "roll another die for it, and say how its faces count")
            return None
        return self._object(f"Die_{len(die.faces)}", f"die {die.id} {copy}", (die.name, die_words(die)), where)

    # ------------------------------------------------------------ boards and tokens

    def boards(self) -> None:
        """Each board as a tile that stays where it is."""
        place = 0
        for number, board in enumerate(boards_of(self._job), 1):
            shown = (f"board-{number}", board.picture, board.size[0])
            for copy in range(board.copies):
                where = (place * 24.0, 1.0, _ROWS["boards"], 0)
                name = f"board {number}" if not copy else f"board {number} {copy + 1}"
                self._objects.append(self._tile(name, board.title, shown, _TILE_BOX, where) | {"Locked": True})
                place += 1

    def tokens(self) -> None:
        """As many tokens as the sheets have."""
        place = 0
        for number, piece in enumerate(tokens_of(self._job), 1):
            form, shown = _TILE_HEX if piece.is_hex else _TILE_CIRCLE, (f"token-{number}", piece.picture, piece.width)
            for copy in range(piece.copies):
                where = (place % 12 * 1.2, 1.0, _ROWS["tokens"] - place // 12 * 1.2, 0)
                self._objects.append(self._tile(f"token {number} {copy + 1}", piece.name, shown, form, where))
                place += 1

    def _tile(self, name: str, title: str, shown: tuple[str, Image, int], form: int, where: tuple[float, float, float, int]) -> JsonObject:
        """A flat piece; ``shown`` is the name of its picture, that, and its width in micrometres, which is to cards as on paper."""
        (file, picture, width), job = shown, self._job
        path = f"{file}.{job.profile.file}"
        if path not in self._files:
            data = job.picture(path, picture, about=("reference", "")).data
            self._files[path] = job.file(path, data, more=("reference", "theme", "icons"))
        self._made.add("reference")
        made = self._object("Custom_Tile", name, (title, ""), where)
        scale = round(width / 1000 * _UNITS / 2, 4)
        made["Transform"] |= {"scaleX": scale, "scaleZ": scale}
        made["CustomImage"] = {
            "ImageURL": job.address(path), "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0,
            "CustomTile": {"Type": form, "Thickness": 0.1, "Stackable": False, "Stretch": True},
        }  # fmt: skip
        return made

    def counters(self) -> None:
        """The counters that people are shown, in a bag for each player, and one for those of the game."""
        program = self._job.program
        owners = [("player", f"Counters, player {player}", player) for player in range(1, players_of(program) + 1)]
        for place, (owner, title, player) in enumerate([*owners, ("game", "Counters of the game", 0)]):
            where = (place * _APART, 1.0, _ROWS["counters"], 0)
            held = [counter for counter in program.counters if _is_number(counter) and counter.owner == owner]
            inside = []
            for counter in held:
                name = f"{counter.name}, player {player}" if player else counter.name
                made = self._object("Counter", f"counter {counter.id} {player}", (name, counter_words(counter)), where)
                inside.append(made | {"Counter": {"value": counter.start}})
            if inside:
                bag = self._object("Bag", f"counters {player}", (title, "\n".join(counter.name for counter in held)), where)
                self._objects.append(bag | {"ContainedObjects": inside})
                self._made.update(f"counter {counter.id}" for counter in held)

    def notes(self) -> None:
        """The quick reference, a notecard for each side."""
        for place, note in enumerate(notes(self._job.program)):
            where = (place * 5.0, 1.0, _ROWS["notes"], 0)
            self._objects.append(self._object("Notecard", f"note {place}", (note.title, note.text), where))
            self._made.add("reference")

    def _object(self, kind: str, name: str, says: tuple[str, str], where: tuple[float, float, float, int]) -> JsonObject:
        """What all objects have; ``where`` is x, y, z and the turn about z: 180 lies face down."""
        x, y, z, turn = where
        place = {"posX": float(x), "posY": float(y), "posZ": float(z), "rotX": 0.0, "rotY": 180.0, "rotZ": float(turn)}
        return {
            "Name": kind,
            "Transform": place | {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
            "Nickname": says[0],
            "Description": says[1],
            "GMNotes": "",
            "Tags": [],
            "Locked": False,
            "Tooltip": True,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            "GUID": self._guids.of(name),
        }


def _is_number(counter: CounterDef) -> bool:
    """Whether a counter is a plain number on the table that people are shown."""
    return counter.shown and not counter.ref and counter.owner in ("player", "game")
