"""Spec texts: what they mean, what they load, and what is said when they cannot be had."""
from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from strategies import specs
from strategies.base import Strategy
from strategies.specs import SpecError, available, build, check, find, label, labels, parse, sources
from tests.strategies.conftest import CORN, WRITE


def said(text: str, game: str | None = None) -> str:
    """The words with which a spec is refused, help included."""
    with pytest.raises(SpecError) as caught:
        check(text, game)
    return "\n".join(str(fault) + ("\n" + fault.help if fault.help else "") for fault in caught.value.faults)


def test_a_spec_is_a_name_or_a_file_a_class_and_parameters() -> None:
    name = parse("puerto_rico.money:quarries=1:a=0.3")
    file = parse("bots/corn.py:Corn:fallback=2")
    bare = parse("bots/corn.py:fallback=2")

    assert (name.name, name.file, name.class_name, dict(name.params)) == (
        "puerto_rico.money", "", "", {"quarries": "1", "a": "0.3"})
    assert (file.name, file.file, file.class_name, dict(file.params)) == ("", "bots/corn.py", "Corn", {"fallback": "2"})
    assert (bare.file, bare.class_name, dict(bare.params)) == ("bots/corn.py", "", {"fallback": "2"})
    assert parse("C:/bots/corn.py:Corn").file == "C:/bots/corn.py"


def test_a_parameter_can_be_set_and_changed_in_a_spec() -> None:
    assert parse("corn.py:Corn").with_param("fallback", 1).text == "corn.py:Corn:fallback=1"
    assert parse("corn.py:Corn:fallback=1:bold=true").with_param("fallback", 2).text == "corn.py:Corn:fallback=2:bold=true"
    assert parse("random").with_param("quiet", False).text == "random:quiet=false"


def test_a_file_can_be_anchored_to_a_folder(tmp_path: Path) -> None:
    assert parse("bots/corn.py:Corn:x=1").anchored(tmp_path).text == f"{tmp_path}/bots/corn.py:Corn:x=1"
    assert parse("random").anchored(tmp_path).text == "random"


@pytest.mark.parametrize(("text", "words"), [
    ("", "'' names no strategy"),
    ("corn.py:Corn:fallback", "corn.py:Corn:fallback: 'fallback' is no parameter; write name=value"),
    ("random:x=1:x=2", "random:x=1:x=2: the parameter 'x' is given twice"),
])
def test_a_text_that_cannot_be_a_spec_is_refused(text: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse(text)
    assert str(caught.value) == words


def test_parameters_get_the_types_of_the_constructor(corn: Path) -> None:
    bot = build("corn.py:Corn:fallback=2:share=1e-3:bold=true:name=x")

    assert vars(bot) == {"fallback": 2, "share": 0.001, "bold": True, "name": "x"}
    assert vars(build("corn.py")) == {"fallback": 0, "share": 0.5, "bold": False, "name": "corn"}


def test_parameters_may_be_annotated_by_choices_and_unions_or_not_at_all(write: WRITE) -> None:
    write("bot.py", '''
        from __future__ import annotations
        from typing import Literal
        from evenhand import Strategy

        class Bot(Strategy):
            def __init__(self, plan: Literal["ship", "sell"] = "ship", cap: int | None = None, loose=None):
                self.given = (plan, cap, loose)
            def choose(self, view, actions):
                return actions[0]
    ''')
    given = [build(f"bot.py:Bot{params}").given for params in ("", ":plan=sell:cap=3:loose=2.5", ":cap=none:loose=abc")]

    assert given == [("ship", None, None), ("sell", 3, 2.5), ("ship", None, "abc")]
    assert said("bot.py:Bot:plan=sel") == "bot.py:Bot, parameter plan: 'sel' is none of ship, sell. Did you mean 'sell'?"
    assert said("bot.py:Bot:cap=x") == "bot.py:Bot, parameter cap: 'x' is not an int or none"


def test_a_class_is_loaded_once_and_instances_are_new(corn: Path) -> None:
    one, two = build("corn.py:Corn"), build("corn.py:Corn")

    assert one is not two
    assert type(one) is type(two)
    assert type(one).__module__.startswith("_user_strategy_")


def test_a_changed_file_is_loaded_again(corn: Path, write: WRITE) -> None:
    assert build("corn.py").fallback == 0
    write("corn.py", CORN.replace("fallback: int = 0", "fallback: int = 1"))
    assert build("corn.py").fallback == 1


# --- the file's own folder --------------------------------------------------------------------------------------------


HELPED = '''
    import helper
    from tools.count import half
    from evenhand import Strategy

    class Bot(Strategy):
        number = helper.NUMBER
        def choose(self, view, actions):
            import late
            return actions[late.ZERO]
'''


def test_modules_of_the_bots_own_folder_can_be_imported_and_belong_to_it(write: WRITE) -> None:
    bot = write("bots/bot.py", HELPED)
    helper = write("bots/helper.py", "from deep import NUMBER")
    deep = write("bots/deep.py", "NUMBER = 7")
    late = write("bots/late.py", "ZERO = 0")
    count = write("bots/tools/count.py", "from . import unit\ndef half(n): return n / 2 * unit.ONE")
    tools, unit = write("bots/tools/__init__.py", ""), write("bots/tools/unit.py", "ONE = 1")
    write("bots/stranger.py", "1 / 0")

    made = build("bots/bot.py")

    assert made.number == 7
    assert made.choose(None, ["a", "b"]) == "a"
    assert sources("bots/bot.py") == [bot, *sorted([helper, deep, late, count, tools, unit])]
    assert sources("random") == []
    assert "helper" not in sys.modules and str(bot.parent) not in sys.path


def test_two_folders_with_modules_of_one_name_do_not_mix(write: WRITE) -> None:
    for folder, number in (("old", 10), ("new", 20)):
        write(f"{folder}/bot.py", "import helper\n" + CORN + "\n    number = helper.NUMBER\n")
        write(f"{folder}/helper.py", f"NUMBER = {number}")

    assert [build(f"{folder}/bot.py").number for folder in ("old", "new", "old")] == [10, 20, 10]


def test_a_changed_helper_is_loaded_again(write: WRITE) -> None:
    write("bot.py", "import helper\nfrom evenhand import Strategy\nclass Bot(Strategy):\n    number = helper.NUMBER\n"
                    "    def choose(self, view, actions):\n        return actions[0]\n")
    write("helper.py", "NUMBER = 1")
    assert build("bot.py").number == 1
    write("helper.py", "NUMBER = 22")
    assert build("bot.py").number == 22


def test_a_bot_beside_evenhand_uses_the_evenhand_that_runs(write: WRITE) -> None:
    root = Path(specs.__file__).parent.parent
    bot = root / "strategies" / "uniform.py"

    assert issubclass(check(f"{bot}:Random").cls, Strategy)
    assert sources(f"{bot}:Random") == [bot]


# --- errors -----------------------------------------------------------------------------------------------------------


def test_a_missing_file_is_refused_with_what_is_there(write: WRITE) -> None:
    write("bots/corn.py", CORN)
    assert said("bots/cron.py:Cron") == "no file bots/cron.py. In bots/ there is: corn.py"
    assert said("cron.py") == "no file cron.py. Here there is no .py file"
    assert said("boots/corn.py") == "no file boots/corn.py: there is no folder boots"


def test_a_missing_class_is_refused_with_those_of_the_file(write: WRITE) -> None:
    write("corn.py", CORN + "\nclass CornLate(Corn):\n    pass\n")
    write("two.py", CORN + "\nclass CornLate(Corn):\n    pass\n")
    assert said("corn.py:Cron") == "corn.py has no class Cron. It has: Corn, CornLate"
    assert said("two.py") == "two.py has several classes: Corn, CornLate. Say which: two.py:Corn"


def test_a_syntax_error_is_shown_as_python_shows_it(write: WRITE) -> None:
    write("corn.py", CORN.replace("actions):", "actions)"))
    assert said("corn.py:Corn") == ("corn.py can't be loaded: line 9: SyntaxError: expected ':'\n"
                                    "    def choose(self, view, actions)\n"
                                    "                                   ^")


def test_a_missing_module_is_named(write: WRITE) -> None:
    write("corn.py", "import torch_of_nowhere\n" + CORN)
    assert said("corn.py:Corn") == ("corn.py can't be loaded: line 1: ModuleNotFoundError: No module named 'torch_of_nowhere'\n"
                                    "It must be installed in the same environment as evenhand.")


def test_an_error_at_import_names_the_line_of_the_users_file(write: WRITE) -> None:
    write("corn.py", "import helper\n")
    write("helper.py", "# rates\nrate = 1 / 0\n")
    assert said("corn.py:Corn") == ("corn.py can't be loaded: helper.py, line 2: ZeroDivisionError: division by zero\n"
                                    "    rate = 1 / 0")
    write("exits.py", "import sys\nsys.exit(3)\n")
    assert said("exits.py:Corn") == "exits.py can't be loaded: line 2: SystemExit: 3\n    sys.exit(3)"


def test_a_class_that_cannot_choose_is_refused(write: WRITE) -> None:
    write("corn.py", "from evenhand import Strategy\nclass Corn(Strategy):\n    pass\n")
    write("duck.py", "class Duck:\n    def choose(self, view, actions):\n        return actions[0]\n")
    write("none.py", "x = 1\n")
    assert said("corn.py:Corn") == "corn.py:Corn has no method choose(view, actions)"
    assert said("duck.py").startswith("duck.py is no Strategy\n")
    assert said("none.py").startswith("none.py has no class\n")


def test_wrong_parameters_are_all_refused_at_once(corn: Path) -> None:
    takes = "It takes: fallback=0 share=0.5 bold=false name=corn"
    assert said("corn.py:Corn:falback=1") == f"corn.py:Corn has no parameter 'falback'. Did you mean 'fallback'?   {takes}"
    assert said("corn.py:Corn:fallback=x") == "corn.py:Corn, parameter fallback: 'x' is not an int"
    assert said("corn.py:Corn:zzz=1:share=a:bold=b").splitlines() == [
        f"corn.py:Corn has no parameter 'zzz'.   {takes}",
        "corn.py:Corn, parameter share: 'a' is not a number",
        "corn.py:Corn, parameter bold: 'b' is not true or false"]
    assert said("random:x=1") == "random has no parameter 'x'.   It takes: none"


def test_a_constructor_that_refuses_is_quoted(write: WRITE) -> None:
    write("bot.py", '''
        from evenhand import Strategy

        class Bot(Strategy):
            def __init__(self, depth: int):
                if depth < 1:
                    raise ValueError("depth begins at 1")
            def choose(self, view, actions):
                return actions[0]
    ''')
    assert said("bot.py:Bot:depth=0") == "bot.py:Bot:depth=0 can't be made: ValueError: depth begins at 1"
    assert said("bot.py:Bot") == "bot.py:Bot needs a value for 'depth': bot.py:Bot:depth=..."


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    assert said("puerto_rico.shiping") == ("no strategy 'puerto_rico.shiping'. Did you mean 'puerto_rico.shipping'?\n"
                                           "All: evenhand strategies puerto_rico")
    assert said("nothing_like_it") == "no strategy 'nothing_like_it'\nAll: evenhand strategies GAME"


# --- names ------------------------------------------------------------------------------------------------------------


def test_labels_are_short_and_tell_different_specs_apart() -> None:
    assert label("bots/old/corn.py:Corn:x=1") == "corn.py:Corn:x=1"
    assert labels(["a/corn.py:Corn", "b/corn.py:Corn", "random", "random", "c/b/corn.py:Corn"]) == [
        "a/corn.py:Corn", "b/corn.py:Corn", "random", "random", "c/b/corn.py:Corn"]


def test_a_short_name_finds_its_spec(corn: Path) -> None:
    texts = ["corn.py:fallback=1", "corn.py:Corn:fallback=2", "random", "random"]

    assert find("random", texts) == ["random"]
    assert find("corn.py:Corn:fallback=2", texts) == ["corn.py:Corn:fallback=2"]
    assert find("corn.py", texts) == ["corn.py:fallback=1"]
    assert find("Corn", texts) == ["corn.py:fallback=1", "corn.py:Corn:fallback=2"]
    assert find("Wheat", texts) == []


# --- entry points -----------------------------------------------------------------------------------------------------


@pytest.fixture
def offered(write: WRITE, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two packages: one whose strategy works, one that breaks at import."""
    write("works_bots.py", '''
        from evenhand import Strategy

        class Bot(Strategy):
            """plays its part"""
            games = ("pig",)
            def __init__(self, depth: int = 2):
                self.depth = depth
            def choose(self, view, actions):
                return actions[0]
    ''')
    write("fancy_bots.py", "raise ImportError('no CUDA')")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [EntryPoint(f"{name}.bot", f"{name}_bots:Bot", "evenhand.strategies") for name in ("fancy", "works")]
    monkeypatch.setattr(specs, "_entry_points", lambda: points)
    monkeypatch.setattr(specs, "_package", lambda point: f"{point.name.partition('.')[0]}-bots")


def test_a_strategy_of_another_package_is_built_by_its_name(offered: None) -> None:
    assert build("works.bot:depth=3", "pig").depth == 3
    assert said("works.bot", "puerto_rico") == "works.bot plays pig, not puerto_rico\nAll: evenhand strategies puerto_rico"


def test_an_entry_point_that_breaks_is_named_and_the_others_work(offered: None) -> None:
    words = "the strategy 'fancy.bot' of the package fancy-bots can't be loaded: ImportError: no CUDA"

    assert said("fancy.bot") == words
    rows = {offer.name: offer for offer in available("pig")}
    assert rows["fancy.bot"].error == words
    assert (rows["works.bot"].parameters, rows["works.bot"].plays, rows["works.bot"].error) == ("depth=2", "plays its part", "")
    assert rows["random"].plays == "any legal action, all alike"
    assert "puerto_rico.money" not in rows


def test_naming_a_built_in_strategy_loads_neither_numpy_nor_another_game() -> None:
    code = ("import evenhand, sys; from strategies.specs import build; build('random', 'pig');"
            "print([m for m in ('numpy', 'sim.puerto_rico', 'strategies.puerto_rico') if m in sys.modules])")
    root = Path(specs.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.strip() == "[]"
