"""A fight of one against one played out by the rules themselves.

With numbers from many cards every set of exhausted cards is a case of its own, a million of them
for each point of the foe's Stamina. Where nobody would wait for all of them to be counted, many
fights are played instead.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from fatedeck.engine.cards import shuffle, shuffled
from fatedeck.engine.game import YES, Game
from fatedeck.engine.questions import Answer, Chance, Choose, Draw, Number, Question, Roll
from fatedeck.games.thousand_faces.data import SUITS, items, moves, wound_cards
from fatedeck.games.thousand_faces.machine.policy import HEAVY
from fatedeck.games.thousand_faces.odds.bouts import Terms
from fatedeck.games.thousand_faces.rules.combat import LIMIT, WOUND, attack
from fatedeck.games.thousand_faces.rules.efforts import Effort
from fatedeck.games.thousand_faces.rules.moves import carry_out
from fatedeck.games.thousand_faces.state import Foe, Options, Player, Power, Table, new_item

HERO, FOE = "You", "The foe"


class Melee(Struct, frozen=True):
    """Terms, your cards, the foe's Stamina and armour squares, and your exhausted cards."""

    terms: Terms
    cards: tuple[str, ...]
    foe: tuple[int, int]
    exhausted: tuple[str, ...] = ()

    def table(self) -> Table:
        """You before the foe."""
        ranks = {"str": SUITS.index(self.terms.suit) + 1, "dex": 1, "int": 1}
        sword = next(face for face in items().values() if face.kind == "weapon" and face.power)
        weapon = msgspec.convert(self.terms.weapon, Power)
        hero = Player(
            attributes=ranks,
            deck=shuffled(self.cards),
            exhaustion=shuffled(self.exhausted),
            items=[msgspec.structs.replace(new_item(sword), power=weapon)],
        )
        stamina, armour = self.foe
        power = msgspec.convert(self.terms.power, Power)
        return Table(
            Options(numbers="dice" if self.terms.dice else "cards"),
            "GM",
            [HERO],
            {HERO: hero},
            phase="play",
            wounds=shuffled(wound_cards() * LIMIT),
            foes=[Foe(FOE, stamina, power, armour=armour)],
            combat=1,
        )

    def fight(self, chance: Callable[[Chance], Answer]) -> tuple[bool, bool]:
        """Mix It Up until somebody is out: whether you are, and whether the foe is."""
        table = self.table()
        hero, foe = table.players[HERO], table.foes[0]

        def answer(question: Question) -> Answer:
            if isinstance(question, Draw | Roll):
                return chance(question)
            return self.choose(table, question)

        game = Game(table, answer)
        while hero.is_able() and foe.stamina:
            self.mix_it_up(game)
        return not hero.is_able(), not foe.stamina

    def choose(self, table: Table, question: Question) -> Answer:
        """A heavy blow is a Wound while you are ready for one; nothing else is spent. TFA-110."""
        if isinstance(question, Number):
            return question.high if question.name == "armour-squares" else max(question.low, 0)
        if isinstance(question, Choose):
            if question.name == "pay-attack":
                ready = table.players[HERO].wounds < self.terms.wounds
                heavy = table.last_power >= HEAVY and ready
                return WOUND if heavy else question.options[0]
            if question.name in ("shuffle-first", "shuffle-before-reveal", "foe-answers"):
                return YES
            for wanted in ("Avoid the foe's attack", "neither"):
                if wanted in question.options:
                    return wanted
            return question.options[-1]
        return ""

    def mix_it_up(self, game: Game[Table]) -> None:
        """One exchange of blows; discards are shuffled in whenever they may be. TFA-77, TFA-342."""
        table = game.state
        hero, foe = table.players[HERO], table.foes[0]
        weapon = hero.items[0].name if self.terms.weapon != "1" else ""
        shuffle(hero.deck, hero.discard)
        carry_out(game, Effort(HERO, moves()["mix_it_up"], "str", foe, weapon, net=self.terms.net))
        if table.due:
            table.due.clear()
            shuffle(hero.deck, hero.discard)
            attack(game, HERO, foe.power, foe=foe)
        shuffle(hero.deck, hero.discard)
