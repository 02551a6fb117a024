"""What there is to play, as frames: the games, and the strategies of one."""
from __future__ import annotations

from typing import TYPE_CHECKING

from evenhand.plainly import plainly, word

if TYPE_CHECKING:
    import pandas as pd


@plainly
def games() -> pd.DataFrame:
    """The games that can be played: numbers of seats, presets, how many strategies there are."""
    import pandas as pd

    from evenhand.commands.games import playable

    found, _ = playable()
    return pd.DataFrame(found, columns=["game", "seats", "strategies", "presets", "title"])


@plainly
def strategies(game: str | None = None) -> pd.DataFrame:
    """The strategies that play a game, or all of them: their names, parameters with defaults, what they do."""
    import pandas as pd

    from strategies.specs import available
    from strategies.trial import find_game

    if game is not None:
        find_game(word("game", game))
    rows = [(offer.name, offer.parameters, offer.plays) for offer in available(game) if not offer.error]
    return pd.DataFrame(rows, columns=["strategy", "parameters", "plays"])
