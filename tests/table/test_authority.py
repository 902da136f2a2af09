"""Who may do what: every command, by every role."""

from __future__ import annotations

import random
from pathlib import Path
from typing import get_args

import pytest

from fatedeck.table import protocol as p
from fatedeck.table.protocol import Command, Done, Refusal
from tests.table.house import OwnHouse, new_id

ROLES = ("GM", "Ana", "spectator", "host")
RUNNERS = {"GM", "host"}
SEATED = {"GM", "Ana"}

# For each command: who may give it at a running table of Deckahedron, and one to give.
ALLOWED: dict[type[Command], set[str]] = {
    p.Do: SEATED,
    p.Answer: SEATED,
    p.Cancel: RUNNERS,
    p.TakeBack: SEATED,
    p.Rewind: RUNNERS,
    p.AddSalt: SEATED,
    p.End: RUNNERS,
    p.Say: SEATED,
    p.Pause: {"GM", "Ana", "host"},
    p.Resume: RUNNERS,
    p.Rename: RUNNERS | {"Ana"},
    p.AddSeat: RUNNERS,
    p.RemoveSeat: RUNNERS,
    p.Start: RUNNERS,
    p.HandOver: RUNNERS,
    p.NewLink: RUNNERS,
    p.Revoke: RUNNERS,
    p.FreeSeat: RUNNERS,
    p.LeaveSeat: SEATED,
    p.DeleteTable: {"host"},
    p.Lock: RUNNERS,
    p.ShowOdds: RUNNERS,
    p.Invite: RUNNERS,
    p.LetIn: RUNNERS,
    p.WearColour: SEATED,
    p.WearPortrait: SEATED,
    p.CloseSession: RUNNERS,
    p.PlanSession: RUNNERS,
    p.AgreeDeadline: RUNNERS,
    p.WriteNote: SEATED,
    p.SetHook: RUNNERS,
    p.SetPush: SEATED,
    p.AskCopy: RUNNERS,
    p.AllowCopy: SEATED,
    p.AllowRewind: SEATED,
    p.AskForm: SEATED,
    p.AskHero: SEATED,
    p.AskMoves: SEATED,
    p.AskUses: SEATED,
    p.AskWhy: SEATED,
    p.BringDeck: SEATED,
}


def example(kind: type[Command], v: int) -> Command:
    """A command of this kind that makes sense, and may be refused by the rules."""
    some: dict[type[Command], Command] = {
        p.Do: p.Do(new_id(), v, {"do": "narrate", "words": "On."}),
        p.Answer: p.Answer(new_id(), v, "yes"),
        p.Cancel: p.Cancel(new_id(), v),
        p.TakeBack: p.TakeBack(new_id(), v),
        p.Rewind: p.Rewind(new_id(), v, 1),
        p.AddSalt: p.AddSalt(new_id(), "words"),
        p.End: p.End(new_id(), sure=True),
        p.Say: p.Say(new_id(), "chat", "Hello."),
        p.Pause: p.Pause(new_id()),
        p.Resume: p.Resume(new_id()),
        p.Rename: p.Rename(new_id(), 1, "Anna"),
        p.AddSeat: p.AddSeat(new_id(), "Dov"),
        p.RemoveSeat: p.RemoveSeat(new_id(), 2),
        p.Start: p.Start(new_id()),
        p.HandOver: p.HandOver(new_id(), 2, "machine"),
        p.NewLink: p.NewLink(new_id(), 2),
        p.Revoke: p.Revoke(new_id(), 2),
        p.FreeSeat: p.FreeSeat(new_id(), 2),
        p.LeaveSeat: p.LeaveSeat(new_id()),
        p.DeleteTable: p.DeleteTable(new_id(), sure=True),
        p.Lock: p.Lock(new_id(), True),
        p.ShowOdds: p.ShowOdds(new_id(), False),
        p.Invite: p.Invite(new_id(), "open"),
        p.LetIn: p.LetIn(new_id(), "nobody", True),
        p.WearColour: p.WearColour(new_id(), "plum"),
        p.WearPortrait: p.WearPortrait(new_id(), "Nobody", ""),
        p.CloseSession: p.CloseSession(new_id()),
        p.PlanSession: p.PlanSession(new_id(), 1),
        p.AgreeDeadline: p.AgreeDeadline(new_id(), 24),
        p.WriteNote: p.WriteNote(new_id(), -1, 0, "Berta lies."),
        p.SetHook: p.SetHook(new_id(), "https://chat.example.org/hook"),
        p.SetPush: p.SetPush(new_id(), "https://push.example.org/ana"),
        p.AskCopy: p.AskCopy(new_id()),
        p.AllowCopy: p.AllowCopy(new_id(), True),
        p.AllowRewind: p.AllowRewind(new_id(), v, True),
        p.AskForm: p.AskForm(new_id(), "narrate"),
        p.AskHero: p.AskHero(new_id()),
        p.AskMoves: p.AskMoves(new_id()),
        p.AskUses: p.AskUses(new_id(), ["Ana"]),
        p.AskWhy: p.AskWhy(new_id(), 2),
        p.BringDeck: p.BringDeck(new_id(), "4 Knight"),
    }
    return some[kind]


def test_every_command_is_in_the_list() -> None:
    assert set(ALLOWED) == {kind for kind in get_args(p.Incoming) if issubclass(kind, Command)}


@pytest.mark.parametrize("started", [False, True], ids=["lobby", "playing"])
@pytest.mark.parametrize("role", ROLES)
async def test_a_command_is_obeyed_only_from_who_may_give_it(
    quick_house: OwnHouse, role: str, started: bool
) -> None:
    for kind, allowed in ALLOWED.items():
        table = await quick_house.sit("deckahedron", start=started)
        room = quick_house.hall.rooms[table.links.table]
        before = (room.v, room.row.phase, room.row.locked, room.row.paused, len(room.tail))
        answer = await table[role].ask(example(kind, table[role].v))
        if role in allowed:
            assert isinstance(answer, Done) or answer.why == "rules", kind
        else:
            assert isinstance(answer, Refusal)
            assert answer.why in ("forbidden", "rules"), kind
            after = (room.v, room.row.phase, room.row.locked, room.row.paused, len(room.tail))
            assert after == before, kind
        await table.close()


async def test_nobody_but_a_game_master_answers_for_another(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("high-card")
    luck = random.Random(1)
    name, command = await table.choose(luck)
    await table[name].done(command)
    other = "Ben" if name == "Ana" else "Ana"
    mine = p.Answer(new_id(), table[name].v, "Keep", seat=name)
    await table[other].catch_up(table[name].v)
    refused = await table[other].refused(mine)
    assert refused.why == "forbidden"  # there is no game master here


async def test_a_new_link_shuts_the_old_one_out(house: OwnHouse) -> None:
    links = await house.create("deckahedron")
    master = await house.join(links.seats[0])
    done = await master.done(p.NewLink(new_id(), 1))
    assert done.link is not None
    stranger = await house.knock(links.seats[1])
    assert not (await stranger.bye()).again
    revoked = await master.done(p.Revoke(new_id(), 1))
    assert revoked.link is None
    assert not (await (await house.knock(done.link)).bye()).again
    last = await master.done(p.NewLink(new_id(), 1))
    assert last.link is not None
    assert (await house.join(last.link)).scene.n == 1


async def test_a_locked_table_lets_nobody_new_in(house: OwnHouse) -> None:
    links = await house.create("deckahedron")
    master, ana = await house.join(links.seats[0]), await house.join(links.seats[1])
    watcher = await house.join(links.spectator)
    await master.done(p.Lock(new_id(), True))
    await watcher.bye()
    for link in (links.spectator, links.seats[2]):
        assert "locked" in (await (await house.knock(link)).bye()).sentence
    await ana.close()
    await house.join(links.seats[1])
    await master.done(p.Lock(new_id(), False))
    await house.join(links.seats[2])


async def test_the_safety_card_pauses_without_a_name(house: OwnHouse) -> None:
    table = await house.sit("deckahedron")
    await table["Ben"].done(p.Pause(new_id()))
    await table.settle()
    assert table["GM"].table.paused
    for name in ("GM", "Ana", "spectator", "host"):
        paused = table[name].raw[-2]
        assert b"paused" in paused
        assert b'"by"' not in paused
    refused = await table["Ana"].refused(p.Do(new_id(), 1, {"do": "narrate", "words": "On."}))
    assert refused.why == "paused"
    await table["GM"].done(p.Resume(new_id()))


async def test_a_wrong_token_opens_nothing(quick_house: OwnHouse) -> None:
    links = await quick_house.create()
    other = await quick_house.create()
    for token in ("", "x", links.seats[0].token[:-1], other.seats[0].token):
        header = {"Authorization": f"Bearer {links.table}.{token}"}
        answer = await quick_house.http.get(f"/api/v1/tables/{links.table}", headers=header)
        assert answer.status_code == 403
    answer = await quick_house.http.get(f"/api/v1/tables/{links.table}")
    assert answer.status_code == 403


async def test_tokens_are_kept_as_hashes(quick_house: OwnHouse) -> None:
    links = await quick_house.create()
    database = quick_house.hall.store.url.database
    assert database is not None
    files = (Path(database), Path(f"{database}-wal"))
    held = b"".join(path.read_bytes() for path in files if path.exists())
    for link in (*links.seats, links.spectator, links.host):
        assert link.token.encode() not in held
