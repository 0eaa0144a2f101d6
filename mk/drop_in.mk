# SPDX-License-Identifier: MIT
# The library as two files, to be copied into other projects.

# --- two files ---------------------------------------------------------------------------------------

DROP_IN := $(BUILD)/drop-in
# A compiler for each machine that has units: the names in the units are read from its output.
DROP_IN_COMPILERS := gcc aarch64-linux-gnu-gcc 'clang --target=wasm32-wasi -msimd128'
DROP_IN_PACKAGES := gcc clang gcc-aarch64-linux-gnu libc6-dev-arm64-cross wasi-libc python3

$(DROP_IN)/lanebox.c: mk/drop_in.py kernels/isa/names.py LICENSE $(HEADERS) $(wildcard kernels/*.h kernels/*/*.[ch] $(MODULES:%=%/*.[ch]))
	$(SAY)$(PYTHON) $< $(@D) $(DROP_IN_COMPILERS)

## drop-in: writes the library as lanebox.h and lanebox.c, under BUILD/drop-in
.PHONY: drop-in drop-in-run
drop-in:
	$(call need,$(DROP_IN_PACKAGES))
	@$(MAKE) --no-print-directory drop-in-run

drop-in-run: $(DROP_IN)/lanebox.c

# Compiled as by a project that knows nothing of this Makefile, except for the flag without which WebAssembly has no
# SIMD. Warnings change no object.
$(DROP_IN)/lanebox.o: $(DROP_IN)/lanebox.c
	$(SAY)cd $(@D) && $(CC) -O2 $(if $(filter wasm32,$(MACHINE)),$(CFLAGS_wasm32)) -Wall -Wextra -Werror -c lanebox.c

$(BUILD)/lanebox-drop-in: $(GOLDEN_OBJECTS) $(DROP_IN)/lanebox.o
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lm -o $@

## drop-in-check: checks the files of make drop-in with gcc, with clang and for aarch64: their symbols, their golden hashes, README's program
.PHONY: drop-in-check drop-in-check-run
drop-in-check:
	$(call need,$(DROP_IN_PACKAGES) libsimde-dev qemu-user)
	@$(MAKE) -s CC=gcc FOREIGN= drop-in-check-run
	@$(MAKE) -s CC=clang FOREIGN= drop-in-check-run
	@$(MAKE) -s $(AARCH64) FOREIGN= drop-in-check-run

drop-in-check-run: $(BUILD)/lanebox-drop-in
	@$(declared) | sort > $(DROP_IN)/declared
	@nm -g --defined-only $(DROP_IN)/lanebox.o | awk '{ print $$3 }' | grep -v '^lbx_' > $(DROP_IN)/strangers; \
	test ! -s $(DROP_IN)/strangers || { cat $(DROP_IN)/strangers; echo 'these are no names of the library' >&2; exit 1; }
	@readelf -sW $(DROP_IN)/lanebox.o | awk '$$5 == "GLOBAL" && $$6 == "DEFAULT" && $$7 != "UND" { print $$8 }' | sort > $(DROP_IN)/exported
	@test -s $(DROP_IN)/declared && diff $(DROP_IN)/declared $(DROP_IN)/exported
	@for language in c $(if $(RUN),,c++); do \
	    echo '#include "lanebox.h"' | $(CC) -std=$${language}11 -Wall -Wextra -Wpedantic -Werror -I$(DROP_IN) -x $$language -fsyntax-only - || exit 1; \
	done
	@$(PYTHON) docs/programs.py --cc '$(CC) -std=c11' --run '$(RUN)' --flags '-I$(DROP_IN) $(DROP_IN)/lanebox.o' README.md
	@printf '%-28s ' '$(notdir $(CC)) -O2, lanebox.c'
	@$(RUN) $(BUILD)/lanebox-drop-in
