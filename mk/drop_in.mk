# SPDX-License-Identifier: MIT
# The library as two files, to be copied into other projects.

# --- two files ---------------------------------------------------------------------------------------

DROP_IN := $(BUILD)/drop-in
DROP_IN_PACKAGES := $(COMPILER_PACKAGES) python3

$(DROP_IN)/lanebox.c: mk/drop_in.py LICENSE $(HEADERS) $(wildcard kernels/*.c kernels/*/*.[ch] $(MODULES:%=%/*.[ch]) $(MODULES:%=%/*/*.[ch]))
	$(SAY)$(PYTHON) $< $(@D) '$(CC)'

## drop-in: writes the library as lanebox.h and lanebox.c, under BUILD/drop-in
.PHONY: drop-in drop-in-run
drop-in:
	$(call need,$(DROP_IN_PACKAGES))
	@$(MAKE) --no-print-directory drop-in-run

drop-in-run: $(DROP_IN)/lanebox.c

# Compiled as by a project that knows nothing of this Makefile: plainly, except for the flag without which WebAssembly
# has no SIMD; with fewer instruction sets; with flags that let a compiler contract what it can. Warnings change no object.
DROP_IN_plain := -O2 $(if $(filter wasm32,$(MACHINE)),$(CFLAGS_wasm32))
DROP_IN_fewer := -O2 -DLBX_NO_SSE2 -DLBX_NO_AVX512
DROP_IN_contracting := -std=gnu11 -O2 -march=native -ffp-contract=fast
# With the last of these clang contracts whatever pragmas say, but no kernel, since these guard themselves
# (kernels/lanes/floats.h).
DROP_IN_TESTS_contracting := $(if $(findstring clang,$(CC_NAME)),-golden/volumes -golden/trees -golden/separations -golden/signs)
$(DROP_IN)/%.o: $(DROP_IN)/lanebox.c
	$(SAY)cd $(@D) && $(CC) $(DROP_IN_$*) $(CFLAGS) -Wall -Wextra -Werror -c lanebox.c -o $(@F)

# The list of tests has no emulated instruction sets, which are objects: FOREIGN must be empty.
$(DROP_IN)/golden-%: $(GOLDEN_OBJECTS) $(DROP_IN)/%.o
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lm -o $@

.PHONY: drop-in-plain-run drop-in-fewer-run drop-in-contracting-run
drop-in-plain-run drop-in-fewer-run drop-in-contracting-run: drop-in-%-run: $(DROP_IN)/golden-%
	@printf '%-28s ' '$(notdir $(CC)) $(strip $(DROP_IN_$*)), lanebox.c'
	@$(RUN) $< $(DROP_IN_TESTS_$*)

## drop-in-check: checks the files of make drop-in: by gcc, by clang and for aarch64 their symbols, golden hashes and README's program; golden hashes with fewer instruction sets, and with flags that contract
.PHONY: drop-in-check drop-in-check-run
drop-in-check:
	$(call need,gcc clang gcc-aarch64-linux-gnu libc6-dev-arm64-cross python3 libsimde-dev qemu-user)
	@$(MAKE) -s CC=gcc FOREIGN= drop-in-check-run drop-in-fewer-run drop-in-contracting-run
	@$(MAKE) -s CC=clang FOREIGN= drop-in-check-run drop-in-contracting-run
	@$(MAKE) -s $(AARCH64) FOREIGN= drop-in-check-run

drop-in-check-run: drop-in-plain-run
	@$(declared) | sort > $(DROP_IN)/declared
	@nm -g --defined-only $(DROP_IN)/plain.o | awk '{ print $$3 }' | grep -v '^lbx_' > $(DROP_IN)/strangers; \
	test ! -s $(DROP_IN)/strangers || { cat $(DROP_IN)/strangers; echo 'these are no names of the library' >&2; exit 1; }
	@readelf -sW $(DROP_IN)/plain.o | awk '$$5 == "GLOBAL" && $$6 == "DEFAULT" && $$7 != "UND" { print $$8 }' | sort > $(DROP_IN)/exported
	@test -s $(DROP_IN)/declared && diff $(DROP_IN)/declared $(DROP_IN)/exported
	@for language in c $(if $(RUN),,c++); do \
	    echo '#include "lanebox.h"' | $(CC) -std=$${language}11 -Wall -Wextra -Wpedantic -Werror -I$(DROP_IN) -x $$language -fsyntax-only - || exit 1; \
	done
	@$(PYTHON) docs/site/programs.py --cc '$(CC) -std=c11' --run '$(RUN)' --flags '-I$(DROP_IN) $(DROP_IN)/plain.o' README.md
