"""How far each part is that is being played: a few numbers a part in a mapped file, written by its worker, read by the runner.

Slow strategies take minutes for a part; the bar moves by these numbers long before the part is written, and when a worker dies
they say which game it was at.
"""
from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import Final, NamedTuple

_RECORD: Final = struct.Struct("<qqq")


class Mark(NamedTuple):
    """Games played and failed of a part so far, and the id of the game it is at plus 1 (0: not begun)."""

    games: int
    failed: int
    at: int


class Live:
    """The marks of the parts of a session, by place."""

    def __init__(self, file: Path, places: int = 0) -> None:
        """Open the file; with `places`, make it new."""
        if places:
            file.write_bytes(bytes(places * _RECORD.size))
        with open(file, "r+b") as handle:
            self._map = mmap.mmap(handle.fileno(), 0)

    def read(self, place: int) -> Mark:
        """The mark of a part."""
        return Mark(*_RECORD.unpack_from(self._map, place * _RECORD.size))

    def write(self, place: int, mark: Mark) -> None:
        """Note how far a part is."""
        _RECORD.pack_into(self._map, place * _RECORD.size, *mark)

    def close(self) -> None:
        """Let the file go."""
        self._map.close()
