"""The two random strategies play the same games, whatever the table."""
from __future__ import annotations

from pathlib import Path

import pytest

from sim.catalog import find, make_options
from sim.chance import AGENT, Chance, Stream
from sim.play import Course, Uniform, play_game
from sim.record import Recorder
from strategies import failures
from strategies.specs import build

PIG = str(Path(__file__).parents[2] / "docs" / "examples" / "pig.py")


def chain(spec: str, game_name: str, seats: int, block: int) -> tuple[int, int]:
    """The hash of all actions of a game that one strategy plays in all seats, and the number of decisions."""
    game = find(game_name)
    state = game.new(game.setup(make_options(game, {}), seats), Chance(3, block))
    course, recorder = Course(), Recorder("games", game.columns, seats)
    streams = [Stream(3, block, AGENT, slot) for slot in range(seats)]
    policies = []
    for seat in range(seats):
        strategy = build(spec, game.name)
        failures.start(strategy, state, seat, streams[seat], course)
        policies.append(failures.policy(strategy, state, seat, course))
    play_game(state, policies, streams, recorder, course)
    return int(course.chain), int(course.decisions)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_random_and_its_python_twin_play_the_same_games(seats: int) -> None:
    for block in range(5):
        digest, decisions = chain("random", PIG, seats, block)
        assert decisions > 10
        assert chain("random_py", PIG, seats, block) == (digest, decisions)


def test_random_is_compiled_where_the_engine_is() -> None:
    assert isinstance(build("random").native, Uniform)
    assert build("random_py").native is None
