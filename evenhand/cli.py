"""The command `evenhand`: one table of commands, each loaded when it is called, and one place for errors and exit codes."""
from __future__ import annotations

import errno
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn

import click

import sim
from evenhand import guard, show
from evenhand.exits import Code, Terminated
from evenhand.show import Session
from sim.faults import Interrupt, Refusal, nearest

NAME: Final = "evenhand"
COMMANDS: Final = {
    "Play": ("run", "replay", "bench"),
    "Read": ("runs", "report", "compare", "verify"),
    "Look up": ("games", "strategies", "options", "columns", "power"),
}
"""Every command by what it is for; `evenhand/commands/NAME.py` holds it as `NAME`."""
LATER: Final = ("play", "check", "new", "ladder", "tune", "compact")
"""Commands that the pages speak of and that are not there yet: no spelling mistakes."""

HELP: Final = """\
Usage: evenhand [OPTIONS] COMMAND [ARGS]...

  Play board games against themselves, and say which strategy and which seat comes out ahead.

  First run:   evenhand run --game puerto_rico --seats 4 --blocks 500 --name first
"""
FAULT_FILE: Final = "evenhand-error.txt"


class Commands(click.Group):
    """The group of all commands. Only the one that is called is imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for names in COMMANDS.values() for name in names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        found: click.Command = getattr(importlib.import_module(f"evenhand.commands.{cmd_name}"), cmd_name)
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            if args[0] in LATER:
                raise click.UsageError(f"No command {args[0]!r} yet; it comes with a later version.", ctx)
            close = nearest(args[0], known)
            raise click.UsageError(f"No such command {args[0]!r}." + (f" Did you mean {close!r}?" if close else ""), ctx)
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        lines = [f"{head + ':':<10}{'  '.join(names)}" for head, names in COMMANDS.items()]
        return "\n".join([HELP, *lines, "Options:  -q  -v  --debug  --version  -h, --help"])


def _set(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and param.name:
        setattr(ctx.ensure_object(Session), param.name, True)


def everywhere(debug: bool = True) -> list[click.Option]:
    """The options that stand after `evenhand` and after each command."""
    options = [
        click.Option(["-q", "--quiet"], is_flag=True, expose_value=False, is_eager=True, callback=_set,
                     help="Results and errors only."),
        click.Option(["-v", "--verbose"], is_flag=True, expose_value=False, is_eager=True, callback=_set,
                     help="More: versions, seeds, parts as they are written."),
        click.Option(["--debug"], is_flag=True, expose_value=False, is_eager=True, callback=_set,
                     help="The traceback of evenhand's own errors."),
    ]
    return options if debug else options[:2]


class Command(click.Command):
    """A command; its help ends with the options that all commands have."""

    plays = False
    """Whether it plays users' strategies in the process that runs it, and not in workers."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        taken = {option for param in self.params for option in param.opts}
        for param in self.params:
            if isinstance(param, click.Option) and param.envvar is None:        # EVENHAND_GAMES_FORMAT: as the option is typed
                long = max(param.opts, key=len).lstrip("-").replace("-", "_")
                param.envvar = f"{NAME}_{self.name}_{long}".upper()
        self.common = everywhere(debug="--debug" not in taken)
        self.params += self.common

    def invoke(self, ctx: click.Context) -> Any:
        if sim.CHANGED:
            show.warn(f"{sim.CHANGED} was changed after it was compiled; the plain build runs, much slower.",
                      "  Compile it again:  make native")
        ended = guard.in_a_child() if self.plays and not ctx.params.get("debugger") else None
        return super().invoke(ctx) if ended is None else ended

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own: list[tuple[str, str]] = []
        common: list[tuple[str, str]] = []
        shared = [*self.common, self.get_help_option(ctx)]
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                (common if param in shared else own).append(record)
        if own:
            with formatter.section("Options"):
                formatter.write_dl(own)
        with formatter.section("Everywhere"):
            formatter.write_dl(common)


class Playing(Command):
    """A command that plays users' strategies itself, in a child that they may end."""

    plays = True


@click.group(cls=Commands, params=list(everywhere()), invoke_without_command=True, subcommand_metavar="COMMAND [ARGS]...",
             context_settings={"max_content_width": show.WIDEST, "help_option_names": ["-h", "--help"],
                               "auto_envvar_prefix": "EVENHAND"})
@click.option("--version", is_flag=True, allow_from_autoenv=False)
@click.pass_context
def cli(ctx: click.Context, version: bool) -> int | None:
    """Play board games against themselves, and say which strategy and which seat comes out ahead."""
    if version:
        from evenhand.versions import text

        show.out(text(show.session().verbose))
        ctx.exit()
    if ctx.invoked_subcommand is None:
        show.out(ctx.get_help())
    return None


def main() -> NoReturn:
    """The entry point of the console script."""
    show.tidy_streams()
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    guard.allow()
    code = call(sys.argv[1:])
    for number in (signal.SIGINT, signal.SIGTERM):      # all is said and the exit code stands: a late Ctrl-C changes nothing
        signal.signal(number, signal.SIG_IGN)
    guard.leave(code if _flushed() else Code.USAGE)


def _flushed() -> bool:
    """See the results out; False, with a word on stderr, if the place they go to cannot take them."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _close_stdout()
    except OSError as full:
        _close_stdout()
        show.say(f"Error: the output can't be written: {full.strerror}.")
        return False
    return True


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise Terminated if number == signal.SIGTERM else Interrupt


def call(args: Sequence[str]) -> int:
    """Carry out one command line; every way in which it can end has its exit code here."""
    completing = os.environ.get(f"_{NAME.upper()}_COMPLETE")
    if completing:
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, NAME, f"_{NAME.upper()}_COMPLETE", completing)
    session = Session(json="--json" in args)
    try:
        with cli.make_context(NAME, list(args), obj=session, color=show.colour()) as context:
            result = cli.invoke(context)
            return int(result) if isinstance(result, int) else Code.DONE
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except BrokenPipeError:
        _close_stdout()
        return Code.DONE
    except (KeyboardInterrupt, EOFError) as stop:
        return _stopped(stop)
    except Exception as problem:
        return _refused(problem, session) if _is_users(problem) else _our_fault(problem, session)


def _stopped(stop: BaseException) -> Code:
    show.say("\nInterrupted.")
    return Code.TERMINATED if isinstance(stop, Terminated) else Code.INTERRUPTED


def _close_stdout() -> None:
    """Whoever read our output has gone: let Python's last flush go nowhere instead of failing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_PLACES = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG}


def _is_users(problem: Exception) -> bool:
    """Whether the input or the machine is at fault, not evenhand."""
    return isinstance(problem, (Refusal, click.ClickException)) or (isinstance(problem, OSError) and problem.errno in _PLACES)


def _refused(problem: Exception, session: Session) -> Code:
    from evenhand.refusals import as_faults, show_refusal

    if session.debug and isinstance(problem, OSError):
        show.say(_traceback(problem))
    if session.json:
        show.document("error", {"exit": int(Code.USAGE), "faults": as_faults(problem)})
    show_refusal(problem)
    return Code.USAGE


def _traceback(problem: Exception) -> str:
    import traceback

    return "".join(traceback.format_exception(problem)).rstrip()


def _our_fault(problem: Exception, session: Session) -> Code:
    """Keep the traceback where the user can send it from."""
    text = _traceback(problem)
    place = (session.folder if session.folder and session.folder.is_dir() else Path()) / FAULT_FILE
    if session.debug:
        show.say(text)
    try:
        place.write_text(f"{text}\n\ncommand: {' '.join(sys.argv[1:])}\n", encoding="utf-8")
        send = f"  Please send {place.as_posix()} with:  evenhand --version -v"
    except OSError:
        show.say(text)
        send = "  Please send the lines above with:  evenhand --version -v"
    if session.json:
        fault = {"where": "", "message": f"{type(problem).__name__}: {problem}", "nearest": ""}
        show.document("error", {"exit": int(Code.OUR_FAULT), "faults": [fault]})
    show.error("this is a bug in evenhand. Nothing finished is lost.", send)
    return Code.OUR_FAULT
