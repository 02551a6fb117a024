"""A game of Catan that was recorded elsewhere, played again move by move: the board, the luck and the choices are given."""
from __future__ import annotations

import evenhand
from evenhand.games import Scripted, make_options

BOARD = {
    "terrain": ["mountain", "pasture", "forest", "field", "hills", "pasture", "hills", "field", "forest", "desert", "forest",
                "mountain", "forest", "mountain", "field", "pasture", "hills", "field", "pasture"],
    "tokens": [10, 2, 9, 12, 6, 4, 10, 9, 11, 0, 3, 8, 8, 3, 4, 5, 5, 6, 11],
    "harbours": ["any", "grain", "ore", "any", "wool", "any", "any", "brick", "lumber"],
}
DICE = [(2, 6), (5, 1), (1, 1)]
MOVES = """
place a settlement on 28 / place a road on 28-34
place a settlement on 13 / place a road on 13-18
place a settlement on 41 / place a road on 41-45
place a settlement on 24 / place a road on 24-30
roll the dice / end the turn
roll the dice / offer 1 wool for 1 lumber / accept / trade with seat 0 / build a road on 18-23 / end the turn
roll the dice
"""


def replay() -> evenhand.State:
    """The position after all moves."""
    game = evenhand.find_game("catan")
    rules = make_options(game, {"preset": "standard", "board": "custom", "custom": BOARD})
    luck = {"dice": [die - 1 for pair in DICE for die in pair], "deck": [0] * 14 + [1] * 5 + [2, 2, 3, 3, 4, 4]}
    state = game.new(game.setup(rules, 2), Scripted(luck, purposes=game.purposes))
    for words in MOVES.replace("\n", " / ").strip(" /").split(" / "):
        state.play(next(action for action in state.legal() if str(action) == words))
    return state


if __name__ == "__main__":
    state = replay()
    for event in state.view(0).events()[-9:]:
        print(f"seat {event.seat} {event.words}")
    print([int(state.standing(seat)) for seat in (0, 1)])
