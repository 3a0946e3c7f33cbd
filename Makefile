# make run · make dev · make test · make check · make bench — each sets up what it needs
PYTHON ?= python3
# another environment, as for the Python of the image: make test VENV=.venv-3.13 PYTHON=python3.13
VENV ?= .venv
PORT ?= 8000
HOST ?= 127.0.0.1
PY := $(VENV)/bin/python
TEMPLATES := league/templates api/templates
MESSAGES_OF := $(addprefix -l ,$(sort $(notdir $(wildcard league/locale/*)) $(L)))

.PHONY: run setup upgrade-check dev env test test-long test-newest test-pooled test-containers test-scaling fast check cover format lint types slow bench messages messages-book lock wheel image docs-site release release-files publish-image publish-release clean

# one heap for all threads, of which one runs at a time: 5 MB less
run: export MALLOC_ARENA_MAX = 1
run: $(VENV)/base.stamp
	@$(PY) manage.py run --host $(HOST) --port $(PORT)

setup: $(VENV)/base.stamp
	@$(PY) manage.py prepare

# of the new version, before `make run` brings the database up to date
upgrade-check: $(VENV)/base.stamp
	@$(PY) manage.py upgrade-check

# as `make run`, but changed code and templates show at once; always SQLite, with its worker inside
dev: export DEBUG = 1
dev: export DATABASE_URL =
dev: export REDIS_URL =
dev: env setup
	@$(PY) manage.py serve --reload --host $(HOST) --port $(PORT)

env: $(VENV)/dev.stamp

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Manche needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/base.stamp: requirements/base.txt | $(VENV)/bin/python
	@echo "Installing what Manche needs (once, about half a minute) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/base.txt
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/base.stamp
	@echo "Installing what the tests need (once, about a minute) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/bench.stamp: requirements/bench.txt $(VENV)/dev.stamp
	@echo "Installing the peer to measure against (once) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/bench.txt
	@touch $@

$(VENV)/site.stamp: requirements/site.txt $(VENV)/base.stamp
	@echo "Installing what the documentation site needs (once) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/site.txt
	@touch $@

# the tools for CSS and JavaScript; the product itself needs no Node
node_modules/.stamp: package.json package-lock.json
	@command -v npm >/dev/null || { echo "Formatting and checking CSS and JavaScript needs Node 18 or newer with npm (Debian: apt install nodejs npm)."; exit 1; }
	@npm ci --silent --no-audit --no-fund
	@touch $@

# what is quick, or one place: make test T=tests/games/test_golden.py
test: env
	@$(PY) $(if $(T),-m pytest -q $(T),-m tests.run)

# the rest: all mutations and counts, every page in every size, storms, fuzzing
test-long: env
	@$(PY) -m tests.run --long

# the quick part on the newest Django, which is not supported yet, in an environment of its own
test-newest:
	@$(MAKE) --no-print-directory env VENV=.venv-newest
	@.venv-newest/bin/python -m pip install --quiet --disable-pip-version-check --upgrade Django
	@.venv-newest/bin/python -m tests.run

# what PostgreSQL may answer differently, through a PgBouncer that pools by transaction
test-pooled: env
	@$(PY) -m tests.run --pooled

# the image, and docker/compose.yaml in a real engine; as root with docker.io, buildah, debootstrap and runc
test-containers: env
	@$(PY) -m tests.containers

# eight hosts on this one, whose cables are pulled: about six minutes; as root with iproute2, pgbouncer, redis and PostgreSQL
test-scaling: env
	@$(PY) -m pytest -q -n 0 -p no:randomly tests/scaling

fast: env
	@$(PY) -m pytest tests/games tests/scoring -q -n 2 -m "not long"

check: lint types cover test

# the pure part, every branch of it
cover: env
	@$(PY) -m pytest tests/problems tests/games tests/scoring -q -n 2 -m "not long" --cov

# 10,000 matches and 100,000 broken records of each game: hours
slow: env
	@MANCHE_LONG=1 $(PY) -m pytest tests/games -q -n 2 -m long
	@MANCHE_LONG=1 $(PY) -m pytest tests/scoring/test_histories.py tests/operations/identity/test_merge_histories.py -q -n 2

format: env node_modules/.stamp
	@$(VENV)/bin/ruff format .
	@$(VENV)/bin/ruff check --fix .
	@npm run --silent format
	@$(VENV)/bin/djangofmt check --fix $(TEMPLATES)
	@$(VENV)/bin/djangofmt $(TEMPLATES)

lint: env node_modules/.stamp
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/ruff check .
	@npm run --silent lint
	@$(VENV)/bin/djangofmt --check $(TEMPLATES)
	@$(VENV)/bin/djangofmt check $(TEMPLATES)
	@$(PY) -m tools.words
	@$(VENV)/bin/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(VENV)/bin/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	@$(VENV)/bin/zizmor --quiet --offline --no-progress .github
	@$(VENV)/bin/lint-imports
	@$(PY) manage.py makemigrations --check --dry-run
	@$(PY) -m tests.deploy

types: env
	@$(VENV)/bin/mypy problems games database scoring seating league api tests tools bench
	@MYPYPATH=clients/python $(VENV)/bin/mypy -p manche_client

# ratios with limits; some parts at a time: make bench PARTS="engines pages"
bench: $(VENV)/bench.stamp
	@$(PY) -m bench $(PARTS)

# collect all texts and compile the catalogues; make messages L=nl also makes those of a new language
messages: env
	@$(PY) manage.py makemessages $(MESSAGES_OF) --add-location file --no-wrap --no-obsolete --ignore "data/*" --ignore "tests/*" --ignore "$(VENV)/*" --ignore "node_modules/*" && $(PY) manage.py compilemessages $(MESSAGES_OF) --ignore ".venv*"

# all texts in all languages beside each other, to be read: artefacts/messages.html
messages-book: env
	@$(PY) -m tools.messages_book

# needs uv; writes no registry address; fails where a package of the lock needs one that is not in it
lock: env
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header pyproject.toml -o requirements/base.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header pyproject.toml --extra observability -c requirements/base.txt -o requirements/observability.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header pyproject.toml --extra observability --group test --group lint -c requirements/base.txt -o requirements/dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header --group bench -c requirements/dev.txt -o requirements/bench.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header --group site -c requirements/dev.txt -o requirements/site.txt
	@$(PY) -m tests.lock

# dist/manche-VERSION-py3-none-any.whl, which brings the command `manche`
wheel: env
	@$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .

# the container image, for this machine
IMAGE ?= manche
image:
	docker buildx build --load --tag $(IMAGE) $(IMAGE_BUILD)

CURRENT = $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
IMAGE_BUILD = --file docker/Dockerfile --build-arg VERSION=$(CURRENT) \
	--build-arg REVISION=$$(git rev-parse HEAD) --build-arg SOURCE=$(SOURCE) .

# the documentation as a site in artefacts/site; a broken link fails; SOURCE is the address of the repository, SITE_URL of the site
docs-site: $(VENV)/site.stamp
	@$(PY) -m tools.site
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict

# a commit, a tag, dist/manche-VERSION.tar.gz and its notes; pushes nothing
release: env
	@$(PY) -m tools.release $(VERSION)

# what the host of the repository does with a tag (.github/workflows/release.yml): wheel, archive and notes in dist/
release-files: wheel
	@$(PY) -m tools.release --files

# the image for both kinds of machine into a registry, with the list of its parts, signed without a key of ours
publish-image:
	mkdir -p dist
	docker buildx build --platform linux/amd64,linux/arm64 --sbom=true --provenance=mode=max --push \
		--tag $(IMAGE):$(CURRENT) --tag $(IMAGE):latest $(IMAGE_BUILD)
	cosign sign --yes $(IMAGE)@$$(docker buildx imagetools inspect $(IMAGE):$(CURRENT) --format '{{json .Manifest.Digest}}' | tr -d '"')
	docker buildx imagetools inspect $(IMAGE):$(CURRENT) --format '{{json .SBOM}}' > dist/manche-$(CURRENT).spdx.json

# the page of the release, with these files and a signature of each
publish-release:
	for file in dist/manche-$(CURRENT)*; do cosign sign-blob --yes --bundle $$file.sigstore.json $$file || exit 1; done
	gh release create v$(CURRENT) dist/manche-$(CURRENT)* --verify-tag --title "Manche $(CURRENT)" --notes-file dist/manche-$(CURRENT).md

clean:
	rm -rf .venv .venv-newest node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
