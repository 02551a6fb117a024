"""`evenhand replay`: one game of a run told again, or stopped in a debugger."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evenhand import show
from evenhand.cli import Playing
from evenhand.params import Place, RunFolder, json_option

if TYPE_CHECKING:
    from evenhand.replaying import Again
    from experiments.tabletop import Played


@click.command(cls=Playing)
@click.argument("run", type=RunFolder())
@click.argument("game_id", type=click.IntRange(0))
@click.option("--at", "only_round", type=click.IntRange(0), metavar="ROUND", help="This round only.")
@click.option("--until", type=click.IntRange(0), metavar="STEP", help="Stop after STEP actions and show what may be done then.")
@click.option("--picture", type=Place(dir_okay=False), metavar="FILE",
              help="Draw the board after ROUND, after STEP actions or at the end, as SVG.")
@click.option("--debug", "debugger", is_flag=True,
              help="Python's debugger where the strategy failed; with --until, where it chooses at STEP.")
@json_option
def replay(run: Path, game_id: int, only_round: int | None, until: int | None, picture: Path | None, debugger: bool,
           as_json: bool) -> None:
    """Tell the game GAME_ID of RUN again, move by move; it is played with the run's own copies of the strategies."""
    if debugger and as_json:
        raise click.UsageError("--debug opens a debugger, which speaks no JSON; leave one of --debug and --json away.",
                               click.get_current_context())
    from evenhand.replaying import Again
    from experiments.reader import open_run

    again = Again(open_run(run), game_id)
    game, actions = again.actions(until)
    _check(again, game, actions, only_round, until)
    if picture is not None:
        _draw(again, actions, only_round, picture)
    if debugger:
        _debug(again, game, until)
    elif as_json:
        _document(again, game, actions)
    else:
        _tell(again, game, actions, only_round, until)


def _check(again: Again, game: Played, actions: list[int], only_round: int | None, until: int | None) -> None:
    """Say so if the game had no such round (a Refusal), or fewer actions."""
    from sim.faults import Fault, Refusal

    rounds = again.rounds(actions)
    if only_round is not None and only_round not in rounds:
        had = "it had" if until is None or game.state.over else f"its first {until} actions are of"
        raise Refusal(Fault("--at", f"game {game.seating.game_id} has no round {only_round} here; {had} {_span(rounds)}"))
    if until is not None and until > len(actions):
        ended = "failed" if game.failure is not None else "was over"
        show.note(f"the game {ended} after {len(actions)} actions.")


def _span(rounds: list[int]) -> str:
    if not rounds:
        return "no round"
    return f"round {rounds[0]}" if len(rounds) == 1 else f"rounds {rounds[0]} to {rounds[-1]}"


def _draw(again: Again, actions: list[int], round: int | None, file: Path) -> None:
    """Write the picture of a position."""
    from reports.games import painter
    from sim.faults import Fault, Refusal

    name = again.tabletop.game.name
    paint = painter(name)
    if paint is None:
        raise Refusal(Fault("--picture", f"there is no picture of {name}'s table"))
    drawing = paint(again.after(actions, round))
    try:
        file.write_text(drawing, encoding="utf-8")
    except OSError as error:
        raise Refusal(Fault("--picture", f"{file.as_posix()} can't be written: {error.strerror}")) from None
    show.progress(f"Picture: {file.as_posix()}")


def _names(game: Played) -> list[str]:
    from reports.names import short_names

    specs = [game.spec(seat) for seat in range(len(game.slots))]
    short = short_names(list(dict.fromkeys(specs)), game.state.game.name)
    return [short[spec] for spec in specs]


def _tell(again: Again, game: Played, actions: list[int], only_round: int | None, until: int | None) -> None:
    from evenhand.retelling import Retelling

    scenario, names = again.scenario, _names(game)
    cell = "".join(f", {name}={value}" for name, value in scenario.cell.items())
    what = (f"{game.state.game.name}, {scenario.variant}, {scenario.seats} seats{cell}, block {game.seating.block}, "
            f"rotation {game.seating.rotation}")
    show.out(show.fill(f"{what}   {'   '.join(f'{seat} {name}' for seat, name in enumerate(names))}", "  "))
    told = Retelling(again.new(), names, actions, game.legal)
    show.out("")
    for line in told.lines(only_round):
        show.out(line)
    if game.failure is not None:
        _tell_failure(again, game)
    elif game.state.over:
        for line in told.ending():
            show.out(line)
    elif until is not None:
        show.out(f"\nafter {until} actions seat {int(game.state.actor)}, {names[int(game.state.actor)]}, may:")
        for id in game.legal(game.state):
            show.out(f"  {game.state.say(id)}")


def _tell_failure(again: Again, game: Played) -> None:
    from strategies.failures import tell

    assert game.failure is not None
    told = tell(game.failure)
    show.out(show.fill(f"\n{_where(game)} failed: {told.kind}: {told.message}", "  "))
    if told.traceback:
        show.out(f"\n{told.traceback}")
    show.progress(f"\nIn a debugger:  {again.command} --debug")


def _where(game: Played) -> str:
    """Which strategy failed: `step 14: seat 2, corn.py:Corn`."""
    failure = game.failure
    assert failure is not None
    return f"step {failure.step}: seat {failure.seat}, {game.spec(failure.seat)}"


def _debug(again: Again, game: Played, until: int | None) -> None:
    import pdb

    failure = game.failure
    if failure is not None and failure.kind == "exception" and failure.cause is not None:
        show.progress(f"{_where(game)}: {failure.message}")
        pdb.post_mortem(failure.cause.__traceback__)
    elif failure is not None:
        show.progress(f"{_where(game)}: {failure.message}. It chooses now.")
        again.debug(failure.step, failure.seat)
    elif until is not None:
        again.debug(until)
    else:
        show.note("no strategy failed in this game.", "  To stop at a decision:  --until STEP --debug")


def _document(again: Again, game: Played, actions: list[int]) -> None:
    from evenhand.retelling import moves

    told: list[dict[str, Any]] = []
    for move in moves(again.new(), actions, game.legal):
        events = [{"what": event.kind, "seat": event.seat, "item": event.item, "amount": event.amount, "words": event.words}
                  for event in (*move.given, *move.events)]
        told.append({"step": move.step, "round": move.round, "seat": move.seat, "action": move.id, "words": move.words,
                     "forced": move.forced, "events": events})
    outcome, failure = game.state.outcome(), game.failure
    show.document("replay", {
        "run": again.run.folder.as_posix(), "game_id": game.seating.game_id, "game": game.state.game.name,
        "scenario": again.scenario.label(), "block": game.seating.block,
        "rotation": game.seating.rotation, "strategies": [game.spec(seat) for seat in range(len(game.slots))], "moves": told,
        "over": game.state.over, "scores": list(outcome.scores), "ranks": list(outcome.ranks),
        "win_shares": list(outcome.win_shares), "end_triggers": list(outcome.triggers),
        "failure": None if failure is None else {"seat": failure.seat, "step": failure.step, "kind": failure.kind,
                                                 "message": failure.message}})
