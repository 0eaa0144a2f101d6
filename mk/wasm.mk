# SPDX-License-Identifier: MIT
# WebAssembly: the library for WASI, its tests in Node, and a page of boxes.

# --- WebAssembly -------------------------------------------------------------------------------------

WASM := CC='clang --target=wasm32-wasi' AR=llvm-ar BUILD=build/wasm FOREIGN= \
    RUN='node --no-warnings --experimental-wasi-unstable-preview1 tests/support/wasi.mjs'
WASM_PACKAGES := clang lld llvm wasi-libc libclang-rt-14-dev-wasm32

## wasm: builds the static library for WebAssembly, with its SIMD, under build/wasm
.PHONY: wasm
wasm:
	$(call need,$(WASM_PACKAGES))
	@$(MAKE) --no-print-directory $(WASM) build/wasm/liblanebox.a

## test-wasm: tests WebAssembly in Node: the golden hashes, also of the library as two files, and the plain runner's tests (TEST_FLAGS)
.PHONY: test-wasm
test-wasm:
	$(call need,$(WASM_PACKAGES) $(DROP_IN_PACKAGES) nodejs)
	@$(MAKE) --no-print-directory $(WASM) golden-run
	@$(MAKE) --no-print-directory $(WASM) drop-in-plain-run
	@$(MAKE) --no-print-directory $(WASM) test-plain-run

## demo-page: builds build/wasm/demo.html, a page of boxes whose pairs the browser finds each frame; one file, opened as it is
## demo-page-check: opens the page of make demo-page in headless Chromium, which compares the pairs with brute force
.PHONY: demo-page demo-page-run demo-page-check
demo-page:
	$(call need,$(WASM_PACKAGES) python3)
	@$(MAKE) --no-print-directory $(WASM) demo-page-run

demo-page-run: $(BUILD)/demo.html

demo-page-check: demo-page
	$(call need,chromium)
	@docs/site/demo/check.py build/wasm/demo.html

$(BUILD)/demo/%.o: docs/site/demo/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

# A library of functions for the page, without a main.
$(BUILD)/demo.wasm: $(BUILD)/demo/boxes.o $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) -mexec-model=reactor -Wl,--strip-all $^ -lm -o $@

$(BUILD)/demo.html: docs/site/demo/page.py docs/site/demo/page.html docs/site/demo/boxes.js $(BUILD)/demo.wasm
	$(SAY)$(PYTHON) $< $(BUILD)/demo.wasm $@

-include $(wildcard $(BUILD)/demo/*.d)
