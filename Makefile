# What a person types. `make demo` and `make test` need Python 3.11 or newer and nothing else; a C compiler makes them fast.

PYTHON  ?= python3
WORKERS ?= 2
VENV    := .venv
RUN     := $(VENV)/bin/python
READY   := $(VENV)/.ready
NATIVE  := build/.native
PIP     := $(RUN) -m pip install --quiet --disable-pip-version-check
ONCE    := tests/house/test_pages.py tests/experiments/test_library.py tests/reports/test_mirrors.py
FOUR    := puerto_rico.shipping,puerto_rico.money,puerto_rico.hybrid,random

.PHONY: help demo test test-all test-native lint native golden docs bench claims clean

help:
	@echo "make demo      2,000 games of Puerto Rico by four strategies, the table and the report"
	@echo "make test      the plain suite, then parity and conformance on the native build"
	@echo "make test-all  every test on both builds, the slow ones on the native build"
	@echo "make lint      ruff and mypy --strict"
	@echo "make native    compile the engine in place (needs a C compiler)"
	@echo "make golden    write the golden transcripts and perft files anew;  make docs: the generated pages"
	@echo "make bench     how fast it plays;  make claims: what the documents claim, measured again"
	@echo "make clean     remove what was built (not .venv and runs/)"

demo: $(READY) $(NATIVE)
	@$(VENV)/bin/evenhand run --game puerto_rico --seats 4 --strategies $(FOUR) --blocks 500 --name demo
	@if [ -z "$$CI" ] && { [ "$$(uname)" = Darwin ] || [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; }; then \
		$(RUN) -m webbrowser -t "file://$(CURDIR)/runs/demo/report.html" > /dev/null 2>&1 || true; fi
	@echo "The command is $(VENV)/bin/evenhand; after  . $(VENV)/bin/activate  it is evenhand."

# What plays many games and tells no build from the other runs once, on the faster one.
test: $(READY) $(NATIVE)
	@echo "The plain build"
	@EVENHAND_PURE=1 $(RUN) -m pytest -q -n $(WORKERS) $$(grep -q native $(NATIVE) && printf ' --ignore %s' $(ONCE))
	@if grep -q native $(NATIVE); then $(MAKE) --silent --no-print-directory test-native; \
		else echo "No C compiler: the native build is not tested."; fi

test-native:
	@echo "The native build"
	@$(RUN) -m pytest -q -n $(WORKERS) tests/sim tests/rules tests/golden $(ONCE)

test-all: $(READY)
	@EVENHAND_TEST_ALL=1 EVENHAND_PURE=1 $(RUN) -m pytest -q -n $(WORKERS) -m "not slow"
	@$(MAKE) --silent --no-print-directory native
	@EVENHAND_TEST_ALL=1 $(RUN) -m pytest -q -n $(WORKERS) -m ""

lint: $(READY)
	@$(RUN) -m ruff check .
	@$(RUN) -m mypy

native: $(READY)
	@if [ "$$(cat $(NATIVE) 2> /dev/null)" = plain ]; then rm $(NATIVE); fi
	@$(MAKE) --silent --no-print-directory $(NATIVE)
	@grep -q native $(NATIVE) || { tail -n 20 build/native.log; exit 1; }

golden: $(READY)
	@EVENHAND_PURE=1 $(RUN) -m tests.golden

docs: $(READY)
	@$(RUN) -m tests.rules
	@$(RUN) -m tests.house.pages

bench: $(READY) $(NATIVE)
	@$(RUN) bench/speed.py

claims: $(READY) $(NATIVE)
	@$(RUN) bench/claims.py

clean:
	@rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find sim -name '*.so' -delete
	@find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# Installed in place, as plain Python: what is edited is what runs.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || { \
		echo "Python 3.11 or newer is needed; $(PYTHON) is not. Name one:  make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Installing what evenhand needs into $(VENV) (a minute or two) ..."
	@[ -x $(RUN) ] || $(PYTHON) -m venv $(VENV) || { echo "Python's own venv module is missing (Debian: apt install python3-venv)."; exit 1; }
	@$(PIP) $$($(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@EVENHAND_PURE=1 $(PIP) --no-build-isolation --editable '.[test,lint]'
	@touch $@

# The engine, compiled in place. Without a compiler the stamp says "plain", and everything runs as plain Python.
$(NATIVE): $(shell find sim -name '*.py') setup.py | $(READY)
	@mkdir -p build
	@echo "Compiling the engine (about a minute; without a C compiler it runs as plain Python) ..."
	@$(RUN) setup.py --quiet build_ext --inplace > build/native.log 2>&1 || { tail -n 20 build/native.log; exit 1; }
	@grep "not compiled" build/native.log || true
	@$(RUN) -c 'import sim; print(sim.BUILD)' > $@
