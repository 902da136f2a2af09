"""A program at a table: it sits down by the link of a seat, plays, and tells the story.

python examples/client.py 'http://127.0.0.1:8000/table#…'
"""

import json
import sys
from math import inf
from uuid import uuid4

from websockets.sync.client import connect

LISTS = {"zones", "sheets", "gadgets", "offers", "rewinds"}


def patched(scene: dict, patch: dict) -> dict:
    """The scene with what is different; of a long list come new items, and stretches that stay."""
    for name in LISTS & patch.keys():
        parts = [scene[name][p[0] : sum(p)] if isinstance(p, list) else [p] for p in patch[name]]
        patch[name] = [item for part in parts for item in part]
    return scene | patch


def next_move(scene: dict, seat: str) -> dict | None:
    """Whatever comes first: the first answer to a question, the first offer without a choice."""
    if asked := scene["question"]:
        options, least = asked.get("options", ["So be it."]), asked.get("least")
        first = options[0] if least is None else options[:least]
        return {"is": "answer", "answer": asked.get("low", first)}
    if scene["waiting_for"] or seat not in scene["turn"]:
        return None
    offer = next(o for o in scene["offers"] if not o.get("why_not") and not o.get("params"))
    return {"is": "do", "action": {"do": offer["do"], **offer.get("fixed", {})}}


def main(link: str) -> None:
    address, _, secret = link.partition("/table#")
    table, _, token = secret.partition(".")
    scene, seat, v, due = {}, "", 0, 0.0  # a move is due at the version that the last one led to
    with connect(address.replace("http", "ws", 1) + "/api/v1/live") as line:
        line.send(json.dumps({"is": "hello", "protocol": 3, "table": table, "token": token}))
        while not scene.get("over"):
            said = json.loads(line.recv())
            if said["is"] == "done":
                due = said["v"]
            elif said["is"] in ("welcome", "changed"):
                seat = said["you"]["seat"] if said["is"] == "welcome" else seat
                v, scene = said["v"], patched(scene, said.get("scene") or {})
                for told in said.get("story", []):
                    print(told["text"], end="\n" if told["text"] else "")
            else:
                sys.exit(said["sentence"])
            if scene and v >= due and (move := next_move(scene, seat)):
                line.send(json.dumps(move | {"id": uuid4().hex, "v": v}))
                due = inf
    print(f"{scene['won'][0]} has won.")


if __name__ == "__main__":
    main(sys.argv[1])
