"""The lab: the same fight many times by the real rules, and the story of one of them."""

import fatedeck as fd

result = fd.lab.lab("deckahedron", party="Brann, Wren", foes="Wolf x3", fights=60, jobs=1)
print(f"{result.fights} fights: {result.verdict}.")
rounds = result.rounds
print(f"They take {rounds.value:.1f} rounds, give or take: {rounds.low:.1f} to {rounds.high:.1f}.")

first = fd.replay(result.record(1))
for line in first.story()[-3:]:
    print("·", line)
