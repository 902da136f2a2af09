"""Exact odds: of a draw, of the same draw from what is left of the deck, and of a whole fight."""

import fatedeck as fd

flip = fd.odds.ask("deckahedron", "flip", rank=3, difficulty="easy")
print("An easy flip at rank 3 succeeds:", fd.say(flip.at_least("✔")))

later = fd.odds.ask("deckahedron", "flip", rank=3, difficulty="easy", without=["D02", "D19"])
print("With two of the best cards gone:", fd.say(later.at_least("✔")))

fight = fd.odds.ask("deckahedron", "fight", rank=3, foe=2, stamina=4, foe_stamina=4)
for outcome, chance in fight.chances().items():
    print(f"{outcome}: {fd.say(chance)}")

for question, about in fd.odds.questions("deck-of-adventures").items():
    print(f"You can also ask for “{question}”: {about}")
