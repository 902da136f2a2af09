"""What the server counts, in the text format that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Timing:
    """How long something took: a histogram of seconds."""

    __slots__ = ("buckets", "count", "total")

    def __init__(self) -> None:
        self.buckets = [0] * (len(_BOUNDS) + 1)
        self.count = 0
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.buckets[bisect_left(_BOUNDS, seconds)] += 1
        self.count += 1
        self.total += seconds


class Metrics:
    """Counts since the start, and how much there is now."""

    def __init__(self) -> None:
        self.commands = 0
        self.refused = 0
        self.commits = 0
        self.commit_rows = 0
        self.commits_failed = 0
        self.beaten = 0
        self.lines_opened = 0
        self.lines_dropped = 0
        self.lines = 0
        self.rooms = 0
        self.commit_seconds = Timing()

    def text(self) -> str:
        """All of it, as Prometheus reads it."""
        counters = {
            "commands_total": ("Commands that were carried out.", self.commands),
            "refusals_total": ("Commands that were refused.", self.refused),
            "commits_total": ("Transactions on disk.", self.commits),
            "commit_rows_total": ("Rows written in them.", self.commit_rows),
            "commits_failed_total": ("Transactions that failed.", self.commits_failed),
            "beaten_total": ("Changes that another worker was quicker with.", self.beaten),
            "lines_opened_total": ("Live lines opened.", self.lines_opened),
            "lines_dropped_total": ("Live lines closed by us for a fault.", self.lines_dropped),
        }
        gauges = {
            "lines": ("Live lines now.", self.lines),
            "rooms": ("Tables in memory now.", self.rooms),
        }
        parts = [
            f"# HELP fatedeck_{name} {about}\n# TYPE fatedeck_{name} {kind}\n"
            f"fatedeck_{name} {value}\n"
            for kind, group in (("counter", counters), ("gauge", gauges))
            for name, (about, value) in group.items()
        ]
        return "".join(parts) + _histogram("commit_seconds", self.commit_seconds)


def _histogram(name: str, timing: Timing) -> str:
    lines = [
        f"# HELP fatedeck_{name} How long a transaction took.",
        f"# TYPE fatedeck_{name} histogram",
    ]
    so_far = 0
    for bound, count in zip((*_BOUNDS, "+Inf"), timing.buckets, strict=True):
        so_far += count
        lines.append(f'fatedeck_{name}_bucket{{le="{bound}"}} {so_far}')
    lines += [f"fatedeck_{name}_sum {timing.total:.6f}", f"fatedeck_{name}_count {timing.count}"]
    return "\n".join(lines) + "\n"
