PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# many programs are started: what Python compiles is kept, also where the environment forbids it
COMPILED := PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(CURDIR)/build/pycache
PYTEST := $(COMPILED) $(BIN)/python -m pytest
SOURCES := docs firmware_host games hardware tests

# an environment that was moved, or whose Python is another one by now, is made anew
$(if $(wildcard .venv/ready-*),$(shell { grep -qF "$(CURDIR)/.venv/bin/python" $(BIN)/pip && $(BIN)/python -c 'import pip'; } 2>/dev/null || \
{ echo "the virtual environment was moved, or its Python was replaced: it is made anew" >&2; rm -rf .venv; }))

.DEFAULT_GOAL := help
.PHONY: help play serve site parts board test test-browser test-browser-deep screenshots test-deep mutants machine test-machine pico exercises squadro-table squadro-perfect squadro-evaluation tshupu-evaluation bench figures docs deb test-deb test-deb-quick release lint lint-web format locale language clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name does; \
	do printf '  make %-18s %s\n' "$$name" "$$does"; done

play: .venv/ready-to-play ## play on this computer, with simulated keys, dice and display
	$(BIN)/tableside simulate
	@echo "In a browser, with a table for everybody in your network: make serve"

serve: .venv/ready-to-serve ## give everybody in your network a practice table in the browser
	$(BIN)/tableside serve

site: .venv/ready-to-develop node_modules/ready ## build the practice table that runs inside of a browser, in build/site
	$(BIN)/python -m docs.release.site

parts: .venv/ready-for-parts ## write what is printed or cut for a table, in build/parts, and its pictures
	$(BIN)/python -m hardware.parts.solids build/parts
	$(BIN)/python -m docs.writer.parts_pictures

board: .venv/ready-to-develop ## check and make the circuit board of the tower with KiCad 9, in build/board (root)
	$(BIN)/python -m tests.deb.roots trixie-kicad
	$(BIN)/python -m tests.hardware.parts.cached_kicad build/board

test: .venv/ready-to-develop ## run the tests and the examples in the docstrings
	$(PYTEST) --numprocesses=auto --dist=worksteal

test-browser: .venv/ready-for-the-browser node_modules/ready ## run the tests of the pages in Chromium
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	{ echo "the tests of the pages need Chromium: sudo apt install chromium" >&2; exit 1; }
	$(PYTEST) -n2 --browser tests/browser $(wildcard tests/firmware_host/features/*/browser)

test-browser-deep: .venv/ready-for-the-browser node_modules/ready ## play long games to their end in Chromium, and look at pages in all sizes and languages
	$(BIN)/python -m pytest -n2 --browser -m deep tests/browser $(wildcard tests/firmware_host/features/*/browser)

screenshots: .venv/ready-for-the-browser ## take every page in every phase, and make sheets of them to look at
	rm -rf build/screenshots
	$(PYTEST) -n2 -q --browser $(wildcard tests/browser/screenshots.py tests/firmware_host/features/*/browser/screenshots.py)
	$(BIN)/python -m tests.browser.shots

test-deep: .venv/ready-for-deep-tests ## run the tests that take minutes or need more packages
	$(BIN)/python -m pytest --numprocesses=auto -m "deep or hypothesis or codes" --hypothesis-profile=thorough -rPs

# the tests have to pass before: what fails without a change counts as having noticed it
mutants: .venv/ready-to-develop ## change the program in 400 small ways and look which of them no test notices
	$(BIN)/python -m tests.mutants

machine: .venv/ready-for-the-machine ## build the simulated machine with its real kernel, once
	$(BIN)/python -m tests.machine.image

test-machine: machine ## run the program on that machine
	$(BIN)/python -m pytest -s -n0 -m deep tests/machine $(wildcard tests/firmware_host/features/*/evening)

pico: .venv/ready-to-develop ## build the emulated Pico for the tests of its firmware, once
	$(BIN)/python -m tests.pico.image

build/squadro/runs.h: games/squadro/building/exchange.py | .venv/ready-to-play
	mkdir -p build/squadro
	$(BIN)/python -m games.squadro.building.exchange rules build/squadro

build/squadro/solve: games/squadro/building/solve.c build/squadro/runs.h
	$(CC) -std=c99 -O3 -march=native -fopenmp -Ibuild/squadro -o $@ games/squadro/building/solve.c

build/squadro/%: games/squadro/building/%.c build/squadro/runs.h
	$(CC) -std=c99 -O3 -march=native -Ibuild/squadro -o $@ $< -lm

squadro-table: build/squadro/solve ## build the table for perfect play in Squadro's endgames
	build/squadro/solve blocks 2 | $(BIN)/python -m games.squadro.building.exchange pack games/squadro/endgames.table 2

# a higher preset packs better and takes longer, up to 9
PRESET = 1
squadro-perfect: build/squadro/solve ## build the table for perfect play in all of Squadro (10 GB of memory)
	build/squadro/solve blocks 0 | $(BIN)/python -m games.squadro.building.exchange pack games/squadro/perfect.table 0 $(PRESET)

exercises: .venv/ready-to-play ## make the sets of exercises that ship with the games
	$(BIN)/tableside exercises make tshupu --seed 2026 --count 24 --margin 5 --output games/tshupu/exercises.json --overwrite
	$(BIN)/tableside exercises make thaayam --seed 2026 --count 24 --margin 4 --option seats=2 --output games/thaayam/exercises.json --overwrite
	$(BIN)/tableside exercises make ur --seed 2026 --count 27 --margin 2 --nodes 200 --output games/ur/exercises.json --overwrite
	$(BIN)/tableside exercises make backgammon --seed 2026 --count 24 --margin 4 --nodes 2100 --output games/backgammon/exercises.json --overwrite
	$(BIN)/tableside exercises make ludo --seed 2026 --count 18 --margin 1 --choices 3 --nodes 200 --option seats=2 --output games/ludo/exercises.json --overwrite
	$(BIN)/tableside exercises make pachisi --seed 2026 --count 12 --margin 2 --choices 3 --found-by 50 --nodes 200 --output games/pachisi/exercises.json --overwrite
	$(BIN)/tableside exercises make holes --seed 2026 --count 23 --margin 1 --choices 2 --nodes 200 --output games/holes/exercises.json --overwrite
	$(BIN)/tableside exercises make squadro --seed 2026 --count 24 --margin 15 --output games/squadro/exercises.json --overwrite
	$(BIN)/tableside exercises make xiangqi4 --seed 2026 --count 18 --margin 8 --output games/xiangqi4/exercises.json --overwrite

# how many games are played to learn from; then how many are drawn to ask about, and to tell what
# occurs in many games, each with its seed
squadro-evaluation: build/squadro/solve build/squadro/play build/squadro/learn .venv/ready-to-develop ## solve Squadro and learn to evaluate it
	$(BIN)/python -m tests.bench.squadro_positions ask 15000 2 > build/squadro/asked
	$(BIN)/python -m tests.bench.squadro_games 40000 1 > build/squadro/common
	build/squadro/play 400000 | awk 'NR == FNR {asked[$$0]; next} !($$0 in asked)' build/squadro/asked - > build/squadro/training
	cat build/squadro/asked build/squadro/training | build/squadro/solve values > build/squadro/values
	$(BIN)/python -m tests.bench.squadro_positions pick build/squadro/asked build/squadro/values build/squadro/common > tests/bench/squadro_positions.txt
	tail -n +$$(($$(wc -l < build/squadro/asked) + 1)) build/squadro/values > build/squadro/learnt
	build/squadro/learn build/squadro/training build/squadro/learnt > games/squadro/weights.table

tshupu-evaluation: ## learn to evaluate T'shu-p'u from games of the program with itself
	mkdir -p build/tshupu
	$(CC) -std=c99 -O3 -o build/tshupu/learn games/tshupu/building/learn.c -lm
	build/tshupu/learn 200000 > build/tshupu/pairs.table
	mv build/tshupu/pairs.table games/tshupu/pairs.table

bench: .venv/ready-to-bench ## measure everything and write docs/developers/benchmarks.md
	$(BIN)/python -m tests.bench --page docs/developers/benchmarks.md

figures: .venv/ready-for-deep-tests ## measure the figures in docs/developers/reliability.md and write them there
	$(BIN)/python -m pytest --numprocesses=auto -m "deep or not deep" --write-figures $$(grep -rl --include='test_*.py' 'figure: Figure' tests)

lint: .venv/ready-to-develop ## check style, format, types and imports
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory lint-web

lint-web: node_modules/ready ## check the scripts of the pages, where there is Node.js
	@! [ -e $< ] || { echo node_modules/.bin/eslint . && node_modules/.bin/eslint .; }
	@! [ -e $< ] || { echo node_modules/.bin/tsc -p jsconfig.json && node_modules/.bin/tsc -p jsconfig.json; }

format: .venv/ready-to-develop ## format the sources
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

deb: .venv/ready-to-develop ## build the Debian package in build/deb
	$(BIN)/python -m docs.release.package

test-deb: .venv/ready-to-develop ## install, update and remove the package in whole systems (root)
	$(BIN)/python -m tests.deb.roots
	$(BIN)/python -m pytest -s -n0 -m deep tests/deb

test-deb-quick: .venv/ready-to-develop ## install, use and remove the package in one whole system (root)
	$(BIN)/python -m tests.deb.roots trixie
	$(BIN)/python -m pytest -s -n0 -m deep tests/deb/test_package.py -k "offline and trixie"

release: .venv/ready-to-develop ## check that a release is ready, and build it in build/release
	$(BIN)/python -m docs.release.checklist

locale: .venv/ready-to-develop ## collect the texts to translate, then update and compile the catalogues
	$(call catalogue,firmware_host)
	$(call catalogue,games)

language: .venv/ready-to-develop ## begin the catalogues of a new language: make language CODE=de
	$(call begin_catalogue,firmware_host)
	$(call begin_catalogue,games)

docs: .venv/ready-to-document ## write the generated pages of the manual and build it in build/manual
	$(BIN)/python -m docs.writer
	NO_MKDOCS_2_WARNING=1 PLAYABLE=$(wildcard build/site/worker.js) $(BIN)/mkdocs build
	@[ ! -e build/site/worker.js ] || { rm -rf build/manual/play && cp -r build/site build/manual/play; }

clean: ## remove the virtual environment and everything generated
	rm -rf .venv node_modules build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .grimp_cache
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +

# $(1) is the package, and also the domain of its catalogue
define catalogue
$(BIN)/python -m babel.messages.frontend -q extract --mapping=docs/writer/catalogues.cfg --keyword=msg --width=100 --no-location --sort-output -o $(1)/locale/$(1).pot $(1)
$(BIN)/pybabel -q update --width=100 --no-fuzzy-matching --ignore-pot-creation-date -D $(1) -i $(1)/locale/$(1).pot -d $(1)/locale
$(BIN)/pybabel -q compile -D $(1) -d $(1)/locale
endef

define begin_catalogue
$(BIN)/python -m babel.messages.frontend -q extract --mapping=docs/writer/catalogues.cfg --keyword=msg --width=100 --no-location --sort-output -o $(1)/locale/$(1).pot $(1)
$(BIN)/pybabel -q init --width=100 -D $(1) -i $(1)/locale/$(1).pot -d $(1)/locale -l $(CODE)
$(BIN)/pybabel -q compile -D $(1) -d $(1)/locale
endef

.venv/ready-to-play: pyproject.toml constraints.txt | .venv
	$(PIP) -e '.[simulator]'
	@touch $@

.venv/ready-to-serve: pyproject.toml constraints.txt | .venv
	$(PIP) -e '.[web]'
	@touch $@

.venv/ready-to-develop: pyproject.toml constraints.txt | .venv
	$(PIP) -e '.[dev]'
	@touch $@

.venv/ready-for-the-browser: pyproject.toml constraints.txt | .venv
	$(PIP) -e '.[dev,browser]'
	@touch $@

# what checks the scripts of the pages comes from npm, and so does axe-core, which finds what keeps
# people from using a page; where it cannot be had, what needs it is left out and says so
node_modules/ready: package.json package-lock.json
	@if ! command -v npm >/dev/null; then echo "skipped: the scripts of the pages are checked where there is npm (sudo apt install npm)"; \
	elif ! node -e 'process.exit(+(parseInt(process.versions.node) < 20))'; then echo "skipped: the scripts of the pages are checked by Node.js 20 or newer, this is $$(node --version)"; \
	elif npm ci --silent --no-audit --no-fund; then touch $@; \
	else echo "skipped: the scripts of the pages are not checked, because npm could not install its packages" >&2; fi

.venv/ready-for-deep-tests: pyproject.toml constraints.txt | .venv
	$(PIP) -e '.[dev,air,cluster,codes,parquet,parts,plots]' pandas
	@touch $@

.venv/ready-for-parts: pyproject.toml constraints.txt | .venv
	$(PIP) -e '.[parts]'
	@touch $@

.venv/ready-for-the-machine: pyproject.toml constraints.txt | .venv
	$(PIP) -e '.[dev,pi]'
	@touch $@

.venv/ready-to-bench: pyproject.toml constraints.txt | .venv
	$(PIP) -e '.[dev,bench]'
	@touch $@

.venv/ready-to-document: pyproject.toml constraints.txt | .venv
	$(PIP) -e '.[docs]'
	@touch $@

.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "tableside needs Python 3.11 or newer, $(PYTHON) is $$($(PYTHON) -V 2>&1): try make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	{ echo "$(PYTHON) cannot make virtual environments: install them first (Debian: sudo apt install python3-venv)" >&2; exit 1; }
	$(PYTHON) -m venv $@
