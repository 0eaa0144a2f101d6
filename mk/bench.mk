# SPDX-License-Identifier: MIT
# Benchmarks, and the scripts that judge them. docs/develop/ci.md describes their use.

## FILTER=: a regular expression for rows of benchmarks, kernel/pattern/isa/n, or for mutants, "source: title"
# Its value is read unexpanded: make would take a $ within it for a variable.
FILTER ?=
## ISA=: only rows of these instruction sets, such as avx2,sse2
ISA ?=
BENCH_FILTER = $(or $(value FILTER),/(1024|65536|4194304)$$)
## REPS=12: repetitions of each row; by default 40 in bench-compare, 5 in bench-maintenance, 3 in bench-rays and bench-closest
REPS ?=
## OWN=: a C file with rows of another project for the benchmarks; see bench/own.h
OWN ?=
OWN_NAME := $(basename $(notdir $(OWN)))

# The plain C that kernels are compared with, built by every available compiler, for AVX2 on x86-64.
# Without errno, a loop over sqrtf vectorises too.
PLAIN_COMPILERS := $(foreach c,gcc clang,$(if $(shell command -v $(c)),$(c)))
PLAIN_FLAGS := $(STRICT) -O3 -fno-math-errno $(if $(filter x86_64,$(MACHINE)),-mavx2 -mfma) $(WARNINGS) -Iinclude

# The objects that rows are made of. The harness adds Google Benchmark's main and the ceilings.
BENCH_ROWS := $(patsubst %,$(BUILD)/bench/%.o,conversions data doubles frusta kernels kinds nodes pairs rows tree_rays trees $(PLAIN_COMPILERS:%=plain-%)) \
    $(patsubst %.c,$(BUILD)/%.o,tests/support/cases.c tests/support/counted.c tests/support/sets.c $(wildcard tests/cases/*.c tests/scenes/*.c)) \
    $(MAINTENANCE_SCENES) $(COUNTING_OBJECT) $(REF_OBJECTS)
BENCH_OBJECTS := $(patsubst %,$(BUILD)/bench/%.o,main machine $(SHIPPED:%=ceilings-%)) $(BENCH_ROWS) \
    $(OWN_NAME:%=$(BUILD)/bench/own/%.o)

$(BUILD)/bench/%.o: bench/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/bench/ceilings-%.o: bench/ceilings.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) $(ISA_$*) -DLANES_HEADER='"../kernels/lanes/$*.h"' -DCEILINGS=ceilings_$* \
	    -MMD -MP -c $< -o $@

$(BUILD)/bench/plain-%.o: bench/plain.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$* $(PLAIN_FLAGS) $(call SCHEDULED,$*) -DPLAIN=plain_$* -MMD -MP -c $< -o $@

$(BUILD)/bench/main.o: bench/main.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) -std=c++17 -O2 -Wall -Wextra -Wpedantic $(if $(WERROR),-Werror) -g -Iinclude -MMD -MP -c $< -o $@

$(BUILD)/bench/embree.o: bench/embree.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) -std=c++17 $(OPT) -Wall -Wextra $(if $(WERROR),-Werror) -Iinclude -I. -MMD -MP -c $< -o $@

$(OWN_NAME:%=$(BUILD)/bench/own/%.o): $(OWN) $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -Ibench -MMD -MP -c $< -o $@

## LIBRARY=: another build of the library to link the benchmarks to
LIBRARY ?= $(BUILD)/liblanebox.a
## EXECUTABLE=: the executable of the benchmarks
EXECUTABLE ?= $(BUILD)/lanebox-bench$(OWN_NAME:%=-%)

$(EXECUTABLE): $(BENCH_OBJECTS) $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ -lbenchmark -pthread -lm -o $@

.PHONY: bench-linked
bench-linked: $(EXECUTABLE)

BENCH_PACKAGES := gcc g++ clang python3 libbenchmark-dev
# $(call quote,value): a user's value as one word of the shell.
quote = '$(subst ','\'',$1)'
BENCH_OPTIONS = --filter=$(call quote,$(BENCH_FILTER)) --isa=$(call quote,$(ISA)) $(if $(REPS),--reps=$(call quote,$(REPS)))
BENCH_RUN = $(PYTHON) bench/track/bench.py $(EXECUTABLE) $(BENCH_OPTIONS) --flags='$(GATE_FLAGS)' \
    --out $(BUILD)/bench.json --medians $(BUILD)/bench-medians.json
# A filter that matches nothing is refused before the build. Rows of one's own are not known then.
FILTER_KNOWN = $(if $(OWN),,@$(PYTHON) bench/track/known.py --filter=$(call quote,$(BENCH_FILTER)))
## PYTHON=/usr/bin/python3: the Python that runs the scripts
# Debian's python3 has scipy; another python3 may come first in PATH.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)

## bench: times kernels beside the machine's ceilings, the reference and plain C (FILTER, ISA, REPS, OWN)
.PHONY: bench bench-run
bench:
	$(call need,$(BENCH_PACKAGES))
	$(FILTER_KNOWN)
	@$(MAKE) --no-print-directory bench-run

bench-run: $(EXECUTABLE)
	@$(BENCH_RUN) --ceilings
	@$(PYTHON) bench/track/summary.py $(BUILD)/bench.json

## bench-json: like make bench, but writes files: all repetitions, medians for github-action-benchmark, a line of HISTORY
## HISTORY=build/bench-history.jsonl: the file that each make bench-json appends a line to
HISTORY ?= build/bench-history.jsonl
.PHONY: bench-json bench-json-run
bench-json:
	$(call need,$(BENCH_PACKAGES))
	$(FILTER_KNOWN)
	@$(MAKE) --no-print-directory bench-json-run

bench-json-run: $(EXECUTABLE)
	@$(BENCH_RUN) --ceilings --history=$(call quote,$(HISTORY))
	@printf '%s\n' $(BUILD)/bench.json $(BUILD)/bench-medians.json $(call quote,$(HISTORY))

## bench-compare: alarms if the working tree is slower than BASE (THRESHOLD, REPS, FILTER, ISA, CC)
## THRESHOLD=3: the slowdown in percent above which bench-compare alarms and bench-report marks a run
THRESHOLD ?= 3
## BASE=: the git revision that bench-compare compares with
BASE ?=
.PHONY: bench-compare bench-compare-run
bench-compare:
	$(call need,$(BENCH_PACKAGES) git libbenchmark-tools python3-scipy)
	@$(MAKE) --no-print-directory bench-compare-run

bench-compare-run:
	@$(PYTHON) bench/track/compare.py --base=$(call quote,$(BASE)) $(BENCH_OPTIONS) --threshold=$(call quote,$(THRESHOLD)) --work $(BUILD)/compare \
	    --library $(BUILD)/liblanebox.a --variable 'CC=$(CC)' --variable 'CXX=$(CXX)' --variable 'OPT=$(OPT)' \
	    --variable 'CFLAGS=$(CFLAGS)' --variable 'OWN=$(abspath $(OWN))'

## bench-gate: fails if a kernel executes over 1 % more instructions than pinned (FILTER, PIN)
# The gate counts only tables. Its flags are those that the instructions depend on.
GATE_OBJECTS := $(BUILD)/bench/gate.o $(filter-out $(BUILD)/bench/plain-%,$(BENCH_ROWS))
GATE_FLAGS = $(STRICT) $(OPT) $(call SCHEDULED,$(CC)) $(if $(SAN),-fsanitize=$(SAN)) $(if $(DEBUG),-UNDEBUG) $(CFLAGS)
## PIN=: 1 makes bench-gate pin its counts anew
PIN ?=
.PHONY: bench-gate bench-gate-run
bench-gate:
	$(call need,gcc python3 valgrind)
	@$(MAKE) --no-print-directory bench-gate-run

bench-gate-run: $(BUILD)/lanebox-gate
	@$(PYTHON) bench/track/gate.py $< --pinned bench/results/instructions.csv --cc='$(CC)' --flags='$(GATE_FLAGS)' \
	    --filter=$(call quote,$(value FILTER)) $(if $(PIN),--pin)

$(BUILD)/lanebox-gate: $(GATE_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lm -o $@

# --- broad phases of others ---------------------------------------------------------------------------

## bench-pairs: times lbx_pairs beside Bullet, FCL and CGAL on the same sets, rows interleaved (FILTER, REPS)
PEERS := $(BUILD)/lanebox-bench-pairs
PEER_PACKAGES := libbullet-dev libfcl-dev libcgal-dev pkg-config
PEER_OPTIONS = --filter=$(call quote,$(or $(value FILTER),^pairs/.*/10000$$)) --isa=$(call quote,$(ISA)) $(if $(REPS),--reps=$(call quote,$(REPS)))
.PHONY: bench-pairs bench-pairs-run
bench-pairs:
	$(call need,$(BENCH_PACKAGES) $(PEER_PACKAGES))
	@$(MAKE) --no-print-directory bench-pairs-run

PEERS_RUN = $(PYTHON) bench/track/bench.py $(PEERS) --flags='$(GATE_FLAGS)' --out $(BUILD)/bench-pairs.json --medians $(BUILD)/bench-pairs-medians.csv
bench-pairs-run: $(PEERS)
	@$(PEERS_RUN) $(PEER_OPTIONS)
	@$(PYTHON) bench/track/peers.py $(BUILD)/bench-pairs-medians.csv

## bench-pairs-results: measures the tables of docs/use/pairs.md into bench/results/pairs-<cpu>.csv; takes half an hour
PAIRS_RESULTS = $(RESULTS:bench/results/%=bench/results/pairs-%)
.PHONY: bench-pairs-results bench-pairs-results-run
bench-pairs-results:
	$(call need,$(BENCH_PACKAGES) $(PEER_PACKAGES))
	@$(MAKE) --no-print-directory bench-pairs-results-run

# One process each: repetitions, sizes, patterns. A drift has 300 frames.
PAIRS_PARTS := "12 (1024|10000) [^_/]*(_refit)?" "3 (1024|10000) [^/]*_drift" "5 100000 [^/]*" "3 1000000 [^/]*"
PAIRS_RUNNERS := avx2|avx512|btDbvtBroadphase|btAxisSweep3|FCL|CGAL
bench-pairs-results-run: $(PEERS)
	@rm -f $(BUILD)/bench-pairs-medians.csv
	@set -f; begun=$$(date +%s); done=0; \
	for part in $(PAIRS_PARTS); do \
	    set -- $$part; \
	    $(call SHOW,bench-pairs-results: $$2 boxes,$$done,4); done=$$((done + 1)); \
	    $(PEERS_RUN) --merge --reps "$$1" --filter "^pairs/$$3/($(PAIRS_RUNNERS))/$$2\$$" || exit; \
	done
	@cp $(BUILD)/bench-pairs-medians.csv $(call quote,$(PAIRS_RESULTS))
	@echo $(call quote,$(PAIRS_RESULTS))

## bench-maintenance: times the ways of Geng & Gao, RAPID, FCL and lanebox on the scenes of examples/maintenance (REPS)
.PHONY: bench-maintenance bench-maintenance-run
bench-maintenance:
	$(call need,gcc g++ libfcl-dev libgmp-dev python3)
	@$(MAKE) --no-print-directory bench-maintenance-run

bench-maintenance-run: $(BUILD)/lanebox-bench-maintenance
	@$(RUN) $< $(if $(REPS),-r $(call quote,$(REPS))) > $(BUILD)/bench-maintenance.txt
	@cat $(BUILD)/bench-maintenance.txt
	@echo
	@$(PYTHON) bench/track/maintenance.py $(BUILD)/bench-maintenance.txt

MAINTENANCE_BENCH := $(patsubst bench/%.c,$(BUILD)/bench/%.o,$(wildcard bench/maintenance/*.c)) $(BUILD)/bench/maintenance/fcl.o \
    $(patsubst %,$(BUILD)/tests/oracle/%.o,posed near reach solid number)
$(BUILD)/bench/maintenance/%.o: bench/maintenance/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/bench/%/fcl.o: bench/%/fcl.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) $$(pkg-config --cflags fcl | sed 's/-I/-isystem /g') -std=c++17 $(OPT) -Wall -Wextra -Iinclude -I. -MMD -MP -c $< -o $@

$(BUILD)/lanebox-bench-maintenance: $(MAINTENANCE_BENCH) $(MAINTENANCE_SCENES) $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ $$(pkg-config --libs-only-L fcl) -lfcl -lgmp -lm -o $@

## bench-instances: finds which instances of a scene touch, frame by frame, beside FCL (MESHES; all: with two of the dragons)
.PHONY: bench-instances bench-instances-run
bench-instances:
	$(call need,gcc g++ libfcl-dev pkg-config libassimp-dev)
	@$(MAKE) --no-print-directory bench-instances-run

INSTANCES_MESHES = $(if $(filter all,$(MESHES)),examples/meshes/bunny.obj $(wordlist 1,2,$(DRAGONS)),$(MESHES))
bench-instances-run: $(BUILD)/lanebox-bench-instances $(filter $(DRAGONS),$(INSTANCES_MESHES))
	@$(RUN) $< $(INSTANCES_MESHES)

INSTANCES_BENCH := $(patsubst bench/%.c,$(BUILD)/bench/%.o,$(wildcard bench/instances/*.c)) $(BUILD)/bench/instances/fcl.o \
    $(BUILD)/bench/scenes/instances.o $(BUILD)/bench/closest/mesh.o $(BUILD)/bench/workers.o $(BUILD)/maintenance/shapes.o $(BUILD)/maintenance/tool.o
$(BUILD)/bench/instances/%.o: bench/instances/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/lanebox-bench-instances: $(INSTANCES_BENCH) $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ $$(pkg-config --libs-only-L fcl) -lfcl -lassimp -pthread -lm -o $@

## bench-separation: finds how far apart meshes are that move, beside FCL: examples/maintenance's, dragons, instances
.PHONY: bench-separation bench-separation-run
bench-separation:
	$(call need,gcc g++ libfcl-dev pkg-config libassimp-dev)
	@$(MAKE) --no-print-directory bench-separation-run

bench-separation-run: $(BUILD)/lanebox-bench-separation $(wordlist 1,2,$(DRAGONS))
	@$(RUN) $< examples/meshes/bunny.obj $(wordlist 1,2,$(DRAGONS))

SEPARATION_BENCH := $(patsubst bench/%.c,$(BUILD)/bench/%.o,$(wildcard bench/separation/*.c)) $(BUILD)/bench/separation/fcl.o \
    $(BUILD)/bench/scenes/instances.o $(BUILD)/bench/closest/mesh.o $(BUILD)/bench/workers.o
$(BUILD)/bench/separation/%.o: bench/separation/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/lanebox-bench-separation: $(SEPARATION_BENCH) $(MAINTENANCE_SCENES) $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ $$(pkg-config --libs-only-L fcl) -lfcl -lassimp -pthread -lm -o $@

## bench-rays: times lanebox's rays beside Embree's calls and flags and Bullet's rayTest, restricted to each of ISA (MESHES, ISA, REPS)
## rays-results: runs make bench-rays on all meshes, with ISA=best,avx2, into tests/results/rays.txt
## MESHES=examples/meshes/bunny.obj: the meshes of make bench-rays and bench-closest; all: this one and the dragons
MESHES ?= examples/meshes/bunny.obj
RAYS_MESHES = $(if $(filter all,$(MESHES)),examples/meshes/bunny.obj $(DRAGONS),$(MESHES))
.PHONY: bench-rays bench-rays-run rays-results
bench-rays:
	$(call need,gcc g++ libembree-dev libbullet-dev pkg-config libassimp-dev libgmp-dev libpng-dev python3)
	@$(MAKE) --no-print-directory bench-rays-run

bench-rays-run: $(BUILD)/lanebox-bench-rays $(filter $(DRAGONS),$(RAYS_MESHES))
	@rm -f $(BUILD)/bench-rays.txt
	@for isa in $$(echo $(call quote,$(or $(ISA),best)) | tr , ' '); do \
	    $(RUN) $< -i "$$isa" $(if $(REPS),-r $(call quote,$(REPS))) $(RAYS_MESHES) >> $(BUILD)/bench-rays.txt || exit; \
	done
	@cat $(BUILD)/bench-rays.txt
	@echo
	@$(PYTHON) bench/track/rays.py $(BUILD)/bench-rays.txt

rays-results:
	$(call need,python3)
	@$(PYTHON) tests/support/record.py rays -- $(MAKE) -s bench-rays MESHES=all ISA=best,avx2

RAYS_SHARED := mesh picture render/pose render/scene tool
RAYS_BENCH := $(patsubst bench/%.c,$(BUILD)/bench/%.o,$(wildcard bench/rays/*.c)) $(patsubst %,$(BUILD)/bench/%.o,rays/embree rays/embree_calls rays/bullet embree huge_pages workers) \
    $(RAYS_SHARED:%=$(BUILD)/bench/rays/%.o) \
    $(patsubst %,$(BUILD)/tests/oracle/%.o,traced ray_triangle near reach solid number)
$(BUILD)/bench/rays/%.o: bench/rays/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/bench/rays/%.o: bench/rays/%.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) $$(pkg-config --cflags bullet | sed 's/-I/-isystem /g') -std=c++17 $(OPT) -Wall -Wextra -Iinclude -I. -MMD -MP -c $< -o $@

$(RAYS_SHARED:%=$(BUILD)/bench/rays/%.o): $(BUILD)/bench/rays/%.o: examples/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/lanebox-bench-rays: $(RAYS_BENCH) $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ $$(pkg-config --libs-only-L bullet) -lassimp -lpng -lembree3 -lBulletCollision -lLinearMath -lgmp -pthread -lm -o $@

## bench-scenes: traces rays through scenes of instances that move, beside Embree's calls, qualities and flags and Bullet's rayTest, restricted to each of ISA (MESHES; all: with two of the dragons; ISA, REPS, PIXELS, INSTANCES)
## scenes-results: runs make bench-scenes with two of the dragons and ISA=best,avx2, into tests/results/scenes.txt
## PIXELS=1024: the primary rays of make bench-scenes are the square of this
PIXELS ?=
## INSTANCES=10000: the largest scene of make bench-scenes
INSTANCES ?=
.PHONY: bench-scenes bench-scenes-run scenes-results
bench-scenes:
	$(call need,gcc g++ libembree-dev libbullet-dev pkg-config libassimp-dev libpng-dev python3)
	@$(MAKE) --no-print-directory bench-scenes-run

SCENES_OPTIONS = $(if $(REPS),-r $(call quote,$(REPS))) $(if $(PIXELS),-s $(call quote,$(PIXELS))) $(if $(INSTANCES),-n $(call quote,$(INSTANCES)))
bench-scenes-run: $(BUILD)/lanebox-bench-scenes $(filter $(DRAGONS),$(INSTANCES_MESHES))
	@rm -f $(BUILD)/bench-scenes.txt
	@for isa in $$(echo $(call quote,$(or $(ISA),best)) | tr , ' '); do \
	    $(RUN) $< -i "$$isa" $(SCENES_OPTIONS) $(INSTANCES_MESHES) >> $(BUILD)/bench-scenes.txt || exit; \
	done
	@cat $(BUILD)/bench-scenes.txt
	@echo
	@$(PYTHON) bench/track/scenes.py $(BUILD)/bench-scenes.txt

scenes-results:
	$(call need,python3)
	@$(PYTHON) tests/support/record.py scenes -- $(MAKE) -s bench-scenes MESHES=all ISA=best,avx2

SCENES_BENCH := $(patsubst bench/%.c,$(BUILD)/bench/%.o,$(wildcard bench/scenes/*.c)) \
    $(patsubst %,$(BUILD)/bench/%.o,scenes/embree scenes/bullet rays/embree_calls rays/rays rays/bounces embree huge_pages machine workers) \
    $(RAYS_SHARED:%=$(BUILD)/bench/rays/%.o) $(BUILD)/maintenance/shapes.o
$(BUILD)/bench/scenes/%.o: bench/scenes/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/bench/scenes/%.o: bench/scenes/%.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) $$(pkg-config --cflags bullet | sed 's/-I/-isystem /g') -std=c++17 $(OPT) -Wall -Wextra $(if $(WERROR),-Werror) -Iinclude -I. -MMD -MP -c $< -o $@

$(BUILD)/lanebox-bench-scenes: $(SCENES_BENCH) $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ $$(pkg-config --libs-only-L bullet) -lassimp -lpng -lembree3 -lBulletCollision -lLinearMath -pthread -lm -o $@

## bench-closest: times the triangles nearest to points beside Embree's point query and CGAL's AABB_tree (MESHES, ISA, REPS)
## closest-results: runs make bench-closest on all meshes, with ISA=best,avx2, into tests/results/closest.txt
.PHONY: bench-closest bench-closest-run closest-results
bench-closest:
	$(call need,gcc g++ libembree-dev libcgal-dev pkg-config libassimp-dev libgmp-dev python3)
	@$(MAKE) --no-print-directory bench-closest-run

bench-closest-run: $(BUILD)/lanebox-bench-closest $(filter $(DRAGONS),$(RAYS_MESHES))
	@rm -f $(BUILD)/bench-closest.txt
	@for isa in $$(echo $(call quote,$(or $(ISA),best)) | tr , ' '); do \
	    $(RUN) $< -i "$$isa" $(if $(REPS),-r $(call quote,$(REPS))) $(RAYS_MESHES) >> $(BUILD)/bench-closest.txt || exit; \
	done
	@cat $(BUILD)/bench-closest.txt
	@echo
	@$(PYTHON) bench/track/closest.py $(BUILD)/bench-closest.txt

closest-results:
	$(call need,python3)
	@$(PYTHON) tests/support/record.py closest -- $(MAKE) -s bench-closest MESHES=all ISA=best,avx2

# CGAL is left out where it is not installed.
CGAL := $(if $(wildcard /usr/include/CGAL/AABB_tree.h),cgal)
CLOSEST_BENCH := $(patsubst %,$(BUILD)/bench/closest/%.o,main queries lanebox embree $(CGAL) mesh tool) $(BUILD)/bench/workers.o $(BUILD)/bench/embree.o \
    $(BUILD)/tests/oracle/sides.o $(BUILD)/tests/oracle/number.o $(BUILD)/scalar_ref/point_triangle-double.o
$(BUILD)/bench/closest/%.o: bench/closest/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) $(CGAL:cgal=-DBENCH_CGAL) -I. -MMD -MP -c $< -o $@

$(BUILD)/bench/closest/%.o: bench/closest/%.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) -std=c++17 $(OPT) -DNDEBUG -Wall -Wextra $(CGAL:cgal=-DBENCH_CGAL) -I. -MMD -MP -c $< -o $@

$(BUILD)/bench/closest/mesh.o $(BUILD)/bench/closest/tool.o: $(BUILD)/bench/closest/%.o: examples/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/lanebox-bench-closest: $(CLOSEST_BENCH) $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ -lassimp -lembree3 -lgmp -lmpfr -pthread -lm -o $@

## bench-fits: fits boxes to five meshes and twenty of assimp's, beside CGAL's search for the least box
.PHONY: bench-fits bench-fits-run
bench-fits:
	$(call need,gcc g++ libcgal-dev libeigen3-dev libassimp-dev assimp-testmodels glmark2-data libgmp-dev)
	@$(MAKE) --no-print-directory bench-fits-run

FITS_MODELS := $(addprefix /usr/share/assimp/models/,3DS/CameraRollAnim.3ds 3DS/fels.3ds 3DS/test1.3ds BLEND/MirroredCube_252.blend \
    Collada/COLLADA.dae Collada/Cinema4D.dae Collada/regr01.dae Collada/duck.dae \
    Collada/lights.dae Collada/sphere.dae FBX/spider.fbx \
    LWO/LWO2/MappingModes/earth_cylindrical_x.lwo LWO/LWO2/UglyVertexColors.lwo \
    LWO/LWO2/transparency.lwo OBJ/WusonOBJ.obj OBJ/box_longline.obj STL/sphereWithHole.stl \
    X/anim_test.x X/fromtruespace_bin32.x glTF/CesiumMilkTruck/CesiumMilkTruck.gltf)
bench-fits-run: $(BUILD)/lanebox-bench-fits $(VOLUMES_DRAGON)
	@$(RUN) $< $(VOLUMES_MESHES) $(FITS_MODELS)

$(BUILD)/bench/fits/%.o: bench/fits/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/bench/fits/%.o: bench/fits/%.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) -std=c++17 $(OPT) -DNDEBUG -isystem /usr/include/eigen3 -I. -MMD -MP -c $< -o $@

$(BUILD)/lanebox-bench-fits: $(patsubst %,$(BUILD)/bench/%.o,fits/main fits/cgal closest/queries closest/mesh closest/tool workers) $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ -lassimp -lgmp -lmpfr -pthread -lm -o $@

## bench-open3d: times the nearest triangles of a million points from Python, beside the C call and Open3D (MESHES)
.PHONY: bench-open3d bench-open3d-run
bench-open3d:
	$(call need,$(COMPILER_PACKAGES) $(WHEEL_PACKAGES) python3-numpy python3-open3d)
	@$(MAKE) --no-print-directory bench-open3d-run

# Debian's Open3D 0.16 aborts on the largest dragon.
OPEN3D_MESHES = $(filter-out %/dragon_vrip.ply,$(RAYS_MESHES))
bench-open3d-run: wheel-unpacked $(filter $(DRAGONS),$(RAYS_MESHES))
	@$(with_wheel) bench/closest/beside_open3d.py $(OPEN3D_MESHES)

DISTANCE_OBJECTS := $(BUILD)/tests/proof/distance.o $(BUILD)/tests/proof/fail.o $(BUILD)/tests/oracle/sides.o $(BUILD)/tests/oracle/number.o \
    $(addprefix $(BUILD)/tests/plain/support/,signs.o trees.o meshes.o) $(addprefix $(BUILD)/bench/closest/,queries.o mesh.o tool.o) \
    $(BUILD)/scalar_ref/point_triangle-double.o

$(BUILD)/lanebox-prove-distance: $(DISTANCE_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lassimp -lgmp -lm -o $@

## prove-distance: checks distances of points from meshes, and their signs, against every triangle (VECTORS, MESHES)
.PHONY: prove-distance prove-distance-run
prove-distance:
	$(call need,gcc libcriterion-dev pkg-config libassimp-dev libgmp-dev)
	@$(MAKE) --no-print-directory prove-distance-run

prove-distance-run: $(BUILD)/lanebox-prove-distance $(filter $(DRAGONS),$(RAYS_MESHES))
	@$(RUN) $< distances $(VECTORS) $(RAYS_MESHES)

## prove-capsules: checks what capsules touch of meshes against every triangle by itself (VECTORS, MESHES)
.PHONY: prove-capsules prove-capsules-run
prove-capsules:
	$(call need,gcc libcriterion-dev pkg-config libassimp-dev libgmp-dev)
	@$(MAKE) --no-print-directory prove-capsules-run

prove-capsules-run: $(BUILD)/lanebox-prove-distance $(filter $(DRAGONS),$(RAYS_MESHES))
	@$(RUN) $< capsules $(VECTORS) $(RAYS_MESHES)

SEPARATION_OBJECTS := $(BUILD)/tests/proof/separation.o $(BUILD)/tests/proof/fail.o \
    $(addprefix $(BUILD)/tests/oracle/,separation.o posed_scenes.o posed.o near.o reach.o solid.o number.o) \
    $(addprefix $(BUILD)/tests/plain/support/,trees.o meshes.o) $(BUILD)/maintenance/tool.o

$(BUILD)/lanebox-prove-separation: $(SEPARATION_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lgmp -lm -o $@

## prove-separation: checks how far apart posed triangles and small meshes are, by exact arithmetic (VECTORS)
.PHONY: prove-separation prove-separation-run
prove-separation:
	$(call need,gcc libcriterion-dev pkg-config libgmp-dev)
	@$(MAKE) --no-print-directory prove-separation-run

prove-separation-run: $(BUILD)/lanebox-prove-separation
	@$(RUN) $< $(VECTORS)

PROVE_SCENES_OBJECTS := $(BUILD)/tests/proof/scenes.o $(BUILD)/tests/proof/fail.o $(addprefix $(BUILD)/tests/oracle/,entered.o entered_rays.o) \
    $(addprefix $(BUILD)/tests/plain/support/,crowd.o crowd_rays.o mesh_rays.o trees.o meshes.o) $(BUILD)/maintenance/tool.o

$(BUILD)/lanebox-prove-scenes: $(PROVE_SCENES_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lgmp -lm -o $@

## prove-scenes: checks what rays must meet in scenes against exact triangles in the world (VECTORS)
.PHONY: prove-scenes prove-scenes-run
prove-scenes:
	$(call need,gcc libcriterion-dev libgmp-dev)
	@$(MAKE) --no-print-directory prove-scenes-run

prove-scenes-run: $(BUILD)/lanebox-prove-scenes
	@$(RUN) $< $(VECTORS)

CONTACTS_OBJECTS := $(BUILD)/tests/plain/proof/contacts.o $(BUILD)/tests/proof/fail.o \
    $(addprefix $(BUILD)/tests/plain/support/,contact_kinds.o contacts.o layout.o guarded.o cases.o) $(BUILD)/maintenance/tool.o \
    $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/cases/*.c tests/scenes/*.c)) $(REF_OBJECTS)

$(BUILD)/lanebox-prove-contacts: $(CONTACTS_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lm -o $@

## prove-contacts: checks what is promised of contacts, in double (VECTORS)
.PHONY: prove-contacts prove-contacts-run
prove-contacts:
	$(call need,gcc)
	@$(MAKE) --no-print-directory prove-contacts-run

prove-contacts-run: $(BUILD)/lanebox-prove-contacts
	@$(RUN) $< $(VECTORS)

## bench-contacts: times contacts of boxes beside ODE's dBoxBox, Bullet's detector and its algorithm with manifolds
.PHONY: bench-contacts bench-contacts-run
bench-contacts:
	$(call need,gcc g++ pkg-config libbullet-dev libode-dev)
	@$(MAKE) --no-print-directory bench-contacts-run

bench-contacts-run: $(BUILD)/lanebox-bench-contacts
	@$(RUN) $<

## bench-capsules: times capsules, spheres and triangles beside ODE's dCollide and Bullet's GJK
.PHONY: bench-capsules bench-capsules-run
bench-capsules:
	$(call need,gcc g++ pkg-config libbullet-dev libode-dev)
	@$(MAKE) --no-print-directory bench-capsules-run

bench-capsules-run: $(BUILD)/lanebox-bench-capsules
	@$(RUN) $<

$(patsubst %,$(BUILD)/bench/peers/%.o,capsules contacts): $(BUILD)/bench/peers/%.o: bench/peers/%.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) $$(pkg-config --cflags ode bullet | sed 's/-I/-isystem /g') -std=c++17 $(OPT) -Wall -Wextra -Iinclude -I. -MMD -MP -c $< -o $@

$(patsubst %,$(BUILD)/lanebox-bench-%,capsules contacts): $(BUILD)/lanebox-bench-%: $(BUILD)/bench/peers/%.o $(BUILD)/maintenance/tool.o $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ $$(pkg-config --libs ode) -lBulletCollision -lLinearMath -lm -o $@

## bench-cull: times what a camera sees of boxes beside six planes, and through an order beside Bullet
.PHONY: bench-cull bench-cull-run
bench-cull:
	$(call need,gcc g++ pkg-config libbullet-dev)
	@$(MAKE) --no-print-directory bench-cull-run

bench-cull-run: $(BUILD)/lanebox-bench-cull
	@$(RUN) $<

$(BUILD)/bench/cull/%.o: bench/cull/%.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) $$(pkg-config --cflags bullet) -std=c++17 -O2 -Wall -Wextra -MMD -MP -c $< -o $@

$(BUILD)/bench/cull/%.o: bench/cull/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/lanebox-bench-cull: $(BUILD)/bench/cull/main.o $(BUILD)/bench/cull/bullet.o $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ $$(pkg-config --libs-only-L bullet) -lBulletCollision -lLinearMath -lm -o $@

## bench-threads: times two threads on one search beside two processes with a search each
.PHONY: bench-threads bench-threads-run
bench-threads:
	$(call need,gcc)
	@$(MAKE) --no-print-directory bench-threads-run

bench-threads-run: $(BUILD)/lanebox-bench-threads
	@$(RUN) $<

$(BUILD)/lanebox-bench-threads: $(BUILD)/bench/pairs_threads.o $(BUILD)/bench/workers.o $(BUILD)/tests/support/sets.o $(LIBRARY)
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -pthread -lm -o $@

# --- calls that threads share ---------------------------------------------------------------------------

## BOXES=100000: the numbers of boxes of make bench-growth and make bench-workers
BOXES ?= $(if $(filter all,$(MESHES)),100000 1000000,100000)
SHARING_MESHES = $(if $(filter all,$(MESHES)),examples/meshes/bunny.obj $(wordlist 3,4,$(DRAGONS)),$(MESHES))
SHARING_SHARED := $(BUILD)/bench/sharing/jobs.o $(patsubst %,$(BUILD)/bench/rays/%.o,mesh picture render/pose render/scene tool) $(BUILD)/tests/support/sets.o

## bench-growth: counts the instructions of every task of calls that workers share, and says how they grow up to 64 workers (BOXES, MESHES)
## growth-results: runs make bench-growth on 100,000 and 1,000,000 boxes and meshes of up to 872,000 triangles, into tests/results/growth.txt
.PHONY: bench-growth bench-growth-run growth-results
bench-growth:
	$(call need,gcc pkg-config libassimp-dev libpng-dev valgrind python3)
	@$(MAKE) --no-print-directory bench-growth-run

bench-growth-run: $(BUILD)/lanebox-growth $(filter $(DRAGONS),$(SHARING_MESHES))
	@$(PYTHON) bench/track/growth.py $< $(BOXES) $(SHARING_MESHES)

growth-results:
	$(call need,python3)
	@$(PYTHON) tests/support/record.py growth -- $(MAKE) -s bench-growth MESHES=all

## bench-workers: times two threads that share a call beside one, beside two processes and beside Embree (BOXES, MESHES)
## workers-results: runs make bench-workers on 100,000 and 1,000,000 boxes and meshes of up to 872,000 triangles, into tests/results/workers.txt
.PHONY: bench-workers bench-workers-run workers-results
bench-workers:
	$(call need,gcc g++ pkg-config libassimp-dev libpng-dev libembree-dev)
	@$(MAKE) --no-print-directory bench-workers-run

bench-workers-run: $(BUILD)/lanebox-bench-workers $(filter $(DRAGONS),$(SHARING_MESHES))
	@$(RUN) $< $(BOXES) $(SHARING_MESHES)

workers-results:
	$(call need,python3)
	@$(PYTHON) tests/support/record.py workers -- $(MAKE) -s bench-workers MESHES=all

$(BUILD)/bench/sharing/%.o: bench/sharing/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/lanebox-growth: $(BUILD)/bench/sharing/growth.o $(SHARING_SHARED) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lassimp -lpng -lm -o $@

$(BUILD)/bench/sharing/%.o: bench/sharing/%.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) -std=c++17 $(OPT) -Wall -Wextra -Iinclude -I. -MMD -MP -c $< -o $@

$(BUILD)/lanebox-bench-workers: $(patsubst %,$(BUILD)/bench/sharing/%.o,clock step embree) $(BUILD)/bench/workers.o $(BUILD)/workers/pthreads.o \
    $(SHARING_SHARED) $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ -lassimp -lpng -lembree3 -pthread -lm -o $@

## bench-trees: measures what trees of a thousand to a million triangles cost, and two threads on one of them
.PHONY: bench-trees bench-trees-run
bench-trees:
	$(call need,gcc)
	@$(MAKE) --no-print-directory bench-trees-run

bench-trees-run: $(BUILD)/lanebox-bench-trees
	@$(RUN) $<

$(BUILD)/lanebox-bench-trees: $(BUILD)/bench/trees_cost.o $(BUILD)/bench/workers.o $(LIBRARY)
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -pthread -lm -o $@

## trees-results: runs make bench-trees into tests/results/trees.txt, and plots docs/use/trees.png
.PHONY: trees-results
trees-results:
	$(call need,gcc python3 python3-matplotlib)
	@$(PYTHON) tests/support/record.py trees -- $(MAKE) -s bench-trees
	@$(PYTHON) bench/track/trees.py tests/results/trees.txt docs/use/trees.png

$(BUILD)/bench/peers/%.o: bench/peers/%.cc $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CXX) $$(pkg-config --cflags bullet fcl) -std=c++17 -O2 -Wall -Wextra -Iinclude -MMD -MP -c $< -o $@

$(PEERS): $(BENCH_OBJECTS) $(BUILD)/bench/peers/pairs.o $(LIBRARY)
	$(SAY)$(CXX) $(LDFLAGS_ALL) $^ -lbenchmark -pthread $$(pkg-config --libs-only-L bullet fcl) -lBulletCollision -lLinearMath -lfcl -lm -o $@

## bench-results: measures the tables of README and docs/ into RESULTS
## RESULTS=bench/results/<cpu>.csv: the file that make bench-results writes and bench-report shows
CPU_NAME = $(shell sed -n 's/^model name.*: //p' /proc/cpuinfo 2> /dev/null | head -1 | tr A-Z a-z | sed 's/[^a-z0-9]\{1,\}/-/g')
RESULTS ?= bench/results/$(or $(CPU_NAME),unknown).csv
# Measured are every row within the first cache, calls of few items, lists beyond the first cache, and
# cost curves of three kernels. Each of these kernels has its own process: in a single one, the data of
# all would not fit into memory.
CURVE_KERNELS := aabb_aabb ray_aabb obb_obb
CALL_SIZES := 8|16|32|64
CURVE_SIZES := 512|4096|32768|65536|262144|2097152|4194304|16777216
RESULTS_RUN = $(PYTHON) bench/track/bench.py $(EXECUTABLE) --flags='$(GATE_FLAGS)' --out $(BUILD)/bench.json --medians $(BUILD)/results.csv
.PHONY: bench-results bench-results-run
bench-results:
	$(call need,$(BENCH_PACKAGES))
	@$(MAKE) --no-print-directory bench-results-run

bench-results-run: $(EXECUTABLE)
	@rm -f $(BUILD)/results.csv
	@begun=$$(date +%s); done=0; \
	for kernel in $(CURVE_KERNELS); do \
	    $(call SHOW,bench-results: curves of $$kernel,$$done,$(words $(CURVE_KERNELS) rows)); done=$$((done + 1)); \
	    $(RESULTS_RUN) --merge --filter "^$$kernel/(one_many|pairwise|pairs)/.*/($(CURVE_SIZES))$$" --seconds 0.01 --reps 3 || exit; \
	done; \
	$(call SHOW,bench-results: calls and lists,$$done,$(words $(CURVE_KERNELS) rows)); \
	$(RESULTS_RUN) --merge --filter '/(one_many|one_many_t|pairwise|pairs)/.*/($(CALL_SIZES))$$|/pairs_keep[a-z_]*/.*/65536$$' --seconds 0.01 --reps 12 || exit; \
	$(call SHOW,bench-results: all rows,$$done,$(words $(CURVE_KERNELS) rows)); \
	$(RESULTS_RUN) --merge --ceilings --filter '/1024$$' --seconds 0.01 --reps 12
	@cp $(BUILD)/results.csv $(call quote,$(RESULTS))
	@echo $(call quote,$(RESULTS))

## bench-report: draws the figures in RESULTS and the history in HISTORY as one page, build/bench-report.html
.PHONY: bench-report
bench-report:
	$(call need,python3)
	@$(PYTHON) bench/track/page.py --results=$(call quote,$(RESULTS)) --threshold=$(call quote,$(THRESHOLD)) --out build/bench-report.html \
	    $(if $(filter-out file default undefined,$(origin HISTORY))$(wildcard $(HISTORY)),--history=$(call quote,$(HISTORY)))

## test-track: tests the scripts that judge and show the benchmarks, and the steps of the workflow
.PHONY: test-track
test-track:
	$(call need,$(BENCH_PACKAGES) git libbenchmark-tools python3-scipy python3-yaml valgrind chromium)
	@LBX_SAMPLED=$(SAMPLED) $(PYTHON) -m unittest discover -s tests/track

## bench-selftest: shows that a planted slowdown alarms and that noise does not; takes most of an hour
.PHONY: bench-selftest
bench-selftest:
	$(call need,$(BENCH_PACKAGES) git libbenchmark-tools python3-scipy valgrind)
	@$(PYTHON) bench/track/selftest.py --work build/selftest --out bench/results/selftest.csv \
	    --compiler "$$($(CC) --version | head -1)"

-include $(wildcard $(BUILD)/bench/*.d $(BUILD)/bench/own/*.d $(BUILD)/bench/peers/*.d $(BUILD)/bench/maintenance/*.d $(BUILD)/bench/rays/*.d $(BUILD)/bench/rays/render/*.d $(BUILD)/bench/cull/*.d $(BUILD)/bench/closest/*.d $(BUILD)/bench/instances/*.d $(BUILD)/bench/scenes/*.d $(BUILD)/bench/separation/*.d $(BUILD)/bench/fits/*.d $(BUILD)/bench/sharing/*.d)
