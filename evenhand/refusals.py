"""How bad input is answered: what is wrong, the nearest right spelling, what to type. Never a traceback."""
from __future__ import annotations

import os
import re

import click

from evenhand import show
from sim.faults import Fault, Refusal

SHOWN = 10
"""More faults than this are only counted."""


def faults_of(problem: Exception) -> list[Fault]:
    """The faults of any error that the user can mend."""
    if isinstance(problem, Refusal):
        return [Fault(*(_from_here(text) for text in (fault.where, fault.message, fault.nearest, fault.help)))
                for fault in problem.faults]
    if isinstance(problem, click.ClickException):
        return [Fault("", re.sub(r"is not a valid (\w+)( range)?\.$", _no_number, problem.format_message()))]
    if isinstance(problem, OSError):
        return [Fault(_from_here(str(problem.filename or show.session().folder or "")), problem.strerror or str(problem))]
    return [Fault("", str(problem))]


def _no_number(said: re.Match[str]) -> str:
    """What a text is not, where click says that it is no `integer range`."""
    return {"float": "is not a number.", "integer": "is not a whole number."}.get(said[1], said[0])


def _from_here(text: str) -> str:
    """A text with the places of files as the user types them: `bots/corn.py`, not from the root on."""
    here = os.getcwd()
    text = re.sub(re.escape(here) + r"(?=[\s.]|$)", "this folder", text)
    return re.sub(re.escape(here + os.sep) + r"(?=\s|$)", "./", text).replace(here + os.sep, "")


def as_faults(problem: Exception) -> list[dict[str, str]]:
    """The faults as a JSON document holds them."""
    return [{"where": fault.where, "message": fault.message, "nearest": fault.nearest, "help": fault.help}
            for fault in faults_of(problem)]


def show_refusal(problem: Exception) -> None:
    """Print an error that the user can mend; for a mistake in usage with click's own two lines before it."""
    if isinstance(problem, click.UsageError) and problem.ctx is not None:
        show.say(problem.ctx.get_usage())
        show.say(f"Try '{problem.ctx.command_path} --help' for help.\n")
    show.error(*lines(problem))


def lines(problem: Exception) -> list[str]:
    """An error that the user can mend, line by line."""
    faults = faults_of(problem)
    if len(faults) == 1:
        return one(faults[0])
    source = getattr(problem, "source", "")
    head = f"{source} has {len(faults)} faults" if source else f"{len(faults)} faults"
    return [f"{head}; nothing was played.", *listed(faults)]


def one(fault: Fault) -> list[str]:
    """The lines of a single fault; help that is short stands on the same line."""
    text = sentence(fault)
    if not fault.help:
        return [text]
    beside = f"{text}   {fault.help}"
    if not fault.where and "\n" not in beside and len(beside) + len("Error: ") <= show.width():
        return [beside]
    return [text, *_help(fault)]


def _help(fault: Fault) -> list[str]:
    """The lines of a fault's help: a sentence where it says what an option means, else what to type."""
    help = fault.help
    if fault.where.startswith("option ") and help:
        help = help[0].upper() + help[1:].rstrip(".") + "."
    return [show.fill(line if line.startswith(" ") else "  " + line, "  ") for line in help.split("\n")]


def listed(faults: list[Fault]) -> list[str]:
    """Many faults, each with the path of its entry."""
    shown = faults[:SHOWN]
    room = min(40, max(len(fault.where) for fault in shown)) + 4
    lines = []
    for fault in shown:
        text = sentence(Fault("", fault.message, fault.nearest))
        first, *rest = show.fill(f"  {fault.where:<{room}}{text}" if fault.where else f"  {text}", " " * room).split("\n")
        lines += [first, *rest]
        if text.endswith(":") and fault.help:
            lines += [" " * room + line for line in _help(fault)]
    if len(faults) > SHOWN:
        lines.append(f"  ... and {len(faults) - SHOWN} more")
    return lines


def sentence(fault: Fault) -> str:
    """What is wrong, with the nearest right spelling if the message does not offer it already."""
    text = str(fault)
    listed = text.rpartition(": ")[2].split(", ")
    if fault.nearest and "Did you mean" not in text and os.path.basename(fault.nearest) not in listed:
        text += ("" if text.endswith(".") else ".") + f" Did you mean {fault.nearest!r}?"
    return text
