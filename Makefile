# Two commands for a newcomer:
#   make example   sets up and runs the main job on the example corpus
#   make test      sets up and runs the checks and the tests
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
TORCH = torch==2.13.0
# Where wheels of PyTorch without CUDA are published; used where the configured index has none.
TORCH_CPU_INDEX ?= https://download.pytorch.org/whl/cpu

.PHONY: example test checks slow clean

example: $(VENV)/.installed
	$(BIN)/orchestrator submit examples/corpus

# Most tests wait for processes: two at a time take little more than half of the time.
test: checks
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile

slow: $(VENV)/.installed-dev
	$(BIN)/pytest -m slow

checks: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

$(VENV)/.torch: constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.12 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet -c constraints.txt --upgrade pip
	# A build without CUDA first: the other one brings gigabytes that this project never uses.
	$(BIN)/python -m pip install --quiet -c constraints.txt "$(TORCH)+cpu" 2>/dev/null \
	 || $(BIN)/python -m pip install --quiet -c constraints.txt --extra-index-url $(TORCH_CPU_INDEX) "$(TORCH)+cpu" 2>/dev/null \
	 || $(BIN)/python -m pip install --quiet -c constraints.txt "$(TORCH)"
	touch $@

$(VENV)/.installed: $(VENV)/.torch pyproject.toml
	$(BIN)/python -m pip install --quiet -c constraints.txt --editable .
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet -c constraints.txt --group dev
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
