# make demo   sets up what is needed, builds, and shows unseam on a small project
# make test   every test
# make conformance the machine against CPython: the programs of tests/conformance, a million random comparisons (minutes)
# make fuzz  mutated sources and random literals for an hour each (SECONDS=60 for less); see fuzz/README.md
# make stdlib `unseam explore` over every file of the interpreter's library (hours; EVERY=40 for each fortieth file)
# make mutants whether the generated tests of twenty fixtures notice mutants and survive refactorings (half an hour; FIXTURES=… for some)
# make bench  what exploring costs, beside what pytest costs
PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/.requirements
UNSEAM := target/debug/unseam
DEMO := fixtures/demo
DEMO_TESTS := target/demo/tests
DEMO_TARGET := $(DEMO)/frost/watch.py
DEMO_UNIT := --unit frost.watch --unit frost.models --python $(VENV)/bin/python

.PHONY: setup build test conformance fuzz stdlib mutants bench demo lint clean

setup: $(STAMP)

# libz3 comes from the z3-solver wheel; .cargo/config.toml looks for it in .venv/z3/lib.
$(STAMP): requirements-dev.txt requirements-older.txt
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	rm -rf $(VENV)/older $(VENV)/z3
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(VENV)/older -r requirements-older.txt
	cd $(VENV) && ln -s lib/python3.*/site-packages/z3 z3 && test -d z3/lib
	touch $(STAMP)

build: setup
	cargo build

test: setup
	cargo test --workspace

# COMPARISONS=20000 for fewer; THEMES=str,list for some.
COMPARISONS ?= 1000000
RANDOM_TERMS ?= 5000
conformance: setup
	PROPERTIES=$(COMPARISONS) TERMS=$(RANDOM_TERMS) cargo test -p unseam --test whole -- \
	  conformance:: properties:: terms:: --nocapture

# What breaks the machine is kept in target/fuzz. FIRST=100000 begins with other seeds.
SECONDS ?= 3600
fuzz: setup
	FUZZ=$(SECONDS) cargo test -p unseam --test whole -- fuzz:: --nocapture

# What is done is kept in target/stdlib.json, so that a run can be interrupted and go on.
EVERY ?= 1
JOBS ?= 1
stdlib: build
	$(VENV)/bin/python tests/stdlib/explore_stdlib.py --unseam $(UNSEAM) --python $(VENV)/bin/python \
	  --every $(EVERY) --jobs $(JOBS) --json target/stdlib.json

# FIXTURES="checkout demo" for some of them. cosmic-ray makes the mutants; it lives in an environment of its own.
MUTANTS := target/mutants
mutants: build
	test -x $(MUTANTS)/bin/python || $(PYTHON) -m venv $(MUTANTS)
	$(MUTANTS)/bin/python -m pip install --quiet --disable-pip-version-check cosmic-ray pytest
	$(MUTANTS)/bin/python tests/worth/mutants.py $(FIXTURES)

# The profile that everything else uses: nothing is compiled twice.
bench: setup
	cargo bench --profile dev --bench fixtures

demo: build
	@printf '\n== seams: what frost/watch.py needs from outside\n\n'
	@$(UNSEAM) seams $(DEMO_TARGET) $(DEMO_UNIT)
	@printf '\n== paths: what each function does, and when\n\n'
	@$(UNSEAM) explore $(DEMO_TARGET) $(DEMO_UNIT)
	@printf '\n== tests: written, and run before they were written\n\n'
	@$(UNSEAM) generate $(DEMO_TARGET) $(DEMO_UNIT) -o $(DEMO_TESTS) --force
	@printf '\n== the generated file\n\n'
	@cat $(DEMO_TESTS)/test_frost_watch.py
	@printf '\n== pytest, with branch coverage\n\n'
	@cd $(DEMO) && PYTHONDONTWRITEBYTECODE=1 COVERAGE_FILE=$(CURDIR)/target/demo/coverage \
	  $(CURDIR)/$(VENV)/bin/python -m coverage run --branch --include=frost/watch.py \
	  -m pytest -q -p no:cacheprovider --rootdir=. $(CURDIR)/$(DEMO_TESTS)
	@COVERAGE_FILE=target/demo/coverage $(VENV)/bin/python -m coverage report --show-missing

lint: setup
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

clean:
	cargo clean
	rm -rf $(VENV)
