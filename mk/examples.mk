# SPDX-License-Identifier: MIT
# Whole programs on the library: those of make demo, on meshes.

## MESH=examples/meshes/bunny.obj: the mesh of make demo
MESH ?= examples/meshes/bunny.obj
## OUT=: the directory of the pictures of make demo, else that of its programs
OUT ?= $(DEMO)
## DEMO_FLAGS=: for the first program of make demo, such as -n 10000
DEMO_FLAGS ?=
## INSTALLED=: 1 builds the examples against a lanebox that pkg-config finds instead of this tree's
INSTALLED ?=

DEMO := $(BUILD)/examples$(if $(INSTALLED),-installed)
DEMO_SHARED := mesh mesh_split picture tool
PAIRS_OBJECTS := $(patsubst examples/%.c,$(DEMO)/%.o,$(wildcard examples/pairs*.c)) $(DEMO_SHARED:%=$(DEMO)/%.o) $(DEMO)/boxes_picture.o
# The tests that pairs calls, and proves.
PAIRS_REFS := $(foreach test,aabb_aabb obb_obb,$(BUILD)/scalar_ref/$(test).o $(BUILD)/scalar_ref/$(test)-double.o)
RAYCAST_OBJECTS := $(patsubst examples/%.c,$(DEMO)/%.o,$(wildcard examples/raycast*.c)) $(DEMO_SHARED:%=$(DEMO)/%.o)
DEMO_CFLAGS = $(if $(INSTALLED),$(filter-out -Iinclude,$(CFLAGS_ALL)) $$(pkg-config --cflags lanebox),$(CFLAGS_ALL))
DEMO_LANEBOX = $(if $(INSTALLED),$$(pkg-config --libs lanebox) -Wl$(comma)-rpath$(comma)$$(pkg-config --variable=libdir lanebox),$(BUILD)/liblanebox.a)

$(DEMO)/%.o: examples/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(DEMO_CFLAGS) -I. $$(pkg-config --cflags assimp libpng) -MMD -MP -c $< -o $@

$(DEMO)/pairs: $(if $(INSTALLED),,$(BUILD)/liblanebox.a) $(PAIRS_OBJECTS) $(PAIRS_REFS)
	$(SAY)$(CC) $(LDFLAGS_ALL) $(filter %.o,$^) $(DEMO_LANEBOX) $$(pkg-config --libs assimp libpng) -lm -o $@

$(DEMO)/raycast: $(if $(INSTALLED),,$(BUILD)/liblanebox.a) $(RAYCAST_OBJECTS)
	$(SAY)$(CC) $(LDFLAGS_ALL) $(filter %.o,$^) $(DEMO_LANEBOX) $$(pkg-config --libs assimp libpng) -lm -o $@

## examples: builds the programs of make demo
.PHONY: examples demo demo-run
examples: $(DEMO)/pairs $(DEMO)/raycast

## demo: collides moving copies of a mesh's parts and draws it (MESH, OUT, DEMO_FLAGS)
demo:
	$(call need,$(COMPILER_PACKAGES) libassimp-dev libpng-dev pkg-config)
	@$(MAKE) --no-print-directory demo-run

demo-run: examples
	@$(RUN) $(DEMO)/pairs $(DEMO_FLAGS) -o "$(OUT)" "$(MESH)"
	@$(RUN) $(DEMO)/raycast -o "$(OUT)" "$(MESH)"

-include $(wildcard $(DEMO)/*.d)
