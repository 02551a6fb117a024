"""What the command line prints, kept as text: `python -m tests.evenhand.regenerate` writes it anew, the diff says what moved.

Each snapshot is a file with some commands and what they print on either stream, at 100 columns. Where numbers depend on the
machine or on luck they are masked: every number is a `#`, and runs of spaces are one space.
"""
from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evenhand.cli import COMMANDS
from tests.evenhand.desk import AFTER, FAILED, FIRST, lay, play
from tests.evenhand.terminal import Said, evenhand

FOLDER = Path(__file__).parent / "snapshots"
PUERTO_RICO = "run --game puerto_rico --seats 4"
PIG = "run --game pig.py --seats 3"
MATCH = f"{PIG} --strategies holder.py:Holder,random --jobs 1 --no-report"

PLAIN: dict[str, list[str]] = {
    "group": ["", "--help", "rum first.toml", "tune --seats 4", "run --desing fixed", "report", "replay first"],
    **{f"help_{name}": [f"{name} --help"] for names in COMMANDS.values() for name in names},
    "tables": ["games", "strategies puerto_rico", "options puerto_rico --grep quarr", "columns puerto_rico --table games",
               "options pig.py", "columns pig.py --table rounds"],
    "formats": ["options pig.py --format csv", "options pig.py --format md", "options pig.py --json",
                "strategies pig.py --format csv", "columns pig.py --table events --format md"],
    "power": ["power --seats 4 --difference 2", "power --seats 2", "power --seats 7 --difference 1 --power 0.9",
              "power --seats 4 --equivalence 2", "power --seats 3 --alpha 0.01 --json", "power", "power --seats 1",
              "power --seats 4 --difference 2 --equivalence 2", "power --seats 4 --pilot far.toml", "power --pilot fra.toml"],
    "errors_command_line": [
        "run", "run --design rotation", "run --game puertorico --seats 4", f"{PUERTO_RICO} --strategies random,random_py",
        f"{PUERTO_RICO} --strategies random", "run --game puerto_rico --seats 9", "run --game puerto_rico",
        f"{PUERTO_RICO} --blocks 0", f"{PUERTO_RICO} --log none", f"{PUERTO_RICO} --columns x_quarrys",
        f"{PUERTO_RICO} --backend ray", f"{PUERTO_RICO} --strategies randm,random,random,random",
        f"{PUERTO_RICO} --variant 'far:target'", f"{PUERTO_RICO} --sweep 'randm:x=1,2'", "options pig.py --grep nothing",
        "bench puerto_rico --seats 7", "run --game far.py --seats 3", "run --sprt 0.25,0.27",
        f"{PUERTO_RICO} --sprt 0.25", f"{PUERTO_RICO} --sprt 0.27,0.25", f"{PUERTO_RICO} --sprt a,b",
        f"{PUERTO_RICO} --half-width 0.01 --sprt 0.25,0.27 --target random", f"{PUERTO_RICO} --max-blocks 9"],
    "errors_experiment_file": ["run broken.toml", "run faults.toml", "run fra.toml", "run far.toml --seats 9",
                               "run far.toml -O targt=7", "run far.toml --blocks 3 --games 9"],
    "errors_options": [
        f"{PUERTO_RICO} -O quarry_discount=-1", f"{PUERTO_RICO} -O buildings_in_play=harbour", f"{PUERTO_RICO} -O cost.harbr=9",
        f"{PUERTO_RICO} -O preset=bse", f"{PUERTO_RICO} -O roles_per_player=2 -O prospectors=0", f"{PUERTO_RICO} -O quarries",
        f"{PUERTO_RICO} -O quarries=8 -O quarries=9"],
    "errors_strategy_file": [
        f"{PIG} --design mirror --strategies {spec}" for spec in (
            "bots/cron.py", "holder.py:Holdr", "bots/syntax.py:Bot", "bots/needs.py:Bot", "bots/mute.py:Mute",
            "holder.py:Holder:enuf=3", "holder.py:Holder:enough=x", "puerto_rico.money")],
    "errors_runs": [
        "report runs/frist", "report nothing", "report first --anchor Holdr", "report first --equivalence nan",
        "report first --ci wilson", "report first --rating elo", "report first --pl-prior 0",
        "replay first 700", "replay first x", "verify first --sample 0",
        f"{PIG} --blocks 10 --name first", f"{shlex.join(FIRST)} --seed 3", f"{shlex.join(FIRST)} -O target=60",
        f"{shlex.join(FIRST)} --blocks 7", f"{PIG} --out bots", f"{PIG} --out holder.py", "run --resume first --seed 3",
        "run far.toml --resume first"],
    "errors_compare": [
        "compare first", "compare first failed", "compare first failed --unpaired", "compare first frist",
        "compare first --base quarries=0", "compare first first --metric x_bnked", "compare first first --metric end_trigger",
        "compare first --format pdf"],
    "errors_json": ["report runs/frist --json", "run faults.toml --json", "rum --json", "run --design rotation --json"],
}
MASKED: dict[str, list[str]] = {
    "version": ["--version"],
    "dry_run": ["run far.toml --dry-run", "run far.toml --dry-run --json", "run harbor.toml --dry-run"],
    "run": [f"{PIG} --strategies random --design mirror --games 20 --jobs 1 --no-report",
            "run --game pig.py --seats 3 --games 40 --jobs 1 --name short --no-report", shlex.join(FIRST), shlex.join(FAILED),
            f"{shlex.join(FIRST)} -q", f"{shlex.join(FAILED)} -q --json",
            "run --resume first --blocks 41 --no-report --jobs 1"],
    "pilot": ["power --pilot far.toml --blocks 10 --jobs 1", "power --pilot far.toml --blocks 10 --jobs 1 --equivalence 2"],
    "runs": ["runs", "runs nowhere", "runs --json"],
    "report": ["report first --format csv", "report failed --failures", "report first --failures"],
    "replay": ["replay first 257", "replay first 257 --at 2", "replay first 257 --until 9", "replay failed 0",
               "replay first 257 --debug"],
    "verify": ["verify first", "verify first --sample 20 --json"],
    "bench": ["bench pig.py --seats 3 --seconds 0.01", "bench pig.py --seconds 0.01 --log rounds --json"],
    "stop": [f"{MATCH} --lineups vs-field:Holder --sprt 0.33,0.45 --name better",
             f"{MATCH} --lineups vs-field:random --sprt 0.33,0.45 --name worse",
             f"{MATCH} --lineups vs-field:random --sprt 0.05,0.06 --max-blocks 31 --name open",
             f"{MATCH} --lineups vs-field:random --half-width 0.05 --name narrow",
             f"{MATCH} --lineups vs-field:random --half-width 0.05 --max-blocks 50 --name wide",
             f"{MATCH} --lineups vs-field:Holder --sprt 0.33,0.45 --name better -q --json"],
    "compare": ["run far.toml --jobs 1 --no-report -q --json", "compare far", "compare far --variant 'to 80' --metric turns",
                f"{shlex.join(AFTER)} -q --json", "compare first after --unpaired --equivalence 5",
                "compare first after --format html,csv"],
}


def written(name: str) -> str:
    """The text of a snapshot, from what its commands print now; the current folder is the desk."""
    masked = name in MASKED
    parts = []
    for command in MASKED[name] if masked else PLAIN[name]:
        said = evenhand(*shlex.split(command))
        parts.append(_told(command, said, masked))
    return "\n".join(parts)


def _told(command: str, said: Said, masked: bool) -> str:
    lines = [f"$ evenhand {command}".rstrip()]
    for mark, text in (("", said.out), ("stderr:", said.err)):
        if text:
            lines += [mark] if mark else []
            lines += [line.rstrip() for line in (mask(text) if masked else text).rstrip("\n").split("\n")]
    lines.append(f"exit {said.code}\n")
    return "\n".join(lines)


def mask(text: str) -> str:
    """Numbers as `#`, spaces as one space: what is left does not depend on luck or on the machine."""
    text = re.sub(r"(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]\d+)?", "#", text)
    text = re.sub(r"\d+", "#", text)
    text = re.sub(r"# (s|min # s|h # min)\b", "# s", text)
    text = re.sub(r"\b(native|plain)(?= build)|(?<=build ) +(native|plain)\b|(?<=\"build\": \")(native|plain)", "some", text)
    text = re.sub(r"# (bytes|kB|MB)", "# kB", text)
    text = re.sub(r"# (games?|workers?|builds?|blocks?)\b", lambda match: f"# {match[1].rstrip('s')}s", text)
    text = re.sub(r"\[ +#", "[#", text)
    text = re.sub(r"(?<= tied\.)\n(?=[A-Z])", " ", text)        # how wide the numbers are decides
    return re.sub(r"(?<=\S) {2,}", " ", text)


@contextmanager
def desk(play_runs: bool = True) -> Iterator[Path]:
    """The desk as the current folder, for as long as the context lasts."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="evenhand-desk-") as place:
        os.chdir(place)
        try:
            lay(Path(place))
            if play_runs:
                play()
            yield Path(place)
        finally:
            os.chdir(before)


def main() -> None:
    """Write all snapshots anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    with desk():
        for name in [*PLAIN, *MASKED]:
            (FOLDER / f"{name}.txt").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
