"""How far a run has come: a bar on a terminal, a notebook's bar in a notebook, else a plain line every 30 seconds.

The runner calls `begin`, `advance`, `note`, `warn` and `end`; it knows nothing of terminals. The bar begins where the run
stood, and its rate counts only what is played now.
"""
from __future__ import annotations

import sys
import threading
import time
from importlib.util import find_spec
from typing import Any

from evenhand import show
from experiments.progress import Progress
from reports.formats import duration, rate

EVERY = 30.0
"""Seconds between two plain lines."""


def choose() -> Progress:
    """The progress that fits who is looking."""
    if show.session().quiet:
        return Progress()
    if in_notebook():
        return Bar(notebook=find_spec("ipywidgets") is not None)    # without them, the bar of a terminal
    return Bar() if sys.stderr.isatty() else Lines()


def in_notebook() -> bool:
    """Whether this process is the kernel of a notebook; its stderr is no terminal, so ask the kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


class _Ticking(Progress):
    """Counts games, and calls `tick` in the background, so that a slow part does not look like a stopped run."""

    interval = EVERY

    def __init__(self) -> None:
        self.total = self.done = self.played = self.failed = 0
        self.seen = ""
        self.started = time.monotonic()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, total: int, done: int) -> None:
        """Start counting."""
        self.total, self.done, self.started = total, done, time.monotonic()
        self._thread = threading.Thread(target=self._run, name="evenhand-progress", daemon=True)
        self._thread.start()

    def advance(self, games: int, failed: int) -> None:
        """Count."""
        self.played += games
        self.failed += failed

    def look(self, text: str) -> None:
        """Show it in place of how much is left, which nobody knows."""
        self.seen = text

    def end(self) -> None:
        """Stop counting."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def tick(self) -> None:
        """What happens at each interval."""
        raise NotImplementedError("tick")

    @property
    def rate(self) -> float:
        """Games a second, of those that are played now."""
        return self.played / max(time.monotonic() - self.started, 1e-9)

    def left(self) -> str:
        """How long it will take still, in words."""
        if not self.played:
            return "-"
        return duration(max(0, self.total - self.done - self.played) / self.rate)

    def _run(self) -> None:
        while not self._stop.wait(self.interval):
            self.tick()


class Lines(_Ticking):
    """A plain line at each interval, for files, pipes and batch queues."""

    def __init__(self, interval: float = EVERY) -> None:
        super().__init__()
        self.interval = interval

    def tick(self) -> None:
        seconds = int(time.monotonic() - self.started)
        clock = f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        there = self.done + self.played
        if self.seen:
            show.say(f"{clock}  {self.seen}   {there:,} games   {rate(self.rate)}   {self.failed:,} failed")
            return
        share = 100 * there / self.total if self.total else 100
        show.say(f"{clock} {share:4.0f} %  {there:>8,} of {self.total:,} games   {rate(self.rate)}   "
                 f"{self.left()} left   {self.failed:,} failed")

    def say(self, text: str) -> None:
        """A line."""
        show.say(text)

    def note(self, text: str) -> None:
        """Only with -v."""
        if show.session().verbose:
            show.say(text)

    def warn(self, text: str) -> None:
        """A line."""
        show.warn(text)


class Bar(_Ticking):
    """tqdm's bar, with our words beside it. It goes when the run is done."""

    interval = 1.0
    FORMAT = "playing  {percentage:3.0f}% |{bar}| {n:,}/{total:,}  {beside}"
    SEEN = "playing  {beside}"

    def __init__(self, notebook: bool = False) -> None:
        super().__init__()
        self.notebook = notebook
        self.bar: Any = None

    def begin(self, total: int, done: int) -> None:
        self.bar = _bar_class(self, self.notebook)(
            total=total, initial=done, bar_format=self.FORMAT, leave=False, file=sys.stderr, smoothing=0, mininterval=0.1,
            ncols=None if self.notebook else show.width() - 1, nrows=24)     # else a terminal of unknown height shows no bar
        super().begin(total, done)

    def advance(self, games: int, failed: int) -> None:
        super().advance(games, failed)
        self.bar.update(games)

    def look(self, text: str) -> None:
        super().look(text)
        self.bar.bar_format = self.SEEN

    def tick(self) -> None:
        self.bar.refresh()

    def beside(self) -> str:
        """What stands right of the bar."""
        if not self.played:
            return ""
        if self.seen:
            return f"{self.seen}  {self.done + self.played:,} games  {rate(self.rate)}  {self.failed:,} failed"
        failed = f"  {self.failed:,} failed" if self.failed else ""
        return f"{rate(self.rate)}  {self.left()} left{failed}"

    def say(self, text: str) -> None:
        """Above the bar."""
        self._above(lambda: show.say(text))

    def note(self, text: str) -> None:
        """Above the bar, only with -v."""
        if show.session().verbose:
            self._above(lambda: show.say(text))

    def warn(self, text: str) -> None:
        """Above the bar."""
        self._above(lambda: show.warn(text))

    def end(self) -> None:
        super().end()
        if self.bar is not None:
            self.bar.close()

    def _above(self, print_it: Any) -> None:
        if self.bar is None:
            print_it()
            return
        with self.bar.external_write_mode(file=sys.stderr):
            print_it()


def _bar_class(owner: Bar, notebook: bool) -> Any:
    """tqdm's bar class with one more word for its format: `beside`."""
    import tqdm
    import tqdm.notebook

    base: Any = tqdm.notebook.tqdm if notebook else tqdm.tqdm

    class Ours(base):                   # type: ignore[misc]
        @property
        def format_dict(self) -> Any:
            return {**super().format_dict, "beside": owner.beside()}

    return Ours
