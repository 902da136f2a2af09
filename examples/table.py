"""A table in Python: a hero is made, a gate is lifted, and the record proves every card."""

import fatedeck as fd

table = fd.Table("deckahedron", seats=["Ana", "Ben"])
table.make_heroes()
table.do("Ana", "flip", stat="strength", words="Lift the gate")
print(table.question("GM").prompt)
table.answer("GM", "easy")

for line in table.story():
    print("·", line)
print("Ana can:", ", ".join(offer.label for offer in table.offers("Ana") if not offer.why_not))

try:
    table.do("Ben", "flip", stat="luck")
except fd.Refused as refused:
    print("Refused:", refused)

print(fd.verify(table.end()).sentence)
