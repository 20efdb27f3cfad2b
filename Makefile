# The commands people type. CMake does the building; tools/ holds the scripts.
.PHONY: build wasm demo check check-all bench install format clean

JOBS ?= $(shell nproc)

build: ## the release build: libraries and the command line
	cmake --preset release >/dev/null
	cmake --build build/release -j$(JOBS) -- --no-print-directory -s

wasm: ## the npm package, in bindings/wasm/dist
	tools/setup wasm
	node bindings/wasm/build.mjs

demo: ## set up, build, and watch guomi work on a real file (3 minutes at most)
	tools/setup demo
	cmake --preset release >/dev/null
	cmake --build build/release -j$(JOBS) --target guomi_cli guomi_shared -- --no-print-directory -s >/dev/null
	tools/demo

check: ## set up, then the tests that every change must pass (15 minutes at most)
	tools/setup check
	tools/run_checks check

check-all: ## everything: all compilers and levels, long fuzzing, 4 GiB inputs; resumes where it stopped
	tools/setup check bench cross browser
	tools/run_checks all

bench: ## measure against the other libraries; writes doc/benchmarks.md
	tools/setup bench
	tools/bench

install: build
	cmake --install build/release

format:
	clang-format-19 -i $$(git ls-files -co --exclude-standard '*.c' '*.h')

clean:
	rm -rf build
