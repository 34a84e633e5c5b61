# Each command sets up the virtual environment first.
#   make example   run all stages on the example corpus
#   make test      run the checks and the tests
#   make checks    run the linter, the formatter, the type checker and the import contracts
#   make slow      run the tests that take long, of all files or of SLOW
#   make chaos     strike runs with random faults for MINUTES (60), drawn with SEED, and compare the results
#   make docs      build the documentation site into build/site
#   make release   build and check the distributions and a bill of materials in build/dist
#   make minutes   record docs/first-minutes.md again, from a real run
#   make pictures  make the pictures of the report and of judges' pages again, in Chromium
#   make diagram   draw docs/images/architecture.svg again
#   make rules     write the rules of exchange into docs/rules.md again
PYTHON ?= python3
# Without --no-compile, pip compiles all modules, of which few are used: 230 MB. Python compiles a module at
# its first use and keeps it, even where the environment says otherwise: tests start Python a thousand times.
INSTALL = $(BIN)/python -m pip install --quiet --no-compile -c constraints.txt
export PYTHONDONTWRITEBYTECODE =
VENV ?= .venv
BIN = $(VENV)/bin
TORCH = torch==2.13.0
# Index of PyTorch wheels without CUDA; used if the configured index has none.
TORCH_CPU_INDEX ?= https://download.pytorch.org/whl/cpu

.PHONY: example test tests checks slow chaos docs release minutes pictures diagram rules clean

example: $(VENV)/.installed
	$(BIN)/orchestrator submit examples/corpus

# The checks keep one core busy for a while; the tests need not wait for them.
test: $(VENV)/.installed-dev
	$(MAKE) --jobs 2 checks tests

# Many tests wait for processes, so six processes of tests keep two cores busy.
PROCESSES ?= 6
tests: $(VENV)/.installed-dev
	$(BIN)/pytest --numprocesses $(PROCESSES) --dist loadfile

SLOW ?= tests
slow: $(VENV)/.installed-dev
	$(BIN)/pytest -m slow $(SLOW)

checks: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

MINUTES ?= 60
SEED ?= $(shell date +%s)
chaos: $(VENV)/.installed-dev
	cd tests && $(abspath $(BIN))/python -m chaos --minutes $(MINUTES) --seed $(SEED)

docs: $(VENV)/.installed-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# The wheel is installed and tried in an environment of its own, which the bill of materials lists.
DIST = build/dist
CLEAN = build/environment
release: $(VENV)/.installed
	rm -rf $(DIST) $(CLEAN)
	$(INSTALL) --group release
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m build --outdir $(DIST)
	$(BIN)/twine check --strict $(DIST)/*
	$(MAKE) VENV=$(CLEAN) $(CLEAN)/.torch
	$(CLEAN)/bin/pip install --quiet --no-compile -c constraints.txt "$$(echo $(DIST)/*.whl)[s3,web]"
	cd build && environment/bin/orchestrator submit ../examples/corpus --runs runs
	$(BIN)/cyclonedx-py environment $(CLEAN)/bin/python --output-file $(DIST)/paralattice.cdx.json

minutes: $(VENV)/.installed-dev
	$(BIN)/python docs/first_minutes.py

pictures: $(VENV)/.installed-dev
	$(BIN)/python -m docs.pictures

diagram: $(VENV)/.installed-dev
	$(BIN)/python docs/diagram.py

rules: $(VENV)/.installed-dev
	$(BIN)/python -m docs.rules

$(VENV)/.torch: constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.12 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --upgrade pip
	# Try a build without CUDA first: CUDA adds gigabytes that this project does not use.
	$(INSTALL) "$(TORCH)+cpu" 2>/dev/null \
	 || $(INSTALL) --extra-index-url $(TORCH_CPU_INDEX) "$(TORCH)+cpu" 2>/dev/null \
	 || $(INSTALL) "$(TORCH)"
	# The package has its own test programs, headers and a compiler of protocols, 190 MB, which nothing needs.
	cd $(VENV)/lib/python*/site-packages/torch && rm -rf test include bin/*[Tt]est* bin/protoc*
	touch $@

$(VENV)/.installed: $(VENV)/.torch pyproject.toml
	$(INSTALL) --editable .
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(INSTALL) --group dev --group docs
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
