# make run · make test · make check · make bench — each sets up what it needs
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
PY := .venv/bin/python
TEMPLATES := league/templates api/templates

.PHONY: run setup dev test fast check cover format lint types slow bench messages lock clean

run: setup
	@$(PY) manage.py serve --host $(HOST) --port $(PORT)

setup: .venv/base.stamp
	@$(PY) manage.py prepare

dev: .venv/dev.stamp

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Manche needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv

.venv/base.stamp: requirements/base.txt | .venv/bin/python
	@echo "Installing what Manche needs (once, about half a minute) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/base.txt
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/base.stamp
	@echo "Installing what the tests need (once, about a minute) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

.venv/bench.stamp: requirements/bench.txt .venv/dev.stamp
	@echo "Installing the peers to measure against (once, about a minute) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/bench.txt
	@touch $@

test: dev
	@$(PY) -m tests.run

fast: dev
	@$(PY) -m pytest tests/games tests/scoring -q -n 2 -m "not slow"

check: lint types cover test

# the pure part, every branch of it
cover: dev
	@$(PY) -m pytest tests/games tests/scoring -q -n 2 -m "not slow" --cov

# 10,000 matches and 100,000 broken records of each game: hours
slow: dev
	@MANCHE_LONG=1 $(PY) -m pytest tests/games -q -n 2 -m slow
	@MANCHE_LONG=1 $(PY) -m pytest tests/scoring/test_histories.py -q -n 2

format: dev
	@.venv/bin/ruff format .
	@.venv/bin/ruff check --fix .
	@.venv/bin/djangofmt check --fix $(TEMPLATES)
	@.venv/bin/djangofmt $(TEMPLATES)

lint: dev
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .
	@.venv/bin/djangofmt --check $(TEMPLATES)
	@.venv/bin/djangofmt check $(TEMPLATES)
	@$(PY) -m tests.templates
	@.venv/bin/lint-imports
	@$(PY) manage.py makemigrations --check --dry-run
	@$(PY) -m tests.deploy

types: dev
	@.venv/bin/mypy games scoring seating league api tests bench

bench: .venv/bench.stamp
	@$(PY) -m bench

messages: dev
	@$(PY) manage.py makemessages -l fr --no-location --no-wrap --no-obsolete --ignore "data/*" --ignore "tests/*" --ignore ".venv/*" && $(PY) manage.py compilemessages -l fr --ignore ".venv"

# needs uv; writes no registry address; fails where a package of the lock needs one that is not in it
lock: dev
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header pyproject.toml -o requirements/base.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header pyproject.toml --group test --group lint -c requirements/base.txt -o requirements/dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header --group bench -c requirements/dev.txt -o requirements/bench.txt
	@$(PY) -m tests.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
