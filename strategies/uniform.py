"""Any legal action, all alike: the compiled baseline."""
from __future__ import annotations

from typing import ClassVar

from sim.play import Policy, Uniform
from strategies.random_py import RandomPy


class Random(RandomPy):
    """any legal action, all alike"""

    native: ClassVar[Policy | None] = Uniform()
