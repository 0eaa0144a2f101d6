# SPDX-License-Identifier: MIT
# The proof: the exact oracle, the golden hashes, threads, coverage.

# --- the proof ---------------------------------------------------------------------------------------

## VECTORS=10000000: vectors per kernel in make prove
VECTORS ?= 10000000
## KERNEL=: for make prove, names of kernels and conversions, "conversions" or aabbs_from_doubles; if not given, all
KERNEL ?=

PROVE_OBJECTS := $(BUILD)/tests/proof/prove.o $(BUILD)/tests/proof/fail.o $(BUILD)/tests/proof/proof.o $(BUILD)/tests/proof/conversion_proof.o $(BUILD)/tests/proof/doubles_proof.o \
    $(patsubst %.c,$(BUILD)/%.o,$(filter-out tests/oracle/test_%,$(wildcard tests/oracle/*.c))) \
    $(addprefix $(BUILD)/tests/plain/support/,answer.o cases.o doubles.o layout.o guarded.o tables.o trees.o meshes.o)

$(BUILD)/lanebox-prove: $(PROVE_OBJECTS) $(TEST_OBJECTS) $(EMULATED_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lgmp -lm -o $@

## prove: checks the numeric contract against an exact oracle and prints what it saw (VECTORS, KERNEL)
.PHONY: prove prove-run
prove:
	$(call need,gcc libsimde-dev libcriterion-dev libgmp-dev)
	@$(MAKE) --no-print-directory prove-run

prove-run: $(BUILD)/lanebox-prove
	@$(RUN) $< $(VECTORS) $(KERNEL)

# --- an adversary ------------------------------------------------------------------------------------

# Tables whose pads are cut to these percentages; in the fused form too if this machine has it.
CUT_PERCENTS := 0 25 50 75 90
CUT_ISAS := $(filter scalar avx2 neon,$(RUNS_HERE))
CUT_UNITS := $(foreach isa,$(CUT_ISAS),$(CUT_PERCENTS:%=$(isa)_cut_%))
CLIMB_LIST := $(EMULATED_LIST) $(CUT_UNITS)
$(eval $(call listed_rule,cut/listed,$(CLIMB_LIST)))
CLIMB_OBJECTS := $(BUILD)/cut/climb.o $(filter-out %/prove.o %/proof.o %/conversion_proof.o %/doubles_proof.o,$(PROVE_OBJECTS)) \
    $(CUT_UNITS:%=$(BUILD)/cut/%.o) $(FOREIGN_OBJECTS) $(call listed,cut/listed)

# $* is avx2_cut_25.
$(CUT_UNITS:%=$(BUILD)/cut/%.o): $(BUILD)/cut/%.o: tests/proof/cut_pads.py $(BUILD)/unit.h \
    $(wildcard $(foreach f,kernels pairs trees contacts scenes,$(f)/*.[ch] $(f)/*/*.[ch])) $(BUILD)/flags
	@mkdir -p $(@D)
	@$(PYTHON) $< $(lastword $(subst _, ,$*)) $(@D)/$*
	$(SAY)$(CC) $(ASSERTS) $(CFLAGS_ALL) -O1 $(FREE_INLINING) -Wno-psabi $(ISA_$(firstword $(subst _, ,$*))) -I$(@D)/$* \
	    $(call unit,$(firstword $(subst _, ,$*)),$*) -x c -c $(BUILD)/unit.h -o $@

$(BUILD)/cut/climb.o: tests/proof/climb.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -Itests/support -Itests -I. -DFUSED_ISA='"$(lastword $(CUT_ISAS))"' -DLBX_LISTED='$(foreach isa,$(CLIMB_LIST),LISTED($(isa)))' \
	    -DCUT_TABLES='$(foreach isa,$(CUT_ISAS),$(CUT_PERCENTS:%=CUT($(isa),%)))' -MMD -MP -c $< -o $@

$(BUILD)/lanebox-climb: $(CLIMB_OBJECTS) $(TEST_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lgmp -lm -o $@

-include $(wildcard $(BUILD)/cut/*.d)

## climb: an adversary looks for lost contacts, SECONDS per kernel and form (SECONDS, KERNEL)
.PHONY: climb climb-run
climb:
	$(call need,gcc libsimde-dev libgmp-dev python3)
	@$(MAKE) --no-print-directory climb-run

climb-run: $(BUILD)/lanebox-climb
	@$(RUN) $< $(SECONDS) $(KERNEL)

# --- one pair, operation by operation ---------------------------------------------------------------

## SCENE=mixed: the scene of make trace, such as 'all hit'
SCENE ?= mixed
## SEED=1: the seed of the scene of make trace
SEED ?= 1
## ITEM=0: the pair of the scene that make trace shows
ITEM ?= 0
## FORM=plain: the form that make trace shows: plain, fused or outputs
FORM ?= plain
$(eval $(call listed_rule,tests/traced,trace))
TRACE_OBJECTS := $(BUILD)/tests/hooked/trace.o $(call listed,tests/traced) $(BUILD)/tests/plain/support/cases.o \
    $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/cases/*.c tests/scenes/*.c)) $(REF_OBJECTS)

$(BUILD)/lanebox-trace: $(TRACE_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lm -o $@

## trace: prints every operation on one pair, KERNEL=name (SCENE=mixed, SEED=1, ITEM=0, FORM=plain, fused or outputs)
.PHONY: trace trace-run
trace:
	$(call need,$(COMPILER_PACKAGES) libsimde-dev)
	@$(MAKE) --no-print-directory trace-run

trace-run: $(BUILD)/lanebox-trace
	@$(RUN) $< '$(KERNEL)' '$(SCENE)' '$(SEED)' '$(ITEM)' '$(FORM)'

# --- golden hashes ---------------------------------------------------------------------------------

# $(call SHOW,what,done,all): shows how far a shell loop is, which has set `begun` to the seconds at its start.
SHOW = { printf '%s: %d of %d' "$1" $2 $3; [ $2 = 0 ] || \
    printf ', %d min left' $$((($$(date +%s) - begun) * ($3 - $2) / $2 / 60 + 1)); echo; } >&2

# Only what tests/golden.c needs, because it is built nine times.
GOLDEN_OBJECTS := $(BUILD)/tests/plain/golden.o $(addprefix $(BUILD)/tests/plain/support/,harness.o answer.o searches.o sets.o meshes.o volumes.o trees.o mesh_rays.o crowd.o crowd_rays.o mesh_points.o mesh_rods.o signs.o contacts.o contact_kinds.o doubles.o cases.o layout.o guarded.o tables.o) \
    $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/cases/*.c tests/scenes/*.c)) $(REF_OBJECTS) $(EMULATED_OBJECTS)

$(BUILD)/lanebox-golden$(EXE): $(GOLDEN_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lm -o $@

AARCH64 := CC=aarch64-linux-gnu-gcc RUN='qemu-aarch64 -L /usr/aarch64-linux-gnu'

## golden: checks the hashes of every kernel's answers from gcc and clang at -O0 to -O3, and from aarch64 (FOREIGN)
.PHONY: golden golden-run
golden:
	$(call need,gcc clang libsimde-dev gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)
	@begun=$$(date +%s); done=0; \
	for c in gcc clang; do \
	    for o in -O0 -O1 -O2 -O3; do \
	        $(call SHOW,golden: $$c $$o,$$done,9); done=$$((done + 1)); \
	        $(MAKE) -s CC=$$c OPT=$$o EMULATED_FLAGS= golden-run || exit 1; \
	    done; \
	done; \
	$(call SHOW,golden: aarch64,$$done,9); $(MAKE) -s $(AARCH64) golden-run

golden-run: $(BUILD)/lanebox-golden$(EXE)
	@printf '%-28s ' '$(notdir $(CC)) $(OPT)'
	@$(RUN) $<

## golden-pin: writes the hashes in tests/golden.h anew, from the scalar table
.PHONY: golden-pin
golden-pin: $(BUILD)/lanebox-golden$(EXE)
	@LANEBOX_PIN=1 $(RUN) $< 2> $(BUILD)/golden.lines > $(BUILD)/golden.summary; true
	@{ sed '/^static const struct golden goldens/q' tests/golden.h; \
	    sed -n 's|^\(    {.*},\) // table scalar$$|\1|p' $(BUILD)/golden.lines; printf '};\n\n#endif\n'; } > $(BUILD)/golden.h
	@mv $(BUILD)/golden.h tests/golden.h

# --- threads ---------------------------------------------------------------------------------------

THREADS_OBJECTS := $(patsubst tests/%.c,$(BUILD)/tests/plain/%.o,$(wildcard tests/threads/*.c) \
    $(addprefix tests/support/,layout.c guarded.c cases.c sets.c meshes.c mesh_rays.c crowd.c crowd_rays.c signs.c trees.c contacts.c contact_kinds.c workers.c)) $(BUILD)/tests/proof/fail.o \
    $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/cases/*.c tests/scenes/*.c)) $(REF_OBJECTS)

$(BUILD)/lanebox-threads: $(THREADS_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -pthread -lm -o $@

## threads: many threads call while another selects the instruction set, under ThreadSanitizer, by gcc and by clang
.PHONY: threads threads-run
threads:
	$(call need,gcc clang libclang-rt-14-dev libsimde-dev)
	@$(MAKE) --no-print-directory CC=gcc OPT=-O1 SAN=thread threads-run
	@$(MAKE) --no-print-directory CC=clang OPT=-O1 SAN=thread threads-run

threads-run: $(BUILD)/lanebox-threads
	$(RUN) $<

-include $(wildcard $(BUILD)/tests/plain/threads/*.d)

# --- coverage --------------------------------------------------------------------------------------

## coverage: shows which lines of kernels, lanes and dispatch the tests run; fails on a missed line that nothing explains
.PHONY: coverage coverage-run
coverage:
	$(call need,gcc python3 libsimde-dev)
	@$(MAKE) --no-print-directory CC=gcc OPT=-O1 CFLAGS=--coverage LDFLAGS=--coverage FOREIGN=neon \
	    BUILD=build/coverage coverage-run

# Only NEON is emulated: with all emulated tables the run takes more than twenty minutes. tests/lanes
# shows what the others do in place of an instruction. Counts of earlier runs are deleted, or they would add up.
coverage-run: $(BUILD)/lanebox-tests-plain
	find $(BUILD) -name '*.gcda' -delete
	set -f; $< $(TEST_FLAGS)
	python3 tests/support/coverage.py $(BUILD)

# --- volumes beside others' ---------------------------------------------------------------------------

VOLUMES_PEERS := $(BUILD)/lanebox-volumes-peers

## volumes-peers: compares fitted spheres with CGAL's smallest ones, and eigenvectors with LAPACK's
.PHONY: volumes-peers volumes-peers-run
volumes-peers:
	$(call need,gcc g++ libcgal-dev liblapack-dev)
	@$(MAKE) --no-print-directory volumes-peers-run

volumes-peers-run: $(VOLUMES_PEERS)
	@$(RUN) $<

$(BUILD)/tests/peers/%.o: tests/peers/%.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) -std=c++17 -O2 -Wall -Wextra -Iinclude -Itests/support -MMD -MP -c $< -o $@

$(VOLUMES_PEERS): $(BUILD)/tests/peers/volumes.o $(BUILD)/tests/support/meshes.o $(BUILD)/liblanebox.a
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ -llapack -lgmp -lm -o $@
