# SPDX-License-Identifier: MIT
# Faults: mutants, which are small ones planted one at a time, and fuzzing, which looks for real ones.

## SAMPLE=0: about how many of the mutants to try; 0 means all
SAMPLE ?= 0
## JOBS=2: how many mutants to try at a time
JOBS ?= 2

# Every instruction set of the machine holds a mutant; those that judge it are usually two. The tests are all but the
# golden hashes and the tests of the oracle itself. Four of the oracle's stay, because they use it to judge the library.
MUTANT_TABLES := scalar $(filter avx2 neon,$(SHIPPED))
MUTANT_LIST := $(SHIPPED:%=%_mutant) $(HOOKED)
MUTANT_ORACLE := $(filter-out tests/oracle/test_%,$(ORACLE_SOURCES)) tests/oracle/test_frustum.c tests/oracle/test_distance.c tests/oracle/test_trees.c tests/oracle/test_triangles.c
MUTANT_TESTS := $(filter-out %/golden.o %/support/tables.o %/support/hooked.o %/support/cases.o,$(PLAIN_OBJECTS)) $(TEST_OBJECTS) \
    $(MUTANT_ORACLE:tests/%.c=$(BUILD)/tests/plain/%.o) $(HOOKED:%=$(BUILD)/tests/hooked/%.o) $(BUILD)/tests/mutants/tables.o $(BUILD)/tests/mutants/cases.o
MUTANT_LIBRARY := $(SHIPPED:%=$(BUILD)/mutants/%.o) $(call listed,mutants/listed) \
    $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(LISTED_SOURCES),$(PUBLIC_SOURCES)))

$(eval $(call listed_rule,mutants/listed,$(MUTANT_LIST)))
$(SHIPPED:%=$(BUILD)/mutants/%.o): $(BUILD)/mutants/%.o: $(BUILD)/unit.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(ASSERTS) $(CFLAGS_ALL) -O1 -include tests/mutants/mutant.h $(ISA_$*) $(call unit,$*,$*_mutant) -MMD -MP -x c -c $< -o $@

$(BUILD)/tests/mutants/%.o: private TEST_LISTS = -DLBX_LISTED='$(foreach isa,$(MUTANT_LIST),LISTED($(isa)))' \
    -DLBX_MUTANTS='$(foreach isa,$(SHIPPED),MUTANT($(isa)))'

## mutants: plants small faults one at a time and shows which test kills each (FILTER, SAMPLE, JOBS)
.PHONY: mutants mutants-run
mutants:
	$(call need,gcc python3 libsimde-dev libgmp-dev)
	@$(MAKE) --no-print-directory mutants-run

mutants-run: $(MUTANT_TESTS) $(MUTANT_LIBRARY)
	@env -u MAKEFLAGS -u MFLAGS python3 tests/mutants/mutants.py $(wildcard tests/mutants/*.txt) \
	    --build $(BUILD) --tables '$(MUTANT_TABLES)' --jobs $(JOBS) --sample $(SAMPLE) --filter '$(FILTER)' \
	    --make "$(MAKE) -s CC='$(CC)' OPT=-O1 SAN='$(SAN)' CFLAGS='$(CFLAGS) -g0 -w -include tests/mutants/mutant.h' WERROR=" \
	    --link "$(CC) $(LDFLAGS_ALL)" $(if $(V),--verbose) --libraries='-lgmp -lm' --run "$(RUN)" \
	    --objects $(MUTANT_TESTS:$(BUILD)/%=%) --library $(MUTANT_LIBRARY:$(BUILD)/%=%)

-include $(wildcard $(BUILD)/mutants/*.d)

# --- static analysis ---------------------------------------------------------------------------------

# What is compiled once. Lanes are loops over arrays of one size, of which analyzers make nothing.
ANALYZED := $(filter-out kernels/%,$(PUBLIC_SOURCES)) $(filter kernels/api/% kernels/doubles/%,$(PUBLIC_SOURCES))

## analyze: gcc's and clang's static analyzers, which must find nothing
.PHONY: analyze
analyze:
	$(call need,gcc clang)
	@mkdir -p $(BUILD) && for source in $(ANALYZED); do \
	    gcc -std=c11 -O1 -I. -Iinclude -fanalyzer -c $$source -o /dev/null; \
	    clang -std=c11 -I. -Iinclude --analyze --analyzer-output text $$source -o /dev/null; \
	done 2>&1 | tee $(BUILD)/analyze; test ! -s $(BUILD)/analyze
	@echo '$(words $(ANALYZED)) sources analyzed, nothing found'

# --- fuzzing with libFuzzer ---------------------------------------------------------------------------

## SECONDS=60: how long make fuzz runs, and make climb on each kernel and form
SECONDS ?= 60

FUZZ_OBJECTS := $(patsubst tests/%.c,$(BUILD)/tests/plain/%.o,$(wildcard tests/fuzz/*.c)) $(BUILD)/tests/proof/fail.o \
    $(addprefix $(BUILD)/tests/plain/support/,tables.o cases.o trees.o meshes.o mesh_rays.o crowd.o crowd_rays.o crowd_ask.o mesh_points.o mesh_rods.o signs.o contacts.o contact_kinds.o) \
    $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/cases/*.c tests/scenes/*.c)) $(REF_OBJECTS) $(EMULATED_OBJECTS)
FUZZ_CORPUS := $(BUILD)/corpus$(KIND:%=-%)
FUZZ_MAKE = $(MAKE) --no-print-directory CC=clang OPT=-O1 SAN=fuzzer-no-link,address,undefined

# packaging/oss-fuzz/build.sh brings its own engine and linker.
FUZZ_ENGINE := -fsanitize=fuzzer
FUZZ_LINK := $(CC)

$(BUILD)/lanebox-fuzz: $(FUZZ_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(FUZZ_LINK) $(LDFLAGS_ALL) $(FUZZ_ENGINE) $^ -lm -o $@

## KIND=: the kind of input that make fuzz makes up: pairs, trees, rays, points, rods, convert, calls, volumes, doubles, frusta, signs, contacts, scenes or conversions; otherwise all
KIND ?=
## fuzz: compares all tables on calls that libFuzzer makes up, under ASan and UBSan (SECONDS, KIND)
.PHONY: fuzz fuzz-run fuzz-corpus fuzz-corpus-run
fuzz:
	$(call need,clang libclang-rt-14-dev libsimde-dev)
	+@$(FUZZ_MAKE) fuzz-run

# Shows libFuzzer's report without its repetitive lines.
fuzz-run: $(BUILD)/lanebox-fuzz
	@mkdir -p $(FUZZ_CORPUS) $(if $(KIND),&& cp $< $<-$(KIND))
	@{ $<$(KIND:%=-%) -max_total_time=$(SECONDS) -max_len=512 -len_control=0 -timeout=20 -print_final_stats=1 \
	    -artifact_prefix=$(BUILD)/ $(FUZZ_CORPUS) tests/fuzz/corpus 2>&1; echo $$? > $(BUILD)/fuzz-status; } | \
	    tee $(BUILD)/fuzz-log | grep --line-buffered -Ev '^"|NEW|REDUCE|RELOAD|dictionary'
	@if [ "$$(cat $(BUILD)/fuzz-status)" != 0 ]; then \
	    sed -n 's,.*Test unit written to ,to replay: $<$(KIND:%=-%) ,p' $(BUILD)/fuzz-log; exit 1; \
	fi

## oss-fuzz: runs packaging/oss-fuzz/build.sh as OSS-Fuzz does, and each of its programs for 5 s
.PHONY: oss-fuzz
oss-fuzz:
	$(call need,clang libclang-rt-14-dev libsimde-dev zip)
	@rm -rf $(BUILD)/oss-fuzz && mkdir -p $(BUILD)/oss-fuzz/out $(BUILD)/oss-fuzz/found
	@env -u MAKEFLAGS -u MFLAGS SRC=.. OUT=$(abspath $(BUILD)/oss-fuzz/out) WORK=$(abspath $(BUILD)/oss-fuzz/work) CC=clang CXX=clang \
	    CFLAGS='-O1 -g -fsanitize=address,undefined,fuzzer-no-link' LIB_FUZZING_ENGINE=-fsanitize=fuzzer sh packaging/oss-fuzz/build.sh
	@for program in $(BUILD)/oss-fuzz/out/lanebox-*[a-z]; do \
	    case $$program in *.zip) continue;; esac; \
	    $$program -max_total_time=5 -max_len=512 -print_final_stats=1 -artifact_prefix=$(BUILD)/oss-fuzz/ $(BUILD)/oss-fuzz/found tests/fuzz/corpus \
	        > $$program.log 2>&1 || { tail -30 $$program.log; exit 1; }; \
	    echo $$(basename $$program): $$(sed -n 's/^stat::number_of_executed_units: *//p' $$program.log) inputs; \
	done

## fuzz-corpus: makes the committed seeds anew from what earlier runs of make fuzz found
fuzz-corpus:
	+@$(FUZZ_MAKE) fuzz-corpus-run

fuzz-corpus-run: $(BUILD)/lanebox-fuzz
	mkdir -p $(BUILD)/seeds
	$< -set_cover_merge=1 -use_counters=0 -max_len=512 $(BUILD)/seeds tests/fuzz/corpus $(FUZZ_CORPUS)
	rm tests/fuzz/corpus/*
	mv $(BUILD)/seeds/* tests/fuzz/corpus

-include $(wildcard $(BUILD)/tests/plain/fuzz/*.d)
