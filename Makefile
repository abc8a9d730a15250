# Cento. On a fresh machine: rustup, a C compiler and Python 3.11+ for `make demo`; Node.js 20 and Chromium besides for `make test`.
#
# The runtime (wasmtime) takes minutes to compile. It is compiled once: always in the release profile, and always
# for the packages in RUN, so that cargo resolves one set of features.

CARGO ?= cargo
PYTHON ?= python3
TARGET = $(or $(CARGO_TARGET_DIR),target)
CENTO = $(TARGET)/release/cento
RUN = -p cento -p cento-tests -p cento-components -p cento-command
PURE = -p cento-contract -p cento-guest -p cento-sessions -p cento-verify -p cento-audit -p cento-fuzz
SECONDS = 600
PORT = 8000
COMPONENTS = $(TARGET)/components
WASMTIME = $(TARGET)/wasmtime-cli/bin/wasmtime

.PHONY: demo demo-web test lint unit proofs components conformance wasmtime-cli node-tools npm page web-test web-bench \
	plugin-dist plugin-test plugin-bench bench bench-speed bench-peers bench-yours bench-model session setup build bless fuzz \
	fuzz-coverage supply reproduce

demo: build ## Compacts the sample session and shows what came out.
	@$(CENTO) compact examples/tides.json | $(PYTHON) examples/show.py

# The last steps wait for downloads and for single processes, so they share the cores.
test: lint unit proofs ## Everything that must hold.
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target plugin-test wasmtime-cli node-tools
	@$(MAKE) --no-print-directory conformance web-test

setup: ## The pinned toolchain with the component's target; rust-toolchain.toml names both.
	@command -v rustup > /dev/null || { echo "rustup is missing: https://rustup.rs"; exit 1; }
	@rustup show active-toolchain > /dev/null 2>&1 || rustup toolchain install
	@rustup target add wasm32-wasip2 wasm32-unknown-unknown
	@rustup component add clippy rustfmt

build: setup ## The program, target/release/cento.
	$(CARGO) build --release $(RUN) --bins

components: build ## The components as files, with their sha256: projector, verifier, command.
	@mkdir -p $(COMPONENTS)
	@$(CENTO) component --out $(COMPONENTS)/cento.wasm
	@$(TARGET)/release/cento-components $(COMPONENTS)
	@cat $(COMPONENTS)/SHA256SUMS

conformance: components page wasmtime-cli ## The same sessions through every runtime; needs what plugin-test installs.
	$(PYTHON) tests/conformance/invoke.py $(WASMTIME) $(COMPONENTS)/cento.wasm
	$(PYTHON) tests/conformance/run.py $(CONFORMANCE)

# A fifth of its default features and optimised a little: it is compiled for minutes and runs for seconds.
wasmtime-cli: ## The wasmtime CLI, once.
	@test "$$($(WASMTIME) --version 2> /dev/null | cut -d' ' -f2)" = 48.0.8 || CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
		CARGO_TARGET_DIR=$(abspath $(TARGET))/wasmtime-cli/build $(CARGO) install --quiet --locked wasmtime-cli --version =48.0.8 --no-default-features \
		--features run,compile,component-model,parallel-compilation --root $(TARGET)/wasmtime-cli

# What package-lock.json names: the transpiler, the type checker, the bundler, the browser's driver.
node-tools:
	@node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major * 100 + +minor < 2019 ? 1 : 0)' || { echo "Node.js 20.19 or later is missing"; exit 1; }
	@{ [ -d node_modules ] && cmp -s package-lock.json $(TARGET)/package-lock.json; } || npm ci --silent --no-audit --no-fund
	@mkdir -p $(TARGET) && cp package-lock.json $(TARGET)/package-lock.json

npm: components node-tools ## The package for Node and browsers, target/npm.
	node npm/build.mjs $(TARGET)

page: npm ## The page that needs no server, target/demo/index.html.
	node demo/build.mjs $(TARGET)

demo-web: page ## The page at http://localhost:8000; PORT=8001 takes another one.
	@$(PYTHON) demo/serve.py $(TARGET)/demo $(PORT)

web-test: page ## The package in Node, the page in Chromium (CHROMIUM names it, else /usr/bin/chromium).
	TARGET=$(TARGET) CENTO=$(CENTO) node --test npm/test.mjs demo/tests/

web-bench: page ## How long a session takes in the page.
	TARGET=$(TARGET) node demo/tests/speed.mjs

plugin-dist: components ## The Hermes plugin as a folder that needs no wheel, target/plugin-dist/cento.
	$(PYTHON) plugin/dist.py

# The second lint is what `cargo clippy` does, but in a build and not in a check: a check would compile the runtime
# once more. The arguments are spelt as clippy-driver reads them.
lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(PURE) --all-targets -- -D warnings
	RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS="-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__" \
		$(CARGO) build --release $(RUN) -p cento-bench -p hermes-cento --all-targets

unit: setup ## The phases' own tests, in the dev profile: with overflow checks.
	$(CARGO) test $(PURE)

proofs: build ## Laws, limits, cases, command line, README.
	$(CARGO) test --release $(RUN)

plugin-test: components ## The Python package, and the plugin in three real versions of Hermes (downloads them once).
	$(PYTHON) plugin/tests/run.py

plugin-bench: plugin-test ## A compaction through the plugin beside Hermes' own compressor.
	$(TARGET)/plugin-tests/hermes-0.22.2/bin/python plugin/bench.py

bench: bench-speed bench-peers ## All measurements that need no model; results of the second stand in bench/results.

bench-speed: setup ## Speed and memory, in the component and without it; the table stands in bench/results.
	$(CARGO) bench -p cento-bench --bench compact > bench/results/speed.txt && cat bench/results/speed.txt
	$(CARGO) bench -p cento-bench --bench calls

bench-peers: build ## Facts kept, size, time and memory beside other engines, each installed from its registry once.
	$(PYTHON) bench/peers/run.py

bench-yours: build ## Slim and LLMSlim, or any engine of these, on sessions of your own: FILES="a.json b.json.gz".
	$(PYTHON) bench/peers/yours.py $(FILES)

bench-model: build ## Beside Hermes' summary by a small model that runs here; compiles its server once (a quarter of an hour).
	$(PYTHON) bench/model/run.py

session: ## Makes the samples again by really running their tools (some minutes).
	$(PYTHON) examples/make_session.py

# Overflow is a fault here as it is in the dev profile; the option touches the natively compiled phases and no runtime.
fuzz: setup ## Searches for a session that breaks a law, on every core: SECONDS=600, LAW=plan_verifies.
	$(CARGO) build --release $(RUN) -p cento-fuzz --features cento-fuzz/component --bin fuzz \
		--config profile.release.package.cento-guest.overflow-checks=true
	$(TARGET)/release/fuzz $(SECONDS) $(LAW)

# What `cargo fuzz run LAW` does with a nightly toolchain, with the pinned one: needs a C++ compiler.
fuzz-coverage: setup ## The same search by libFuzzer, which sees the code it reaches: LAW=plan_verifies SECONDS=600.
	mkdir -p fuzz/kept/$(LAW)
	RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
		-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
		-Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions -Ccodegen-units=1" \
		$(CARGO) build --release -p cento-fuzz --features libfuzzer --bin $(LAW) --target-dir $(TARGET)/coverage \
		--target $$(rustc -vV | sed -n 's/^host: //p')
	$(TARGET)/coverage/$$(rustc -vV | sed -n 's/^host: //p')/release/$(LAW) fuzz/kept/$(LAW) fuzz/corpus/$(LAW) \
		-max_total_time=$(SECONDS) -max_len=1200

supply: setup ## Advisories, licences and sources of all dependencies. Says what it could not check.
	@$(CARGO) metadata --locked --format-version 1 > /dev/null && echo "locked: Cargo.lock is complete"
	@if command -v cargo-deny > /dev/null; then \
		$(CARGO) deny --locked check licenses bans sources && \
		{ $(CARGO) deny --locked check advisories || \
			{ echo "NOT PASSED: advisories (an advisory, or no network to fetch them: see above)"; exit 1; }; }; \
	else echo "SKIPPED: advisories, licences, bans, sources. cargo-deny is missing: cargo install --locked cargo-deny"; fi

reproduce: build ## Builds the component again in another folder and compares it with the embedded one.
	$(CARGO) test --release $(RUN) --test supply -- --ignored

bless: build ## Writes anew what is frozen: README blocks, tests/golden, the shortened texts of the guest.
	BLESS=1 $(CARGO) test --release $(RUN) --test readme --test golden
	BLESS=1 $(CARGO) test -p cento-guest golden
