# SPDX-License-Identifier: MIT
# What the library is on one platform after the other.

# --- platforms ---------------------------------------------------------------------------------------

## platform: all of one platform, of CC and RUN: both libraries, README's program with each of them, the tests, the golden hashes
.PHONY: platform platform-run
platform:
	$(call need,$(COMPILER_PACKAGES) libsimde-dev python3)
	@$(MAKE) --no-print-directory platform-run

# On macOS nothing is linked with a static library of the system's. A DLL is looked for beside programs and where
# WINEPATH says, others where rpath does.
PLATFORM_STATIC = $(BUILD)/liblanebox.a $(if $(filter macos,$(SYSTEM)),,-static)
PLATFORM_SHARED = -DLBX_DLL -L$(BUILD) -llanebox -Wl,-rpath,$(abspath $(BUILD))
# Windows ends lines with two characters.
platform-run: all $(BUILD)/lanebox-tests-plain$(EXE) $(BUILD)/lanebox-golden$(EXE)
	@$(compare_exported)
	@for linked in '$(PLATFORM_STATIC)' '$(PLATFORM_SHARED)'; do \
	    WINEPATH=$(abspath $(BUILD)) $(PYTHON) docs/programs.py --cc '$(CC) -std=c11' --run '$(RUN)' --flags "-Iinclude $$linked" README.md || exit 1; \
	done
	@echo "builds: $$($(CC) --version | head -1): liblanebox.a, $(SHARED_FILE), a program with each"
	@$(RUN) $(BUILD)/lanebox-golden$(EXE) | tr -d '\r' | sed -n 's/.* passed, .* failed/golden: &/p; /^FAILED/p' | tee $(BUILD)/platform.golden
	@grep -q ', 0 failed' $(BUILD)/platform.golden
	@$(RUN) $(BUILD)/lanebox-tests-plain$(EXE) $(TEST_FLAGS) | tr -d '\r' | \
	    sed -n "s/.* passed, .* failed/tests: & of $$(cat $(TEST_SOURCES) | grep -c '^Test(')/p; /^FAILED/p" | tee $(BUILD)/platform.tests
	@grep -q ', 0 failed' $(BUILD)/platform.tests

## PLATFORMS=: of make platforms, parts of their names, such as "s390x"; else all
PLATFORMS ?=
## platforms: every platform, by cross compilers, qemu, wine and node: a line each (PLATFORMS)
.PHONY: platforms
platforms:
	$(call need,gcc clang python3)
	@$(PYTHON) tests/support/platforms.py $(PLATFORMS)
