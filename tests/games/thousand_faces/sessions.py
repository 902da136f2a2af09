"""Two whole sessions, told by a script and played by the rules.

`python -m tests.games.thousand_faces.sessions` plays them and writes their records anew.
"""

from __future__ import annotations

from pathlib import Path

from fatedeck.engine.chance import commitment
from fatedeck.engine.entries import Header, act, write_record
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import Value
from fatedeck.engine.questions import Answer, Decision
from fatedeck.engine.record import Record
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.machine.policy import Adventurer
from fatedeck.games.thousand_faces.rules import choosing, moves, set_up
from fatedeck.games.thousand_faces.rules.families import Deed
from fatedeck.games.thousand_faces.state import Options, Table

FOLDER = Path(__file__).parents[2] / "records" / "thousand-faces"


class Session:
    """A table whose script names the actions; what it does not answer, the policy answers."""

    def __init__(self, seed: int, players: list[str], **options: object) -> None:
        secret = seed.to_bytes(32, "big")
        seats = (Seat("GM", "gm"), *(Seat(name) for name in players))
        header = Header(ruleset.id, ruleset.version, seats, options, commitment(secret))
        self.players = players
        self.record: Record[Table, Options, Deed] = Record(ruleset, header, secret=secret)
        self.record.set_up()
        self.policy = Adventurer()

    @property
    def state(self) -> Table:
        return self.record.state

    def did(self, by: str, action: str, /, *answers: Answer, **values: Value) -> None:
        """A seat acts; the questions that these answers fit get them, the others the policy's."""
        self.record.do(by, {"do": action, **values})
        waiting = list(answers)
        while self.record.waiting_for:
            seat = self.record.waiting_for[0]
            question = self.record.question_for(seat)
            assert question is not None
            answer = self.policy.answer(self.state, question)
            if waiting and _fits(question, waiting[0]):
                answer = waiting.pop(0)
            self.record.answer(seat, answer)

    def gm(self, action: str, /, *answers: Answer, **values: Value) -> None:
        self.did("GM", action, *answers, **values)

    def tries(self, seat: str, move: str, **values: Value) -> None:
        """A player names a move and the GM calls it; GM moves that fall due are made."""
        face = catalogue.moves()[move]
        if moves.why_not_move(self.state, seat, face, str(values.get("attribute", ""))) is None:
            self.did(seat, "attempt", move=move, **values)
        self.settle()

    def settle(self, text: str = "It gets worse.") -> None:
        while self.state.due:
            self.gm("make-move", kind="escalate the danger", text=text)

    def fight(self) -> None:
        """Both sides by the policy, until one is out."""
        while self.state.combat:
            for seat in ("GM", *self.players):
                action = self.policy.act(self.state, seat)
                if action is not None:
                    plain = act(action)
                    self.did(seat, str(plain.pop("do")), **plain)
                    break
        for seat, player in self.state.seated():
            if "dead" in player.conditions and self.state.journey:
                self.gm("return-to-life", seat=seat, cost="Something stays behind.")
            elif not player.is_able() and "dead" not in player.conditions:
                self.gm("restore", seat=seat, stamina=4)

    def create(self) -> None:
        """Shared character creation, all steps of it."""
        titles = iter("ABCDEFGHIJKLMNOPQRSTUVWX")
        for seat in (*self.players, "GM"):
            three = [f"The Tale of {next(titles)}" for _ in range(3)]
            self.did(seat, "write-touchstones", first=three[0], second=three[1], third=three[2])
        for seat in (*self.players, "GM"):
            free = set_up.free_titles(self.state, seat)
            self.did(seat, "circle-touchstone", title=free[-1])
        while seat := choosing.turn(self.state):
            self.did(seat, "choose-move", move=next(iter(choosing.choosable(self.state, seat))))
        spreads = ((3, 2, 1), (1, 3, 2), (2, 1, 3))
        for place, seat in enumerate(self.players):
            strength, dexterity, intelligence = spreads[place % 3]
            self.did(
                seat,
                "set-attributes",
                strength=strength,
                dexterity=dexterity,
                intelligence=intelligence,
            )
            self.did(seat, "name-character", name=f"{seat} the Bold", background="A village child.")
            giver = self.state.left_of(seat)
            self.did(giver, "offer-goals", seat=seat, goals=["choose a side", "locate a prize"])
            self.did(seat, "take-goal", goal="locate a prize")
            while self.state.players[seat].owed_items:
                self.did(seat, "receive-item", item="vitality", name=f"{seat}'s Cup")
            self.did(seat, "choose-item", item="sword", name="Long Sword")
            self.did(seat, "choose-item", item="leather_armour")
            self.did(seat, "say-home", text="Bread from the common oven")
        self.gm("agree-hearth", text="The common oven")
        self.gm("decide-magic", text="Old promises that still hold")

    def finish(self) -> str:
        self.record.open()
        return write_record(self.record.header, self.record.drain())


def _fits(question: Decision, answer: Answer) -> bool:
    try:
        question.check(answer)
    except Refused:
        return False
    return True


def one_shot() -> Session:
    """A One-Shot from creation to its last scene."""
    table = Session(41, ["Ana", "Ben", "Cleo"])
    table.create()
    table.gm("begin-play", scene="Market day; the oven smokes.")
    table.did("Ana", "say", text="I carry loaves for the miller.")
    table.gm("earn-journey")
    table.tries("Ben", "discern", text="Who watches the mill?")
    table.tries("Cleo", "i_know_this", text="The mill was a shrine once.")
    table.gm("declare-chapter", chapter=2)
    table.gm("set-scene", text="The drowned gate.", place="outside", healing="none")
    table.gm("cross-threshold", *["Cross"] * 3, how="ask the players")
    table.tries("Ana", "defy_danger", attribute="str", text="I lift the gate.")
    table.tries("Ben", "defy_danger", attribute="dex", text="I dive below.")
    table.tries("Cleo", "its_a_trap", text="What lies in the silt?")
    for seat in table.players:
        if table.state.players[seat].trap_tokens:
            table.did(seat, "ask-ahead", "A net of bones.", question="what does it do")
    table.gm("declare-chapter", chapter=3)
    table.gm("circle-shadow")
    if table.state.shadow:
        table.gm("spring-trap", seat="Ben", points=table.state.shadow, text="The net closes.")
    for name in ("Drowned Guard", "Drowned Guard"):
        table.gm("add-foe", name=name, stamina=5, power="d4")
    table.gm("add-foe", name="Warden", stamina=6, power="d4", armour=1)
    table.gm("begin-combat", format=1)
    table.fight()
    for seat in table.state.able():
        table.tries(seat, "take_a_breather", attribute="str")
    table.gm("earn-journey")
    table.gm("grant-prize", waives="Study Under a Master")
    learner = table.state.able()[0]
    table.did(learner, "study", move="parley")
    table.did(learner, "take-big-risk", text="I take the Warden's lamp.")
    table.gm("declare-chapter", chapter=4)
    table.gm("set-scene", text="Home, and the oven is warm.", place="The Hearth", healing="none")
    for seat in table.state.able():
        table.did(seat, "seek-help", text="Bread and quiet.", forgives="the miller")
    table.gm("earn-journey")
    table.did(learner, "say", text="I give the lamp to the miller's child.")
    table.gm("end-campaign")
    return table


def first_session() -> Session:
    """The first session of a 9-hour campaign: creation and the first chapters."""
    table = Session(9, ["Dov", "Ana"], campaign="nine-hour", moves="random")
    table.did("Ana", "off-limits", topic="spiders")
    table.create()
    table.gm("begin-play", scene="A ferry in the reeds.")
    table.gm("earn-journey")
    table.tries("Dov", "parley", text="We pay when we are over.")
    table.tries("Ana", "discern", text="What is wrong with the ferryman?")
    table.gm("declare-chapter", chapter=2)
    table.gm("word-goal", goal="Bring the river home")
    table.gm("declare-chapter", chapter=3)
    table.gm("add-foe", name="Reed Bandit", stamina=5, power="d4")
    table.gm("add-foe", name="Reed Bandit", stamina=5, power="d4")
    table.gm("begin-combat", format=2)
    table.fight()
    for seat in table.state.able():
        table.tries(seat, "take_a_breather", attribute="str")
    table.gm("cross-threshold", "Cross", "Cross", how="ask the players")
    table.gm("set-scene", text="The salt road.", place="outside", healing="none")
    table.tries("Ana", "defy_danger", attribute="dex", text="I outrun the tide.")
    table.did("Dov", "good-thing", thing="rope", price="2 Pack", afterwards="kept", consumed="soap")
    if table.state.shadow:
        runner = table.state.able()[0]
        run = ["It is", "Run", "1 Shadow point: a pursuit"]
        table.did(runner, "run-away", *run)
    while table.state.pursuit is not None:
        table.did(table.state.pursuit.rabbit, "run-on")
        table.settle("Arrows.")
    for seat in table.state.able():
        table.did(seat, "rest", blame="the ferryman")
    table.gm("declare-chapter", chapter=4)
    table.gm("set-scene", text="Salt Town.", place="town", healing="peaceful, with healing")
    table.gm("new-day", how="a situation demands attention", text="A bell rings.")
    for seat in table.state.able():
        if table.state.players[seat].xp >= 2:
            table.did(seat, "study", move="volley")
        else:
            table.gm("give-loot", seat=seat, what="precious Pack")
            table.did(seat, "shop", wish="Something that shines")
    table.gm("spend-journey", on="an exhibition of power", text="The tide stands still.")
    table.gm("open-session", recap="You stole a ferry.")
    return table


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, session in (("one-shot", one_shot()), ("nine-hours-first-session", first_session())):
        (FOLDER / f"{name}.jsonl").write_text(session.finish(), "utf-8")
        print(f"{name}: {session.record.n} actions")


if __name__ == "__main__":
    main()
