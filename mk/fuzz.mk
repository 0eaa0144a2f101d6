# SPDX-License-Identifier: MIT
# Fuzzing with libFuzzer.

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
