"""The last resort: a process whose game does not move ends, one whose games do does not."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys, time
sys.path.insert(0, {root!r})
from experiments import watchdog
from sim.play import Course

watchdog.LEAST = 0.8
with watchdog.Watchdog(0.05) as dog:
    course = Course()
    dog.watch(course)
    course.asking = True
    {then}
print("came through")
"""


@pytest.mark.parametrize(("then", "comes_through"), [
    ("sum(range(10**12))", False),                                      # C that never comes back
    ("time.sleep(60)", False),
    ("for n in range(16):\n        course.step += 1; time.sleep(0.1)", True),       # slow, but it moves
    ("for n in range(4):\n        dog.watch(Course()); time.sleep(0.5)", True),     # games without a decision
    ("course.asking = False; time.sleep(1.6)", True),                   # nobody is asked: the disk is slow
])
def test_only_a_decision_that_never_ends_ends_the_process(then: str, comes_through: bool) -> None:
    program = PROGRAM.format(root=str(Path(__file__).parents[2]), then=then)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=False)

    assert (done.returncode, done.stdout) == ((0, "came through\n") if comes_through else (1, "")), done.stderr
    assert done.stderr == ""
