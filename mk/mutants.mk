# SPDX-License-Identifier: MIT
# Faults: mutants, which are small ones planted one at a time, and fuzzing, which looks for real ones.

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

# --- fuzzing with libFuzzer ---------------------------------------------------------------------------

## SECONDS=60: how long make fuzz runs, and make climb on each kernel and form
SECONDS ?= 60

FUZZ_OBJECTS := $(patsubst tests/%.c,$(BUILD)/tests/plain/%.o,$(wildcard tests/fuzz/*.c)) \
    $(addprefix $(BUILD)/tests/plain/support/,tables.o cases.o trees.o meshes.o mesh_rays.o) \
    $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/cases/*.c tests/scenes/*.c)) $(REF_OBJECTS) $(EMULATED_OBJECTS)
FUZZ_CORPUS := $(BUILD)/corpus
FUZZ_MAKE = $(MAKE) --no-print-directory CC=clang OPT=-O1 SAN=fuzzer-no-link,address,undefined

$(BUILD)/lanebox-fuzz: $(FUZZ_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) -fsanitize=fuzzer $^ -lm -o $@

## fuzz: compares all tables on calls that libFuzzer makes up, under ASan and UBSan (SECONDS)
.PHONY: fuzz fuzz-run fuzz-corpus fuzz-corpus-run
fuzz:
	$(call need,clang libclang-rt-14-dev libsimde-dev)
	+@$(FUZZ_MAKE) fuzz-run

# Shows libFuzzer's report without its repetitive lines.
fuzz-run: $(BUILD)/lanebox-fuzz
	@mkdir -p $(FUZZ_CORPUS)
	@{ $< -max_total_time=$(SECONDS) -max_len=512 -len_control=0 -timeout=20 -print_final_stats=1 \
	    -artifact_prefix=$(BUILD)/ $(FUZZ_CORPUS) tests/fuzz/corpus 2>&1; echo $$? > $(BUILD)/fuzz-status; } | \
	    tee $(BUILD)/fuzz-log | grep --line-buffered -Ev '^"|NEW|REDUCE|RELOAD|dictionary'
	@if [ "$$(cat $(BUILD)/fuzz-status)" != 0 ]; then \
	    sed -n 's,.*Test unit written to ,to replay: $< ,p' $(BUILD)/fuzz-log; exit 1; \
	fi

## fuzz-corpus: makes the committed seeds anew from what earlier runs of make fuzz found
fuzz-corpus:
	+@$(FUZZ_MAKE) fuzz-corpus-run

fuzz-corpus-run: $(BUILD)/lanebox-fuzz
	mkdir -p $(BUILD)/seeds
	$< -set_cover_merge=1 -use_counters=0 -max_len=512 $(BUILD)/seeds tests/fuzz/corpus $(FUZZ_CORPUS)
	rm tests/fuzz/corpus/*
	mv $(BUILD)/seeds/* tests/fuzz/corpus

-include $(wildcard $(BUILD)/tests/plain/fuzz/*.d)
