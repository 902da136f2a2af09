"""An adventure: the machine runs it and plays the heroes, and the story is told."""

import fatedeck as fd

for name, text in fd.game("deckahedron").adventures.items():
    title = text.partition("title: ")[2].partition("\n")[0]
    print(f"{name}: {title}")

table = fd.Table(
    "deckahedron",
    seats=["Ana"],
    adventure="the-bell-under-the-weir",
    machines=["GM", "Ana"],
    seed="an evening",
)
table.make_heroes()
print(f"{table.play(at_most=200)} decisions later:")
for line in table.story("Ana")[-8:]:
    print("·", line)
