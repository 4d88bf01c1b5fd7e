# Thin names for what ./do and the program do; `make` itself is never needed.
SECONDS = 120
.PHONY: setup check test quick soak bench fuzz kills mutate pictures showcase build golden clean
setup: ; ./do setup test
check: ; ./do penance check
test: ; ./do test
quick: ; ./do test quick
soak: ; ./do test soak
golden: ; ./do test full --update-golden tests/test_cli_golden.py
build: ; ./do build
bench: ; ./do setup test && .venv/bin/python bench/run.py
pictures: ; ./do setup test && .venv/bin/python docs/pictures/make.py
showcase: ; ./do setup && .venv/bin/python docs/showcase/make.py
fuzz: ; ./do setup test && .venv/bin/python -m tests.fuzz --seconds $(SECONDS) $(if $(SEED),--seed $(SEED)) \
	$(if $(ONLY),--only $(ONLY)) $(if $(COUNT),--count $(COUNT)) $(if $(KEEP),--keep)
kills: ; ./do setup test && .venv/bin/python bench/kills.py
mutate: ; ./do setup test && .venv/bin/python bench/mutate.py
clean: ; rm -rf output dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
