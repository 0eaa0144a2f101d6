# SPDX-License-Identifier: MIT
# What the library is on one platform after the other.

# --- platforms ---------------------------------------------------------------------------------------

## platform: all of one platform, of CC and RUN: both libraries, README's program with each of them, the tests, the golden hashes
.PHONY: platform platform-run
platform:
	$(call need,$(COMPILER_PACKAGES) libsimde-dev)
	@$(MAKE) --no-print-directory platform-run

PROGRAM := $(BUILD)/program
$(PROGRAM).c: README.md
	@mkdir -p $(@D)
	@awk '/^```c$$/ { on = 1; next } /^```/ { on = 0 } on' $< > $@

# On macOS nothing is linked with a static library of the system's.
$(PROGRAM)-static$(EXE): $(PROGRAM).c $(BUILD)/liblanebox.a
	$(SAY)$(CC) -std=c11 -Iinclude $^ -lm $(if $(filter macos,$(SYSTEM)),,-static) -o $@

# A DLL is looked for beside the program, others where rpath says.
$(PROGRAM)-shared$(EXE): $(PROGRAM).c $(BUILD)/$(SHARED)
	$(SAY)$(CC) -std=c11 -Iinclude -DLBX_DLL $< -L$(BUILD) -llanebox -Wl,-rpath,$(abspath $(BUILD)) -o $@

# Windows ends lines with two characters.
platform-run: all $(PROGRAM)-static$(EXE) $(PROGRAM)-shared$(EXE) $(BUILD)/lanebox-tests-plain$(EXE) $(BUILD)/lanebox-golden$(EXE)
	@$(compare_exported)
	@awk '/^```text$$/ { on = 1; next } /^```/ { on = 0 } on' README.md > $(PROGRAM).expected; test -s $(PROGRAM).expected
	@for linked in static shared; do $(RUN) $(PROGRAM)-$$linked$(EXE) | tr -d '\r' | diff $(PROGRAM).expected - || exit 1; done
	@echo "builds: $$($(CC) --version | head -1): liblanebox.a, $(SHARED_FILE), a program with each"
	@$(RUN) $(BUILD)/lanebox-golden$(EXE) | tr -d '\r' | sed -n 's/.* passed, .* failed/golden: &/p; /^FAILED/p' | tee $(PROGRAM).golden
	@grep -q ', 0 failed' $(PROGRAM).golden
	@$(RUN) $(BUILD)/lanebox-tests-plain$(EXE) $(TEST_FLAGS) | tr -d '\r' | \
	    sed -n "s/.* passed, .* failed/tests: & of $$(cat $(TEST_SOURCES) | grep -c '^Test(')/p; /^FAILED/p" | tee $(PROGRAM).tests
	@grep -q ', 0 failed' $(PROGRAM).tests

## PLATFORMS=: of make platforms, parts of their names, such as "s390x"; else all
PLATFORMS ?=
## platforms: one platform after the other, by cross compilers, qemu, wine and node: a line each (PLATFORMS)
.PHONY: platforms
platforms:
	$(call need,gcc clang python3)
	@$(PYTHON) tests/support/platforms.py $(PLATFORMS)
