import pytest

from fatedeck.engine.paths import all_cards
from tests.games.deckahedron.sessions import ALL, FOES, new_session, play_by_policy


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("stamina", ["heroic", "gritty"])
def test_the_machine_plays_a_fight_to_its_end(seed: int, stamina: str) -> None:
    record = new_session(seed, {"modules": ALL, "stamina": stamina})
    cards = all_cards(record.state)
    play_by_policy(record, 60)
    assert record.state.phase == "play"
    while record.waiting_for:
        play_by_policy(record, 1)
    for foe in FOES:
        record.do("GM", foe)
    play_by_policy(record, 1500)

    table = record.state
    down = [name for name, player in table.players.items() if player.is_incapacitated()]
    assert not table.fighting() or len(down) == len(table.players)
    assert all_cards(table) == cards


def test_the_machine_goes_on_in_the_bare_foundation() -> None:
    record = new_session(1, {})
    play_by_policy(record, 300)

    table = record.state
    assert table.phase == "play"
    assert table.last is not None
    flips = [told.line.text for told in record.log if " flips " in told.line.text]
    assert {text.split()[0] for text in flips} == {"Ana", "Ben", "Cleo"}
