"""Strategies in users' files: loading one with the modules of its own folder, and what to say when that fails.

A file `bots/corn.py` is loaded as `_user_strategy_<hash>.corn`, the hash made from its path. `import helper` inside it finds
`bots/helper.py` and loads it as `_user_strategy_<hash>.helper`: two bots whose folders both hold a `helper.py` do not get in
each other's way, nothing is added to `sys.path`, and no file of a bot hides a module from anybody else.
"""
from __future__ import annotations

import ast
import builtins
import hashlib
import importlib
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

from sim.faults import Fault, Interrupt, Refusal, nearest

PREFIX: Final = "_user_strategy_"
"""How the names of all users' modules begin."""


OURS: Final = ("evenhand", "sim", "strategies", "experiments", "reports")


class SpecError(Refusal):
    """A strategy that cannot be had: its name, its file, its class or its parameters, with all faults."""


@dataclass(frozen=True)
class UserModule:
    """A loaded file, the files that belong to it (itself first), and their state when they were read."""

    module: ModuleType
    sources: tuple[Path, ...]
    stamps: tuple[tuple[int, int], ...]

    def is_current(self) -> bool:
        """Whether no file has changed since it was loaded."""
        return all(stamp(path) == then for path, then in zip(self.sources, self.stamps, strict=True))


LONGEST: Final = 120.0
"""Seconds that a file may take to be loaded, or a strategy to be made."""
_ENDS: Final = "It calls os._exit, sends itself a signal, or crashes in compiled code that it uses."
HANGS: Final = f"it takes over {LONGEST / 60:.0f} minutes"
"""How a process ended that had to be ended."""
_HANGS: Final = "What takes long belongs into start(), or into the first decision."

_loaded: dict[Path, UserModule] = {}
_ended: dict[tuple[Path, str], tuple[tuple[int, int], str]] = {}
"""By file, and by the spec whose strategy was made (empty: while it was loaded): the file's state then, and how that ended."""


def load(path: Path, shown: str) -> UserModule:
    """The module of a file; read again if it or a module from its folder has changed. `shown` is its name in errors."""
    if not path.is_file():
        raise SpecError(_no_file(path, shown))
    path = path.resolve()
    if how := ended(path):
        raise SpecError(no_end(f"{shown} can't be loaded", how))
    known = _loaded.get(path)
    if known is not None and known.is_current():
        return known
    package = PREFIX + hashlib.sha256(str(path).encode()).hexdigest()[:12]
    _forget(package)
    try:
        module = _import(package, path)
    except Interrupt:
        raise
    except BaseException as error:      # SystemExit too: a file that exits cannot be played
        _forget(package)
        raise SpecError(_not_loaded(error, path, shown)) from None
    sources = tuple(_belongs(path, package))
    _loaded[path] = UserModule(module, sources, tuple(stamp(source) for source in sources))
    return _loaded[path]


def note_end(path: Path, text: str, how: str) -> None:
    """Note how a process ended that loaded a file, or made the strategy of a spec from it: nobody is to do that again."""
    _ended[path, text] = stamp(path), how


def no_end(what: str, how: str) -> Fault:
    """What is said of a file, or of a strategy, that a process did not get to the end of: `how` it ended, if it did."""
    if how == HANGS:
        return Fault("", f"{what}: {how}", help=_HANGS)
    return Fault("", f"{what}: it ends its process ({how})", help=_ENDS)


def ended(path: Path, text: str = "") -> str:
    """How a process ended that loaded this file as it is now, or made the strategy of a spec from it; empty if none did."""
    then, how = _ended.get((path, text), ((0, -1), ""))
    return how if how and then == stamp(path) else ""


def frames_of(error: BaseException, keep: Callable[[str], bool]) -> list[traceback.FrameSummary]:
    """The frames of an error's traceback whose file is to be kept, the outermost first."""
    return [frame for frame in traceback.extract_tb(error.__traceback__) if keep(frame.filename)]


# --- the modules of a bot's folder ------------------------------------------------------------------------------------


class _UserLoader(SourceFileLoader):
    """Compiles from source each time (a stamp of whole seconds would miss a quick edit) and sets the module's own `import`."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code

    def exec_module(self, module: ModuleType) -> None:
        package = module.__name__.partition(".")[0]
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": _importer(package)}
        super().exec_module(module)


class _UserFinder(MetaPathFinder):
    """Finds `_user_strategy_<hash>.x.y` in the folder of the bot."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not fullname.startswith(PREFIX):
            return None
        for folder in path:
            file = _module_file(Path(folder), fullname.rpartition(".")[2])
            if file is not None:
                return _module_spec(fullname, file)
        return None


def _import(package: str, path: Path) -> ModuleType:
    """Load the file as a module of a new package that stands for its folder."""
    if not any(isinstance(finder, _UserFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _UserFinder())
    parent = ModuleType(package)
    parent.__path__ = [str(path.parent)]
    sys.modules[package] = parent
    spec = _module_spec(f"{package}.{path.stem}", path)
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _module_spec(fullname: str, file: Path) -> ModuleSpec:
    search = [str(file.parent)] if file.name == "__init__.py" else None
    spec = spec_from_file_location(fullname, file, loader=_UserLoader(fullname, str(file)), submodule_search_locations=search)
    assert spec is not None
    return spec


def _importer(package: str) -> Callable[..., Any]:
    """`__import__` for a bot's modules: names in its own folder come first."""
    folder = Path(sys.modules[package].__path__[0])

    def import_(name: str, globals: Any = None, locals: Any = None, fromlist: Sequence[str] | None = (), level: int = 0) -> Any:
        head = name.partition(".")[0]
        if level == 0 and _is_local(folder, head):
            if fromlist:
                return builtins.__import__(f"{package}.{name}", globals, locals, fromlist, 0)
            importlib.import_module(f"{package}.{name}")
            return sys.modules[f"{package}.{head}"]
        return builtins.__import__(name, globals, locals, fromlist, level)

    return import_


def _is_local(folder: Path, head: str) -> bool:
    """Whether a name means a module of the folder: not one of the standard library, nor evenhand where a bot lies beside it."""
    file = _module_file(folder, head)
    if file is None or head in sys.stdlib_module_names:
        return False
    return head not in OURS or getattr(sys.modules.get(head), "__file__", None) != str(file)


def _module_file(folder: Path, name: str) -> Path | None:
    """The file of a module: `name.py`, or `name/__init__.py`."""
    for file in (folder / name / "__init__.py", folder / f"{name}.py"):
        if file.is_file():
            return file
    return None


def _forget(package: str) -> None:
    for name in [name for name in sys.modules if name == package or name.startswith(package + ".")]:
        del sys.modules[name]


def stamp(path: Path) -> tuple[int, int]:
    """What tells whether a file has changed: when it was written, and its size."""
    try:
        stat = path.stat()
    except OSError:
        return (0, -1)
    return (stat.st_mtime_ns, stat.st_size)


# --- which files belong to a bot --------------------------------------------------------------------------------------


def _belongs(path: Path, package: str) -> list[Path]:
    """The file, then all modules of its folder that it has loaded or that it or they import anywhere, by name."""
    found: dict[Path, None] = {path: None}
    for name, module in list(sys.modules.items()):
        if name.startswith(package + ".") and getattr(module, "__file__", None):
            found[Path(str(module.__file__)).resolve()] = None
    waiting = list(found)
    while waiting:
        for file in _imported(waiting.pop(), path.parent):
            if file not in found:
                found[file] = None
                waiting.append(file)
    return [path, *sorted(file for file in found if file != path)]


def _imported(file: Path, folder: Path) -> Iterator[Path]:
    """The files below `folder` that a source file imports, in functions too."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _files_of(folder, alias.name.split("."), local=True)
        elif isinstance(node, ast.ImportFrom):
            base = file.parents[node.level - 1] if node.level else folder
            for alias in node.names:
                yield from _files_of(base, [*(node.module or "").split("."), alias.name], local=node.level == 0)


def _files_of(folder: Path, names: list[str], local: bool) -> Iterator[Path]:
    """The files of a dotted name as far as they exist: `a`, `a.b`, ..."""
    names = [name for name in names if name]
    if local and names and not _is_local(folder, names[0]):
        return
    for name in names:
        file = _module_file(folder, name)
        if file is None:
            return
        yield file.resolve()
        folder = folder / name


# --- what is said ----------------------------------------------------------------------------------------------------


def _no_file(path: Path, shown: str) -> Fault:
    folder, shown_folder = path.parent, shown.rpartition("/")[0]
    if path.is_dir():
        return Fault("", f"{shown} is a folder, not a file")
    if not folder.is_dir():
        return Fault("", f"no file {shown}: there is no folder {shown_folder}")
    there = sorted(file.name for file in folder.glob("*.py"))
    place = f"In {shown_folder}/" if shown_folder else "Here"
    if not there:
        return Fault("", f"no file {shown}. {place} there is no .py file")
    some = ", ".join(there[:8]) + (", ..." if len(there) > 8 else "")
    near = nearest(path.name, there)
    return Fault("", f"no file {shown}. {place} there is: {some}", f"{shown_folder}/{near}" if shown_folder and near else near)


def _not_loaded(error: BaseException, path: Path, shown: str) -> Fault:
    """A mistake in a file as Python shows it, without our frames."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    own = frames_of(error, lambda name: Path(name).is_relative_to(path.parent))
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        file, line = Path(error.filename), error.lineno
        what = f"{type(error).__name__}: {error.msg}"
        help = _underlined(error)
    elif own:
        file, line = Path(own[-1].filename), own[-1].lineno or 0
        help = f"    {own[-1].line}" if own[-1].line else ""
    else:
        return Fault("", f"{shown} can't be loaded: {what}")
    if isinstance(error, ModuleNotFoundError):
        help = "It must be installed in the same environment as evenhand."
    place = f"line {line}" if file == path else f"{file.name}, line {line}"
    return Fault("", f"{shown} can't be loaded: {place}: {what}", help=help)


def _underlined(error: SyntaxError) -> str:
    """The faulty line with a mark below, as Python prints it."""
    text = (error.text or "").rstrip("\n")
    if not text.strip():
        return ""
    start = max((error.offset or 1) - 1, 0)
    end = error.end_offset if error.end_lineno == error.lineno and error.end_offset else start + 2
    return f"{text}\n{' ' * start}{'^' * max(end - 1 - start, 1)}"
