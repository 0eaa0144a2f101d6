# SPDX-License-Identifier: MIT
# WebAssembly: the library for WASI, its tests in Node, and a page of boxes.

# --- WebAssembly -------------------------------------------------------------------------------------

WASM := CC='clang --target=wasm32-wasi' AR=llvm-ar BUILD=build/wasm FOREIGN= \
    RUN='node --no-warnings --experimental-wasi-unstable-preview1 tests/support/wasi.mjs'
WASM_PACKAGES := clang lld llvm wasi-libc libclang-rt-14-dev-wasm32

## wasm: the static library for WebAssembly, with its SIMD, under build/wasm
.PHONY: wasm
wasm:
	$(call need,$(WASM_PACKAGES))
	@$(MAKE) --no-print-directory $(WASM) build/wasm/liblanebox.a

## test-wasm: the golden hashes and the plain runner's tests as WebAssembly, in Node (TEST_FLAGS)
.PHONY: test-wasm
test-wasm:
	$(call need,$(WASM_PACKAGES) nodejs)
	@$(MAKE) --no-print-directory $(WASM) golden-run test-plain-run
