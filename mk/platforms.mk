# SPDX-License-Identifier: MIT
# The library on each platform in turn.

# --- platforms ---------------------------------------------------------------------------------------

## platform: builds and tests all of one platform, that of CC and RUN: both libraries, README's program with each of them, the tests, the golden hashes
.PHONY: platform platform-run
platform:
	$(call need,$(COMPILER_PACKAGES) libsimde-dev python3)
	@$(MAKE) --no-print-directory platform-run

# On macOS, nothing is linked with static libraries of the system. A DLL is looked for beside programs and in
# WINEPATH, other shared libraries in the rpath.
PLATFORM_STATIC = $(BUILD)/liblanebox.a $(if $(filter macos,$(SYSTEM)),,-static)
PLATFORM_SHARED = -DLBX_DLL -L$(BUILD) -llanebox -Wl,-rpath,$(abspath $(BUILD))
# Windows ends lines with two characters.
platform-run: all $(BUILD)/lanebox-tests-plain$(EXE) $(BUILD)/lanebox-golden$(EXE)
	@$(compare_exported)
	@for linked in '$(PLATFORM_STATIC)' '$(PLATFORM_SHARED)'; do \
	    WINEPATH=$(abspath $(BUILD)) $(PYTHON) docs/site/programs.py --cc '$(CC) -std=c11' --run '$(RUN)' --flags "-Iinclude $$linked" README.md || exit 1; \
	done
	@echo "builds: $$($(CC) --version | head -1): liblanebox.a, $(SHARED_FILE), a program with each"
	@$(RUN) $(BUILD)/lanebox-golden$(EXE) | tr -d '\r' | sed -n 's/.* passed, .* failed/golden: &/p; /^FAILED/p' | tee $(BUILD)/platform.golden
	@grep -q ', 0 failed' $(BUILD)/platform.golden
	@set -f; $(RUN) $(BUILD)/lanebox-tests-plain$(EXE) $(TEST_FLAGS) | tr -d '\r' | \
	    sed -n "s/.* passed, .* failed/tests: & of $$(cat $(TEST_SOURCES) | grep -c '^Test(')/p; /^FAILED/p" | tee $(BUILD)/platform.tests
	@grep -q ', 0 failed' $(BUILD)/platform.tests

## PLATFORMS=: parts of the names of platforms, for make platforms, such as "s390x"; if not given, all
PLATFORMS ?=
## platforms: runs make platform for every platform, with cross compilers, qemu, wine and node; prints a line each (PLATFORMS)
.PHONY: platforms
platforms:
	$(call need,gcc clang python3)
	@$(PYTHON) tests/support/platforms.py $(PLATFORMS)
