"""A program at a table of any game: it sits down by the link of a seat and does what it can.

python examples/client.py 'http://127.0.0.1:8000/table#…' 100  # so many moves, if the game lasts
"""

import json
import sys
from collections import Counter
from time import sleep
from uuid import uuid4

from websockets.sync.client import ClientConnection, connect


class Client:
    def __init__(self, line: ClientConnection, table: str, token: str) -> None:
        self.line, self.scene, self.done = line, {}, Counter()
        line.send(json.dumps({"is": "hello", "protocol": 3, "table": table, "token": token}))
        self.hear()

    def hear(self) -> dict:
        """The next message; what it tells is printed."""
        said = json.loads(self.line.recv())
        if said["is"] == "bye":
            sys.exit(said["sentence"])
        self.scene |= said.get("scene") or {}
        for told in said.get("story", []):
            print(told["text"], end="\n" if told["text"] else "")
        return said

    def ask(self, command: dict) -> dict:
        """Send a command, and read on to its answer."""
        wanted = uuid4().hex
        self.line.send(json.dumps({**command, "id": wanted}))
        while (said := self.hear()).get("id") != wanted:
            pass
        if said["is"] == "refused":
            print(f"({said['sentence']})")
            sleep(said["why"] == "limit")  # that was too much for one second
        return said

    def move(self, moves: list[dict]) -> None:
        """Give the first answer to a question, or do what was done least often."""
        chosen = min(moves, key=lambda move: self.done[what(move)])
        self.done[what(chosen)] += 1
        self.ask(chosen)


def what(move: dict) -> str:
    return move["action"]["do"] if move["is"] == "do" else "answer"


def main(link: str, left: int) -> None:
    address, _, secret = link.partition("/table#")
    with connect(address.replace("http", "ws", 1) + "/api/v1/live", max_size=None) as line:
        client = Client(line, *secret.split("."))
        while left:
            said = client.ask({"is": "ask-moves"})
            if client.scene.get("over") or said.get("why", "limit") != "limit":
                break
            if said.get("moves"):
                client.move(said["moves"])
                left -= 1
            elif said["is"] == "done":  # others have to move
                client.hear()
        print(client.scene["banner"])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
