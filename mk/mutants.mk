# SPDX-License-Identifier: MIT
# Mutants: small faults, planted one at a time.

## SAMPLE=0: about how many of the mutants to try; 0 means all
SAMPLE ?= 0
## JOBS=2: how many mutants to try at a time
JOBS ?= 2

# The tables that hold a mutant, and the tests that judge it: all but the golden hashes and the tests of
# the oracle itself. Two of the oracle's tests stay, because they use it to judge the library.
MUTANT_TABLES := scalar $(filter avx2 neon,$(SHIPPED))
MUTANT_LIST :=
MUTANT_ORACLE := $(filter-out tests/oracle/test_%,$(ORACLE_SOURCES)) tests/oracle/test_trees.c tests/oracle/test_triangles.c
MUTANT_OBJECTS := $(filter-out %/golden.o %/tables.o,$(PLAIN_OBJECTS)) $(filter-out $(EMULATED_OBJECTS),$(TEST_OBJECTS)) \
    $(MUTANT_ORACLE:tests/%.c=$(BUILD)/tests/plain/%.o)

$(BUILD)/mutants/%.o: $(BUILD)/unit.h $(LANES_SOURCES) $(BUILD)/tests/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(ASSERTS) $(CFLAGS_ALL) -O1 $(FREE_INLINING) $(ISA_$*) $(call unit,$*,$*_mutant) -c -x c $< -o $@

MUTANT_LISTED := $(MUTANT_TABLES:%=%_mutant) $(HOOKED)
$(eval $(call listed_rule,mutants/listed,$(MUTANT_LISTED)))
$(BUILD)/tests/mutants/%.o: private TEST_LISTS = -DLBX_LISTED='$(foreach isa,$(MUTANT_LISTED),LISTED($(isa)))' -DLBX_MUTANTS='$(foreach isa,$(MUTANT_TABLES),MUTANT($(isa)))'

## mutants: plants small faults one at a time and shows which test kills each (FILTER, SAMPLE, JOBS)
.PHONY: mutants mutants-run
mutants:
	$(call need,gcc python3 libsimde-dev libgmp-dev)
	@$(MAKE) --no-print-directory mutants-run

mutants-run: $(MUTANT_OBJECTS) $(BUILD)/liblanebox.a
	@env -u MAKEFLAGS -u MFLAGS python3 tests/mutants/mutants.py $(wildcard tests/mutants/*.txt) \
	    --build $(BUILD) --tables '$(MUTANT_TABLES)' --jobs $(JOBS) --sample $(SAMPLE) --filter '$(FILTER)' \
	    --make "$(MAKE) -s CC='$(CC)' OPT=-O1 SAN='$(SAN)' CFLAGS='$(CFLAGS) -g0 -w -include tests/mutants/mutant.h' WERROR=" \
	    --link "$(CC) $(LDFLAGS_ALL)" $(if $(V),--verbose) --libraries='-lgmp -lm' --run "$(RUN)" \
	    --objects $(MUTANT_OBJECTS:$(BUILD)/%=%)
