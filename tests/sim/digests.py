"""Plays games and prints their digests as JSON: `python -m tests.sim.digests GAME SEATS SPEC BLOCKS`."""
from __future__ import annotations

import json
import sys

import sim
from sim.catalog import find, make_options
from sim.chance import AGENT, Chance, Stream
from sim.play import Asked, Course, Policy, Uniform, play_game
from sim.record import Recorder


def digests(name: str, seats: int, spec: str, blocks: int) -> list[list[int]]:
    """Of each game: the hash of its course, its steps, its scores; `random` is the compiled one, other specs are asked."""
    game = find(name)
    setup = game.setup(make_options(game, {}), seats)
    rows = []
    for block in range(blocks):
        state, course, recorder = game.new(setup, Chance(11, block)), Course(), Recorder("rounds", game.columns, seats)
        streams = [Stream(11, block, AGENT, seat) for seat in range(seats)]
        policies: list[Policy] = []
        for seat in range(seats):
            if spec == "random":
                policies.append(Uniform())
            else:
                from strategies.specs import build
                strategy = build(spec, name)
                strategy.start(state.view(seat), streams[seat])
                policies.append(Asked(strategy.choose, state.view(seat), course))
        play_game(state, policies, streams, recorder, course)
        rows.append([int(course.chain), int(course.step), *state.outcome().scores])
    return rows


if __name__ == "__main__":
    import evenhand  # noqa: F401  (files ask for evenhand.games)

    name, seats, spec, blocks = sys.argv[1:]
    json.dump({"build": sim.BUILD, "games": digests(name, int(seats), spec, int(blocks))}, sys.stdout)
