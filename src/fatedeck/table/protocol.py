"""Every message between page and server, as types: what goes over HTTP and over the live line.

`docs/protocol.md` tells the story around them; `python -m fatedeck.table.schema` writes the JSON
Schema and the page's TypeScript types from this module.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from fatedeck.engine import questions
from fatedeck.engine.chance import LONGEST_SALT, Salt
from fatedeck.engine.decks import DeckBox, DeckRead, Rival
from fatedeck.engine.fights import Estimate
from fatedeck.engine.heroes import LONGEST
from fatedeck.engine.lesson import Stop
from fatedeck.engine.offers import Form, Offer, Use, Value
from fatedeck.engine.questions import Decision
from fatedeck.engine.rulebook import Clause
from fatedeck.engine.ruleset import Seating
from fatedeck.engine.seen import Read
from fatedeck.engine.story import Moment
from fatedeck.engine.view import Campaign, Face, Gadget, Look, Making, SceneTold, Sheet, Zone
from fatedeck.odds.showing import Chance, Choice, Odds
from fatedeck.table.deadlines import Deadline

PROTOCOL = 3

T = TypeVar("T")

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Words: TypeAlias = Annotated[str, Meta(min_length=1, max_length=4000)]
Place: TypeAlias = Annotated[int, Meta(ge=-1, le=63)]
DeckText: TypeAlias = Annotated[str, Meta(max_length=20_000)]
PictureName: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Date: TypeAlias = Annotated[int, Meta(ge=0, le=253_370_764_800_000)]
"""Milliseconds since 1970, up to the year 9999: no calendar goes further."""

SPECTATORS = -1
"""The place that stands for the spectators' link."""

Role: TypeAlias = Literal["player", "gm", "spectator", "host"]
Phase: TypeAlias = Literal["lobby", "playing", "ended"]
Door: TypeAlias = Literal["open", "ask", "shut"]
Colour: TypeAlias = Literal["crimson", "amber", "olive", "teal", "sky", "indigo", "plum", "slate"]
TalkKind: TypeAlias = Literal["chat", "narration", "whisper", "note"]
StoryKind: TypeAlias = Literal["play", "chat", "narration", "whisper", "note", "event"]


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


# From the page


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag=_tag):
    """A message of the page. Its `id` is made by the page; sent twice, it counts once."""

    id: Id


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag=_tag):
    """The first message on the live line: which table, and the secret of one's link.

    Who runs a damaged table says with `go_on_from` that it goes on from there.
    """

    protocol: int
    table: Id
    token: Token
    go_on_from: Version = 0


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag=_tag):
    """Is the line still up? Answered by `pong`."""


class Do(Command, frozen=True):
    """Begin an action that was offered at version `v`, or decree one (`fiat.set` and its like)."""

    v: Version
    action: dict[str, Value]


class Answer(Command, frozen=True):
    """Answer the open question; the game master may answer for another `seat`."""

    v: Version
    answer: questions.Answer
    seat: str = ""


class Cancel(Command, frozen=True):
    """Call off the action in flight: the game master's, or asked for by the host as `rewind` is."""

    v: Version


class TakeBack(Command, frozen=True):
    """Take back one's own last action, while it has drawn and revealed nothing."""

    v: Version


class Rewind(Command, frozen=True):
    """Go back to quiet point `to`: the game master's.

    The host only asks for it: the game goes back when everyone who plays agrees. Alone they may.
    """

    v: Version
    to: Version


class AddSalt(Command, frozen=True):
    """Add words of one's own to the sealed stream."""

    words: Annotated[str, Meta(min_length=1, max_length=LONGEST_SALT)]


class End(Command, frozen=True):
    """End the table and open its secret: any seat once the game is over, else who runs it.

    It is for good, so it is refused unless the sender says to be `sure`.
    """

    sure: bool = False


class Say(Command, frozen=True):
    """Talk. A whisper is for the seats at these places; a note is the game master's own.

    A `picture` that was brought to the table is shown with the words.
    """

    kind: TalkKind
    text: Words
    to: Annotated[list[Place], Meta(max_length=32)] = []
    picture: PictureName = ""


class Pause(Command, frozen=True):
    """Tap the safety card: the scene pauses, and nobody is told who tapped it."""


class Resume(Command, frozen=True):
    """Go on with a paused scene: who runs the table; any seat where there is no game master."""


class Rename(Command, frozen=True):
    """Name a seat before the start: one's own, or any by who runs the table."""

    place: Place
    name: Name


class AddSeat(Command, frozen=True):
    """Add a seat before the start; answered with its link."""

    name: Name
    role: Literal["player", "gm"] = "player"


class RemoveSeat(Command, frozen=True):
    """Take a seat away before the start."""

    place: Place


class Start(Command, frozen=True):
    """Start the game with the seats as they are, or without those that nobody has taken."""

    only_taken: bool = False


class HandOver(Command, frozen=True):
    """Hand a seat to the machine (`to` names how it plays), or back to its person (empty).

    One's own, or any seat by who runs the table.
    """

    place: Place
    to: Annotated[str, Meta(max_length=80)]


class NewLink(Command, frozen=True):
    """Make a new link: the old one stops working at once.

    One's own seat's, or, by who runs the table, that of a seat nobody has taken or the spectators'
    (-1).
    """

    place: Place


class Revoke(Command, frozen=True):
    """Take away the link of a seat that nobody has taken, or the spectators' (-1)."""

    place: Place


class FreeSeat(Command, frozen=True):
    """Free a seat that somebody has taken, for somebody else; answered with its new link."""

    place: Place


class LeaveSeat(Command, frozen=True):
    """Get up for good: one's own seat is free for somebody else, and one's link works no more."""


class DeleteTable(Command, frozen=True):
    """Delete the table and all that belongs to it: the host's, who says to be `sure`."""

    sure: bool = False


class Lock(Command, frozen=True):
    """Lock the table: no spectators, and nobody on a seat that is not taken. Or unlock it."""

    locked: bool


class Invite(Command, frozen=True):
    """Who may come to the table by its code: anyone, who is let in, or nobody; by who runs it.

    With `watching` they may look on too. `renew` makes a new code: the old one opens nothing.
    """

    door: Door
    watching: bool = False
    renew: bool = False


class LetIn(Command, frozen=True):
    """Let somebody in who knocks, or send them away: who runs the table."""

    knock: Id
    yes: bool


class WearColour(Command, frozen=True):
    """Choose the colour of one's own seat, one that nobody else wears."""

    colour: Colour


class WearPortrait(Command, frozen=True):
    """Give a figure a picture that was brought to the table, or its own face again (empty).

    People do so for themselves and the figures they play, the game master for all that can be seen.
    """

    figure: Title
    picture: PictureName


class CloseSession(Command, frozen=True):
    """That's it for tonight: the table sleeps until somebody goes on. Who runs the table.

    `words` are kept with the session; `next` is when the next one is, in milliseconds, or 0.
    """

    words: Annotated[str, Meta(max_length=1000)] = ""
    next: Date = 0


class PlanSession(Command, frozen=True):
    """Say when the next session is, in milliseconds since 1970, or that nobody knows yet (0)."""

    next: Date


class AgreeDeadline(Command, frozen=True):
    """Agree on the hours that a turn may take, 0 for as long as it needs: who runs the table.

    With `stand_in` anyone at the table may then let the machine play a seat that is overdue.
    """

    hours: Annotated[int, Meta(ge=0, le=720)]
    stand_in: bool = False


class SetHook(Command, frozen=True):
    """Let the table call a web-hook when it waits for somebody who is away; empty for none."""

    url: Annotated[str, Meta(max_length=400)]


class SetPush(Command, frozen=True):
    """Let the table tell this browser when it waits for oneself, or stop it (no keys)."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100, pattern="^[A-Za-z0-9_=-]*$")] = ""
    auth: Annotated[str, Meta(max_length=100, pattern="^[A-Za-z0-9_=-]*$")] = ""


class WriteNote(Command, frozen=True):
    """Write the group's notes (`place` -1) or one's own, over the `edition` that one has read."""

    place: Place
    edition: Version
    text: Annotated[str, Meta(max_length=8000)]


class BringDeck(Command, frozen=True):
    """Choose the deck for one's own seat, before the game begins: one of the box, or a list.

    The rules read it at once; nobody else is told what is in it.
    """

    deck: DeckText


class AskWhy(Command, frozen=True):
    """Ask a seat that the machine plays why it did what it did last; it answers aloud."""

    place: Place


class ShowOdds(Command, frozen=True):
    """Whether seats may ask for the odds of what they could do: who runs the table decides."""

    on: bool


class AskCopy(Command, frozen=True):
    """Ask everyone to let the table be copied while it is played: who runs the table."""


class AllowCopy(Command, frozen=True):
    """Let the table be copied, hidden cards and all, or not: each seat for itself."""

    yes: bool


class AllowRewind(Command, frozen=True):
    """Let the game go back as the host asks at version `v`, or not: each seat for itself."""

    v: Version
    yes: bool


class AskForm(Command, frozen=True):
    """What may be chosen for an offer, as far as it is filled in. `done` brings the `form`."""

    do: Annotated[str, Meta(max_length=80)]
    fixed: dict[str, Value] = {}
    chosen: dict[str, Value] = {}


class AskHero(Command, frozen=True):
    """What one's finished character is made of, as a file. `done` brings the `hero`.

    Or, given the text of such a file to `bring` here, what of it would stay behind: `told`.
    """

    bring: Annotated[str, Meta(max_length=LONGEST)] = ""


class AskMoves(Command, frozen=True):
    """What one can do now, ready to be sent. `done` brings the `moves`: none while others have to.

    Each offer comes filled in, in so many `ways` at most, the usual one first.
    """

    ways: Annotated[int, Meta(ge=1, le=24)] = 1


class AskUses(Command, frozen=True):
    """What may be done with someone or something that was tapped. `done` brings the `uses`."""

    names: Annotated[list[Annotated[str, Meta(max_length=400)]], Meta(max_length=20)]


Incoming: TypeAlias = (
    Hello
    | Ping
    | Do
    | Answer
    | Cancel
    | TakeBack
    | Rewind
    | AddSalt
    | End
    | Say
    | Pause
    | Resume
    | Rename
    | AddSeat
    | RemoveSeat
    | Start
    | HandOver
    | NewLink
    | Revoke
    | FreeSeat
    | LeaveSeat
    | DeleteTable
    | Lock
    | Invite
    | LetIn
    | WearColour
    | WearPortrait
    | AgreeDeadline
    | CloseSession
    | PlanSession
    | WriteNote
    | SetHook
    | SetPush
    | BringDeck
    | AskWhy
    | ShowOdds
    | AskCopy
    | AllowCopy
    | AllowRewind
    | AskForm
    | AskHero
    | AskMoves
    | AskUses
)


# To the page


class You(Struct, frozen=True):
    """Who the holder of a link is: a seat, a spectator, or the host; and what they may do.

    `just_sat` says that this line has taken the seat: from now on it is its player's, who does well
    to make a new link, for whoever handed it out knows it too.
    """

    role: Role
    seat: str = ""
    place: int = SPECTATORS
    runs_table: bool = False
    just_sat: bool = False


class SeatInfo(Struct, frozen=True):
    """A chair as everyone sees it. `machine` names how the machine plays it, if it does.

    `deck` says that whoever sits there has chosen one, and not which.
    """

    place: int
    name: str
    role: Literal["player", "gm"]
    here: bool
    taken: bool
    linked: bool
    machine: str
    colour: Colour = "slate"
    deck: bool = False


class Knock(Struct, frozen=True):
    """Somebody at the door who would like to be let in."""

    id: str
    name: str


class Fairness(Struct, frozen=True):
    """The commitment to the secret, the salts so far, and the secret once it is opened."""

    seal: str
    salts: list[Salt]
    secret: str


class Copying(Struct, frozen=True):
    """Everyone is asked whether the table may be copied while it is played: who has agreed."""

    agreed: list[str]
    missing: list[str]


class GoingBack(Struct, frozen=True):
    """The host asks to go back to quiet point `to`, before `seat` did `do`: who has agreed."""

    to: int
    seat: str
    do: str
    agreed: list[str]
    missing: list[str]


class SceneBegun(Struct, frozen=True):
    """A scene of the tale, and the quiet point at which it began."""

    n: int
    title: str


class SessionInfo(Struct, frozen=True):
    """The session that lasts, or the last one: `ended` is 0 while it lasts.

    Times are in milliseconds since 1970; `next` is 0 while nobody knows.
    """

    number: int
    began: int
    ended: int
    next: int


class HouseChange(Struct, frozen=True):
    """One thing that house rules make different: what is new was nothing, what is gone is now."""

    what: str
    was: str
    now: str


class HouseInfo(Struct, frozen=True):
    """The house rules that a table is played by."""

    title: str
    hash: str
    changes: list[HouseChange]


class TableInfo(Struct, frozen=True):
    """The table around the game.

    `address` is where others reach this server, when whoever hosts sees it at another place. What
    is named in `any_time` may be done while somebody is asked, and is for good. `brought` names the
    table and the step at which it came here as a file, if it did. `copied` says that a copy was
    made while the game was played: whoever has it may know the cards to come. `host` is the place
    of the seat whose player hosts the table, -1 where it has none; `door` and `watching` say who
    may come by the table's code, and `knocks` who waits to be let in. `likely` are the actions that
    people do most, the likeliest first; what `asks_twice` ends something for all. A table whose
    `session` has ended sleeps until it is resumed; `notes` counts the editions of what the group
    has noted down. `levels` and `level_names` are the game's, see `GameInfo`; with `decks` every
    seat brings one. `portraits` names the pictures that figures have,
    `deadline` is how long a turn may take, if the table has agreed on that;
    `house` tells what is different from the printed rules. `scenes` are the latest ones of the
    tale, the last one is played now: whoever runs the table can go back to where each began.
    `rematch` is who has asked to play again, at a table that is there already. A game that
    `weighs` says which choice is best.
    """

    id: str
    game: str
    rules: str
    name: str
    options: dict[str, object]
    phase: Phase
    seats: list[SeatInfo]
    spectators: int
    locked: bool
    paused: bool
    odds_shown: bool
    fairness: Fairness
    machines: list[str]
    forked_from: str
    copying: Copying | None
    copied: bool
    address: str
    any_time: tuple[str, ...]
    brought: str = ""
    host: int = SPECTATORS
    door: Door = "shut"
    watching: bool = False
    knocks: list[Knock] = []
    likely: tuple[str, ...] = ()
    asks_twice: tuple[str, ...] = ()
    going_back: GoingBack | None = None
    session: SessionInfo | None = None
    notes: int = 0
    hook: bool = False
    levels: dict[str, str] = {}
    decks: bool = False
    portraits: dict[str, str] = {}
    deadline: Deadline | None = None
    house: HouseInfo | None = None
    level_names: dict[str, str] = {}
    scenes: list[SceneBegun] = []
    rematch: str = ""
    weighs: bool = False


class QuietPoint(Struct, frozen=True):
    """A point to rewind to: the state before `seat` did `do`."""

    n: int
    seat: str
    do: str
    at: int


class Scene(Struct, frozen=True):
    """All that one seat is shown of the game now. `telling` is the story of the action in flight.

    `question` is this seat's own to answer, `overheard` are questions to others that it may read.
    `rewinds` are the latest quiet points, for who may rewind. `order` are the figures in turn,
    whoever acts now first; `task` is what this seat's turn leaves it to do, or what it should know
    while others act, `deed` the action that does it. `making` are the steps of its character,
    while it is made; `won` are the seats that have won, once the game is over. `campaign` is how
    far a story over several sessions has come.
    """

    n: int
    banner: str
    turn: tuple[str, ...]
    zones: list[Zone]
    sheets: list[Sheet]
    gadgets: list[Gadget]
    tale: SceneTold | None
    offers: list[Offer]
    waiting_for: tuple[str, ...]
    question: Decision | None
    overheard: list[Decision]
    telling: list[Read]
    over: bool
    can_take_back: bool
    rewinds: list[QuietPoint]
    order: tuple[str, ...] = ()
    task: str = ""
    making: Making | None = None
    won: tuple[str, ...] = ()
    campaign: Campaign | None = None
    deed: str = ""


Items: TypeAlias = list[tuple[int, int] | T]
"""A changed list from its beginning: items that are new or different, and stretches of the list as
it was, each as its first place and its length."""


class ScenePatch(Struct, frozen=True, omit_defaults=True):
    """What is different in the scene. A field that is absent is as it was."""

    n: int | UnsetType = UNSET
    banner: str | UnsetType = UNSET
    turn: tuple[str, ...] | UnsetType = UNSET
    zones: Items[Zone] | UnsetType = UNSET
    sheets: Items[Sheet] | UnsetType = UNSET
    gadgets: Items[Gadget] | UnsetType = UNSET
    tale: SceneTold | UnsetType | None = UNSET
    offers: Items[Offer] | UnsetType = UNSET
    waiting_for: tuple[str, ...] | UnsetType = UNSET
    question: Decision | UnsetType | None = UNSET
    overheard: list[Decision] | UnsetType = UNSET
    telling: list[Read] | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    can_take_back: bool | UnsetType = UNSET
    rewinds: Items[QuietPoint] | UnsetType = UNSET
    order: tuple[str, ...] | UnsetType = UNSET
    task: str | UnsetType = UNSET
    making: Making | UnsetType | None = UNSET
    won: tuple[str, ...] | UnsetType = UNSET
    campaign: Campaign | UnsetType | None = UNSET
    deed: str | UnsetType = UNSET


class StoryLine(Struct, frozen=True, omit_defaults=True):
    """A line of the one story of talk and play.

    `at` is in milliseconds since 1970; lines told together share it, and no two tellings have the
    same. `v` is the version it was told at, `n` the quiet point that a line of play began at. A
    line without a text is a moment to look at; with one of `scene` a scene of that title begins,
    and with a `fight` one ends as it says.
    """

    at: int
    v: int
    kind: StoryKind
    text: str
    by: str = ""
    to: tuple[str, ...] = ()
    n: int = 0
    clauses: tuple[str, ...] = ()
    fiat: bool = False
    undone: bool = False
    moment: Moment | None = None
    scene: str = ""
    picture: str = ""
    fight: bool = False


class Welcome(Struct, frozen=True, tag_field="is", tag=_tag):
    """Everything now: sent on joining and when the game starts.

    `story` holds the latest lines; earlier ones are fetched over HTTP. Without a `scene` the game
    has not started. `head` binds the record up to `v`; keep it to prove the record by.
    """

    protocol: int
    you: You
    table: TableInfo
    v: int
    scene: Scene | None
    story: list[StoryLine]
    head: str = ""


class Changed(Struct, frozen=True, tag_field="is", tag=_tag, omit_defaults=True):
    """What is different since the last message.

    `struck`: earlier lines of play with `n` from here on are undone. `head` comes with every new
    version.
    """

    v: int
    head: str | UnsetType = UNSET
    table: TableInfo | UnsetType = UNSET
    scene: ScenePatch | UnsetType = UNSET
    story: list[StoryLine] | UnsetType = UNSET
    struck: int | UnsetType = UNSET


class Link(Struct, frozen=True):
    """A secret link: the page puts `fragment` behind the # of its own address."""

    place: int
    name: str
    role: Role
    token: str
    fragment: str


class DoNow(Struct, frozen=True, tag_field="is", tag="do"):
    """A `do` that needs only an id to be sent."""

    v: int
    action: dict[str, Value]


class AnswerNow(Struct, frozen=True, tag_field="is", tag="answer"):
    """An `answer` that needs only an id to be sent."""

    v: int
    answer: questions.Answer


class Done(Struct, frozen=True, tag_field="is", tag=_tag, omit_defaults=True):
    """The command with this id is on disk. `link` when it made one, or what it asked for."""

    id: str
    v: int
    link: Link | None = None
    form: Form | None = None
    uses: list[Use] | None = None
    moves: list[DoNow | AnswerNow] | None = None
    hero: str | None = None
    told: list[str] | None = None


Why: TypeAlias = Literal[
    "rules", "stale", "forbidden", "unreadable", "limit", "paused", "unsaved", "damaged"
]


class Refusal(Struct, frozen=True, tag_field="is", tag="refused", omit_defaults=True):
    """No, and why, in a sentence for a player."""

    id: str
    why: Why
    sentence: str
    clause: str = ""


class Bye(Struct, frozen=True, tag_field="is", tag=_tag, omit_defaults=True):
    """The server closes the line; `again` says whether to come back by oneself.

    `whole` is the last step that a damaged table can go on from, for who runs it.
    """

    sentence: str
    again: bool
    whole: int = 0


class Pong(Struct, frozen=True, tag_field="is", tag=_tag):
    """The line is up."""


Outgoing: TypeAlias = Welcome | Changed | Done | Refusal | Bye | Pong


# Over HTTP


class OptionInfo(Struct, frozen=True):
    """An option of a game: its name, its JSON Schema and its default."""

    name: str
    form: dict[str, object]
    default: object


class AdventureInfo(Struct, frozen=True):
    """An adventure of the box, as its cover tells of it: for how many heroes, how long, how hard.

    A table plays it with the option `adventure` set to its name. `lives` are how many parties in a
    hundred come through, for each number of heroes from the fewest on, and `takes` how many minutes
    it is for them, as the machine's own tries have shown.
    """

    name: str
    title: str
    about: str
    fewest: int
    most: int
    minutes: str
    level: str
    licence: str
    lives: tuple[int, ...] = ()
    takes: tuple[int, ...] = ()


class GameInfo(Struct, frozen=True):
    """A game as the start page shows it. `machines` are the ways in which the machine plays it.

    Where it has several, `levels` say what people call them and what each does, the weakest first,
    `level_names` only what they are called. `decks` says that
    everyone brings a deck. `lessons` are the titles of what teaches it; one that
    `wanders` can be played without a text.
    """

    id: str
    title: str
    version: str
    summary: str
    learn: str
    attribution: str
    licence: str
    seating: Seating
    options: list[OptionInfo]
    machines: list[str]
    look: Look
    adventures: list[AdventureInfo]
    levels: dict[str, str]
    rivals: list[Rival]
    decks: bool
    lessons: list[str] = []
    wanders: bool = False
    level_names: dict[str, str] = {}


class GameList(Struct, frozen=True):
    """Every installed game."""

    protocol: int
    games: list[GameInfo]


class Decks(Struct, frozen=True):
    """The decks of a game, and how large a deck is: what a builder begins with."""

    game: str
    version: str
    box: DeckBox


class DeckList(Struct, frozen=True, forbid_unknown_fields=True):
    """A list of cards to be read by the rules: plain text, or as a spreadsheet writes it."""

    text: DeckText


class PrintableSet(Struct, frozen=True):
    """Cards that can be printed together: how many they are, and whether each player needs them."""

    id: str
    title: str
    count: int
    each: bool


class Printable(Struct, frozen=True):
    """What there is of a game to be printed; adventures of the box with their titles."""

    game: str
    sets: list[PrintableSet]
    adventures: dict[str, str] = {}


Drift: TypeAlias = Annotated[float, Meta(ge=-10, le=10)]


class PrintWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants printed: cards of some sets or a deck, boxes for them, or the rules.

    Or a sheet, empty or of a ready-made hero, what helps at a table, and an adventure of the box
    with its handouts and maps. A book may be a booklet: two pages on each side, to be folded. The
    `offset` moves the backs of cards right and down, in millimetres, for a printer that drifts.
    """

    what: Literal[
        "cards", "box", "book", "reference", "sheet", "aids", "adventure", "handouts", "maps"
    ] = "cards"
    options: dict[str, object] = {}
    sets: Annotated[list[Name], Meta(max_length=20)] = []
    deck: DeckText = ""
    copies: Annotated[int, Meta(ge=1, le=8)] = 1
    paper: Literal["a4", "letter"] = "a4"
    backs: Literal["duplex", "fold", "none"] = "duplex"
    offset: tuple[Drift, Drift] = (0, 0)
    ink: Literal["full", "light", "bw"] = "full"
    text: Literal["normal", "large"] = "normal"
    hero: Annotated[str, Meta(max_length=80)] = ""
    adventure: Annotated[str, Meta(max_length=80)] = ""
    booklet: bool = False


class TablePrint(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants printed of a table: the own sheet, or what has happened as a book.

    A sheet may have a QR code that leads to an address.
    """

    what: Literal["sheet", "chronicle"]
    paper: Literal["a4", "letter"] = "a4"
    link: Annotated[str, Meta(max_length=500)] = ""
    booklet: bool = False


class Printed(Struct, frozen=True, omit_defaults=True):
    """What the press is doing, in words; at last the PDF in base 64 and its name, or why not."""

    words: str = ""
    pdf: str = ""
    name: str = ""
    refused: str = ""


class Turning(Struct, frozen=True):
    """A moment that turned the game: what was told of it, and the winner's chance around it."""

    what: str
    seat: str
    before: float
    after: float


class Verdict(Struct, frozen=True):
    """How a game that is over was decided: what turned it, or who gave up, and everyone's luck."""

    turns: list[Turning]
    luck: dict[str, str]
    gave_up: str = ""


class FaceCatalogue(Struct, frozen=True):
    """How each card of a game looks and reads."""

    game: str
    version: str
    faces: dict[str, Face]
    look: Look


class RulesText(Struct, frozen=True):
    """The clauses of a game, in our words, in the order of the text."""

    game: str
    version: str
    clauses: list[Clause]


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to be: its name, who sits there, and how the machine plays it, if it does.

    One that is `mine` is taken at once by who makes the table; the first of them is the host's. In
    a game of decks it may have one: of the box, or a list.
    """

    name: Name
    role: Literal["player", "gm"] = "player"
    machine: Annotated[str, Meta(max_length=80)] = ""
    mine: bool = False
    deck: DeckText = ""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be. With `start` the game begins at once; if `ready`, with a character for all.

    With a `door` that is not shut the table has a code, and others may still bring their seats.
    """

    game: Id
    name: Title
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=32)]
    options: dict[str, object] = {}
    start: bool = False
    door: Door = "shut"
    ready: bool = False


class Rematch(Struct, frozen=True, forbid_unknown_fields=True):
    """Play again with the same people: what of the options is different, and which decks.

    A deck is for the seat of this name: one's own, or one that the machine plays. Whoever comes
    after somebody else has asked sits down at their table, and brings only a deck.
    """

    options: dict[str, object] = {}
    decks: dict[str, DeckText] = {}


class Links(Struct, frozen=True):
    """A table that was made just now, and its secret links; they are told only this once."""

    table: str
    host: Link
    seats: list[Link]
    spectator: Link


class Pinned(Struct, frozen=True):
    """The name of a picture that was brought to the table."""

    picture: str


class InviteCode(Struct, frozen=True):
    """The code of a table, for who sits there or runs it; empty where the door is shut."""

    code: str


class Invitation(Struct, frozen=True):
    """What whoever has a table's code is shown before they sit down.

    `host` is the name of who hosts, empty where nobody has sat down to; `host_here` says whether
    anybody is there to let people in. `more` says that another player's seat can be added;
    `companions` are the places where the machine plays a hero until somebody sits down. A table
    whose last `session` has ended sleeps.
    """

    table: str
    name: str
    game: str
    title: str
    summary: str
    look: Look
    phase: Phase
    host: str
    host_here: bool
    seats: list[SeatInfo]
    more: bool
    door: Door
    watching: bool
    locked: bool
    companions: list[int] = []
    session: SessionInfo | None = None


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down by a table's code, on the seat at `place`, or on a new one (-1).

    The `key` is made by the page, as unguessable as a token; sent again with it, one sits on the
    same seat. A seat of a game that has begun keeps its name.
    """

    key: Annotated[str, Meta(min_length=16, max_length=64)]
    name: Name
    place: Place = SPECTATORS
    colour: Colour | None = None


class Seated(Struct, frozen=True):
    """The link of the seat one sits on now, or None while one waits to be let in."""

    link: Link | None


class Drawn(Struct, frozen=True):
    """How often somebody drew in a session, and how often well or badly, in numbers and words.

    Only draws that came to something count: not a card that nothing was read from.
    """

    who: str
    draws: int
    well: int
    badly: int
    said: str = ""


class ScenePlayed(Struct, frozen=True):
    """A scene of a session: its title, if it has one, and what was told first and last in it."""

    title: str
    words: list[str]


class Recap(Struct, frozen=True):
    """What is told of a session: its scenes, fights, what people told, luck, where it stopped.

    `scene` is where it stopped, by its title, `turns` are great and dire draws. `noted` is what the
    heroes have learned, `hurt` who was not well at the end. `played` is how long the table was
    awake, in milliseconds, without the long silences.
    """

    number: int
    began: int
    ended: int
    words: str
    told: list[str]
    turns: list[str]
    luck: list[Drawn]
    stopped: list[str]
    next: int
    played: int = 0
    fights: list[str] = []
    scene: str = ""
    scenes: list[ScenePlayed] = []
    noted: list[str] = []
    hurt: list[str] = []


class Sessions(Struct, frozen=True):
    """The sessions that have ended, the latest first; `played` counts the one that lasts, too."""

    sessions: list[Recap]
    played: int = 0


class Written(Struct, frozen=True):
    """Notes as they stand, and who wrote them last."""

    text: str
    edition: int
    by: str


class Notes(Struct, frozen=True):
    """The notes of the group, and of the seat that asks; None for who has no seat."""

    group: Written
    own: Written | None


class Step(Struct, frozen=True):
    """A step of a table's past. `do` is told to the seat that did it and to who runs the table."""

    v: int
    n: int
    seat: str
    do: str
    at: int
    quiet: bool
    undone: bool


class Steps(Struct, frozen=True):
    """The past of a table, step by step."""

    table: TableInfo
    steps: list[Step]


class SceneAt(Struct, frozen=True):
    """The table as one was, or would have been, shown it after step `v`."""

    v: int
    scene: Scene


class OddsNow(Struct, frozen=True):
    """The odds of what a seat could do at version `v`, from what it knows."""

    v: int
    odds: list[Odds]


class Weighed(Struct, frozen=True, omit_defaults=True):
    """How far a search at version `v` is, and what each choice is worth as far as that is known.

    The choices stand from the best to the worst; without any, those of the last message stand.
    `note` belongs to them and tells what is estimated and what could not be weighed.
    """

    v: int
    done: float
    choices: list[Choice] = []
    note: str = ""
    refused: str = ""


class FightWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to meet whom: `Brann, Wren` against `Wolf x3`."""

    party: Annotated[str, Meta(max_length=400)]
    foes: Annotated[str, Meta(max_length=400)]


class FightersKnown(Struct, frozen=True):
    """Whom a game has ready for a fight; nobody where it has no fights.

    What may be set of a side stands behind a name in brackets: `Goblin raider [level=3]`.
    """

    heroes: list[str]
    foes: list[str]
    of_heroes: list[str] = []
    of_foes: list[str] = []


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table from step `v` of this one, with a secret of its own."""

    v: Version
    name: Title


class Story(Struct, frozen=True):
    """Lines of the story as the reader may read them, the oldest first; `more` lie before them."""

    lines: list[StoryLine]
    more: bool


class QrText(Struct, frozen=True, forbid_unknown_fields=True):
    """What a QR code is to say: an address of this page."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Health(Struct, frozen=True):
    """Whether the server is well. `store` says that a write has just come to disk.

    With other workers on the same database, `listener` says whether their wakes are heard, and
    `lag` how many seconds ago we last looked what they did. `draining` is one that stops. One that
    is `full` serves its tables, and lets none of them grow.
    """

    ok: bool
    version: str
    store: bool = True
    listener: bool | None = None
    lag: float = 0
    draining: bool = False
    full: bool = False


class PushKey(Struct, frozen=True):
    """What a browser knows this server by when it is to be told something."""

    key: str


class Alive(Struct, frozen=True):
    """That the server answers at all, whatever becomes of its database."""

    ok: bool


class Problem(Struct, frozen=True):
    """Why a request was refused, in a sentence for a player."""

    sentence: str
    clause: str = ""


class LessonMove(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody does at a stop of a lesson; without a move they have read it, and go on.

    With `look` nothing is done: this is how a lesson is opened.
    """

    at: Annotated[int, Meta(ge=0, le=1000)] = 0
    look: bool = False
    said: Do | Answer | AskForm | AskUses | None = None


class LessonNow(Struct, frozen=True):
    """Where somebody stands in a lesson: which one and at which of its stops, and the table there.

    What was told on the way there is the story of `shown`.
    """

    number: int
    at: int
    stops: int
    stop: Stop
    shown: Welcome


class LessonHeard(Struct, frozen=True, omit_defaults=True):
    """What a move in a lesson has brought, or what was asked for."""

    now: LessonNow | None = None
    form: Form | None = None
    uses: list[Use] | None = None


class PuzzleChoice(Struct, frozen=True):
    """One choice of a puzzle: how often it comes out ahead of the others, and its exact worth.

    Where it is `certain` what every choice comes to, only the worth tells. `said` is how it
    compares with the best, in the game's terms.
    """

    name: str
    label: str
    ahead: Chance
    worth: float
    certain: bool
    said: str = ""


class PuzzleToday(Struct, frozen=True):
    """The puzzle of a day: the table, what is asked there, and every choice, the best first."""

    game: str
    date: str
    prompt: str
    choices: list[PuzzleChoice]
    shown: Welcome


HTTP_TYPES = (
    GameList,
    PuzzleToday,
    Decks,
    Printable,
    PrintWanted,
    TablePrint,
    Printed,
    DeckList,
    DeckRead,
    Verdict,
    LessonMove,
    LessonHeard,
    FaceCatalogue,
    RulesText,
    NewTable,
    Rematch,
    Links,
    Pinned,
    InviteCode,
    Invitation,
    Sit,
    Seated,
    Sessions,
    Notes,
    Steps,
    SceneAt,
    OddsNow,
    Weighed,
    Estimate,
    FightWanted,
    FightersKnown,
    Fork,
    Story,
    QrText,
    Health,
    Alive,
    PushKey,
    Problem,
)
