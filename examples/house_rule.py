"""A house rule: a blow that nobody parries deals 1 here instead of a die, and the odds follow."""

import fatedeck as fd

fd.play_by("""\
title: Softer blows
game: deckahedron
changes:
  tables:
    unopposed: {3: deal 1}
""")

attack = fd.odds.ask("deckahedron", "attack", rank=3, foe=2)
for fatigue, chance in attack.chances().items():
    print(f"{fatigue}: {fd.say(chance)}")

table = fd.Table("deckahedron", seats=["Ana"])
print("The table keeps them:", "Softer blows" in table.record())
