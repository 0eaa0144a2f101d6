# SPDX-License-Identifier: MIT
# make help lists the targets.

VERSION := $(shell sed -n 's/^\#define LBX_VERSION_[A-Z]* //p' include/lanebox.h | paste -sd . -)
SOVERSION := $(firstword $(subst ., ,$(VERSION)))

# `make help` shows the lines that begin with two #: targets, and variables that a user may set.
## CC=gcc: the C compiler; it may be a cross compiler
ifeq ($(origin CC),default)
CC := gcc
endif
## CXX=g++: the C++ compiler, for the benchmarks and examples/bullet_world
CXX ?= g++
## PREFIX=/usr/local: the directory that make install installs to
PREFIX ?= /usr/local
## LIBDIR=: where make install puts libraries; if not given, PREFIX/lib
LIBDIR ?= $(PREFIX)/lib
## MANDIR=: where make install puts manual pages; if not given, PREFIX/share/man
MANDIR ?= $(PREFIX)/share/man
## DESTDIR=: is prepended to PREFIX, for packages
DESTDIR ?=
## OPT=-O3: the optimisation level
OPT ?= -O3
## CPPFLAGS=: flags for the preprocessor
CPPFLAGS ?=
## CFLAGS=: further flags for the compiler, after all others
## LDFLAGS=: further flags for the linker, after all others
## SAN=: builds and tests with these sanitizers, such as address,undefined
SAN ?=
## DEBUG=: 1 enables the library's asserts, as any SAN does
# The asserts check what the library's parts expect of each other. A caller's mistakes are returned as errors,
# never asserted.
DEBUG :=
## WERROR=: 1 makes warnings errors
WERROR ?=
## V=: 1 shows the commands
## BUILD=: the directory to build in; if not given, one under build/ for each CC, SAN, OPT and DEBUG

# Where there is no compiler yet, make installs one before it builds, so that nothing is said of it here. The target
# machine, which flags such as -m32 may change, and the compiler's name, with or without a launcher before it.
TARGET := $(shell $(CC) -dumpmachine 2> /dev/null)
MACHINE := $(or $(shell $(CC) $(CPPFLAGS) $(CFLAGS) -dM -E -x c /dev/null 2> /dev/null | sed -nE 's/^\#define __(x86_64|aarch64|i386)__ 1$$/\1/p'),$(firstword $(subst -, ,$(TARGET))))
SYSTEM := $(if $(findstring mingw,$(TARGET))$(findstring windows,$(TARGET)),windows,$(if $(findstring darwin,$(TARGET)),macos,elf))
CC_NAME := $(notdir $(lastword $(filter-out -%,$(CC))))
BUILD ?= build/$(CC_NAME)$(filter -m%,$(CC))$(if $(SAN),-$(subst $(comma),-,$(SAN)))$(subst $(space),,$(filter-out -O3,$(OPT)))$(if $(DEBUG),-debug)
comma := ,
empty :=
space := $(empty) $(empty)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(if $(WERROR),-Werror)
# No fast-math and no contraction: the numeric contract rests on these two. Nobody reads the exception
# flags, hence -fno-trapping-math: without it, gcc moves nothing out of a loop that might set one, and a
# fixed triangle against boxes takes 97 cycles for 8 instead of 59.
STRICT := -std=c11 -ffp-contract=off -DLBX_CONTRACT_OFF -fno-trapping-math
# -g1 records lines and functions. The variables of lanes, which are inlined everywhere, would take gcc as
# long as all the rest, and three quarters of the library; CFLAGS=-g records them.
# -ffile-prefix-map makes objects the same whatever the directory.
CFLAGS_ALL = $(STRICT) $(OPT) $(WARNINGS) -g1 -ffile-prefix-map=$(subst $(space),\ ,$(CURDIR))=. -Iinclude $(CPPFLAGS) \
    $(CFLAGS_$(MACHINE)) $(CFLAGS_$(SYSTEM)) $(LEFT_OUT_FLAGS) $(SIMDE) $(if $(SAN),-fsanitize=$(SAN) $(SAN_NONE)) $(CFLAGS)
# Floats must be rounded as floats. Debian's x86-64 has the kernel's headers, which errno.h includes, only in its own
# directory.
CFLAGS_i386 := -msse2 -mfpmath=sse $(if $(filter -m32,$(CC)),-idirafter /usr/include/$(TARGET))
CFLAGS_s390x := -fexcess-precision=fast
# An engine refuses a module if it cannot run all of it, so everything is compiled with SIMD or nothing.
CFLAGS_wasm32 := -msimd128
# kernels/api/dispatch.c says why.
CFLAGS_windows := $(if $(findstring clang,$(CC_NAME)),,-Wa,-muse-unaligned-vector-move -DLBX_UNALIGNED_MOVES)
LEFT_OUT_FLAGS = $(foreach isa,$(LEFT_OUT),-DLBX_NO_$(shell echo $(isa) | tr a-z A-Z))
# A stride may be negative: converted to size_t, it wraps pointers around.
SAN_NONE := -fno-sanitize-recover=all -fno-sanitize=pointer-overflow
# WebAssembly programs are linked only with the static library.
PIC := $(if $(filter wasm32,$(MACHINE)),,-fPIC)
ASSERTS := $(if $(DEBUG)$(SAN),,-DNDEBUG)
# CFLAGS are included, because what is compiled with -m32 is linked with it.
LDFLAGS_ALL = $(if $(SAN),-fsanitize=$(SAN)) $(LDFLAGS_$(MACHINE)) $(CFLAGS) $(LDFLAGS)
# By default wasm-ld gives 64 KB of stack, which can run into the data.
LDFLAGS_wasm32 := -Wl,-z,stack-size=8388608,--stack-first

# On x86-64, gcc schedules instructions only after register allocation, when it can no longer interleave
# those of several vectors: one plane against many boxes takes 20.9 cycles for 8, not 17.4. Plain C in the benchmarks
# has the same flags.
SCHEDULED = $(if $(findstring clang,$1),,-fschedule-insns -fsched-pressure) $(call UNCLONED,$1)
# Its clones of functions for constant arguments are copies of whole loops: the library is 58 KB smaller without them,
# and no slower.
UNCLONED = $(if $(findstring clang,$1),,-fno-ipa-cp-clone)

# One line of flags per ISA.
ISA_scalar :=
ISA_sse2 :=
ISA_avx2 := -mavx2 -mfma -mpopcnt
ISA_avx512 := -mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma -mpopcnt
ISA_neon :=
ISA_wasm128 :=

# The instruction sets that a machine's library has, the plainest first, as in kernels/api/entries.h.
LANES_x86_64 := sse2 avx2 avx512
LANES_i386 := sse2
LANES_aarch64 := neon
LANES_wasm32 := wasm128
## ISAS=: the instruction sets to build in, beside plain C, such as 'avx2'; if not given, all of the machine's
ISAS ?= $(LANES_$(MACHINE))
LEFT_OUT := $(filter-out $(ISAS),$(LANES_$(MACHINE)))
SHIPPED := scalar $(filter $(ISAS),$(LANES_$(MACHINE)))

## RUN=: the command that runs programs of a cross compiler, such as "qemu-aarch64 -L /usr/aarch64-linux-gnu"
RUN ?=
# The units that run here: the CPU has their flags. Nothing is known of another machine's CPU, or of the one that RUN
# emulates.
CPU_FLAGS := $(if $(RUN)$(filter-out $(MACHINE),$(shell uname -m)),,$(shell sed -n '/^flags/ { s/.*://p; q }' /proc/cpuinfo 2> /dev/null))
RUNS_HERE := $(foreach isa,$(SHIPPED),$(if $(filter-out $(CPU_FLAGS),$(ISA_$(isa):-m%=%)),,$(isa)))
# The lanes by themselves (tests/lanes) are small, so all of them are always emulated; but not on big-endian
# machines, because their vectors' bytes are in the order of the machines that have them.
VECTOR_ISAS := $(if $(filter s390x,$(MACHINE)),,sse2 avx2 avx512 neon wasm128)
## FOREIGN=: the tables that tests emulate with SIMDe, out of sse2 avx2 avx512 neon wasm128; if not given, those that do not run here
FOREIGN ?= $(filter-out $(RUNS_HERE),$(VECTOR_ISAS))

MAKEFLAGS += --no-builtin-rules
# Use all cores, unless -j says otherwise; but not for several goals at once, which would build the same files.
ifeq ($(MAKELEVEL)$(word 2,$(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN)
endif
# Print a line for each file that is built; V=1 shows the commands.
SAY = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo '  $@';) )
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:

# Objects depend on their flags: a file holds them, and is written if they have changed. Warnings are not among
# them, as they change no object. $(call same,a,b): whether a and b are the same but for white space.
same = $(and $(findstring |$(strip $1)|,|$(strip $2)|),$(findstring |$(strip $2)|,|$(strip $1)|))
define flags_file
$(1): FORCE
	@$$(shell mkdir -p $$(@D))$$(if $$(call same,$$(file <$$@),$$($(2))),:,$$(file >$$@,$$($(2))):)
endef
FLAGS = $(CC) $(STRICT) $(OPT) $(SAN) $(ASSERTS) $(LEFT_OUT) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)
$(eval $(call flags_file,$(BUILD)/flags,FLAGS))
.PHONY: FORCE
FORCE:

# The shared library's names: the one that programs are linked by, the file's own, and the one that programs look for.
SHARED_elf := liblanebox.so liblanebox.so.$(VERSION) liblanebox.so.$(SOVERSION)
SHARED_macos := liblanebox.dylib liblanebox.$(VERSION).dylib liblanebox.$(SOVERSION).dylib
SHARED_windows := liblanebox.dll.a lanebox.dll
EXE := $(if $(filter windows,$(SYSTEM)),.exe)
SHARED := $(firstword $(SHARED_$(SYSTEM)))
SHARED_FILE := $(word 2,$(SHARED_$(SYSTEM)))
SONAME := $(word 3,$(SHARED_$(SYSTEM)))
LINK_elf = -shared -Wl,-soname,$(SONAME) -Wl,--version-script=packaging/lanebox.map -Wl,--no-undefined -Wl,-z,relro,-z,now
LINK_macos = -dynamiclib -install_name @rpath/$(SONAME)
LINK_windows = -shared -static-libgcc -Wl,--out-implib,$(BUILD)/$(SHARED)

## all: the static and the shared library
.PHONY: all
all: $(BUILD)/liblanebox.a $(BUILD)/$(SHARED_FILE) $(BUILD)/$(SHARED)

# SIMDe, which only tests need, consists of headers. Compilers for other systems do not look where this one has it.
ifneq ($(filter windows,$(SYSTEM))$(findstring musl,$(CC_NAME)),)
SIMDE := -I$(BUILD)/headers
$(shell mkdir -p "$(BUILD)/headers" && ln -sfn /usr/include/simde "$(BUILD)/headers/simde")
endif

# --- the library -----------------------------------------------------------------------------------

HEADERS := $(wildcard include/*.h include/*/*.h)
CPP_HEADERS := $(wildcard include/*.hpp include/*/*.hpp)
# The modules beside the kernels.
MODULES := pairs volumes trees contacts scenes
# What is compiled once, and what is compiled once for each instruction set. Kernels are both.
PUBLIC_SOURCES := $(wildcard kernels/*.c kernels/api/*.c kernels/doubles/*.c $(MODULES:%=%/*.c))
LANES_SOURCES := $(wildcard kernels/*.c kernels/batch/*.c kernels/math/*.c $(MODULES:%=%/lanes/*.c))
PUBLIC_OBJECTS := $(PUBLIC_SOURCES:%.c=$(BUILD)/%.o)
# $(call lanes_objects,avx2): the objects of an instruction set.
lanes_objects = $(LANES_SOURCES:%.c=$(BUILD)/%.$(1).o)
LANES_OBJECTS := $(foreach isa,$(SHIPPED),$(call lanes_objects,$(isa)))
LIB_OBJECTS := $(LANES_OBJECTS) $(PUBLIC_OBJECTS)

# What is asked for seldom is compiled small. What spends its time in other objects is compiled without unrolled loops.
SELDOM := trees/tree_stats pairs/order_stats kernels/api/check kernels/api/frustum_of_matrix scenes/scene_check
$(SELDOM:%=$(BUILD)/%.o): SELDOM_OPT := $(OPT:-O3=-Os)
ELSEWHERE := scenes/scene_rays scenes/scene_closest scenes/scene_build scenes/aabbs trees/rays trees/capsules trees/distance trees/collide \
    contacts/contacts pairs/order_check kernels/api/resolve kernels/api/dispatch volumes/volumes
$(ELSEWHERE:%=$(BUILD)/%.o): SELDOM_OPT := $(OPT:-O3=-O2)

define public_rule
$$(BUILD)/$(1)/%.o: $(1)/%.c $$(BUILD)/flags
	@mkdir -p $$(@D)
	$$(SAY)$$(CC) $$(ASSERTS) $$(CFLAGS_ALL) $$(call UNCLONED,$$(CC)) $$(SELDOM_OPT) -I. $$(PIC) -fvisibility=hidden -MMD -MP -c $$< -o $$@
endef
$(foreach folder,kernels $(MODULES),$(eval $(call public_rule,$(folder))))

# $(call unit,avx2,avx2_emulated): how a source becomes an object of an instruction set, and the end of the names that
# this object exports.
unit = -I. -include kernels/lanes/$(1).h -DLBX_UNIT=$(2)
# Beside lanes, plain C runs only where a program asks for it by name. It is built with -Os, because at -O3 it
# is a fifth of the library.
LANES_OPT_scalar := $(if $(filter-out scalar,$(SHIPPED)),$(OPT:-O3=-Os))
# What is compiled for an instruction set calls nothing of the caller's, so that no exception passes through it. Tables
# for that are a thirtieth of the library; debuggers read those that -g makes.
UNWOUND := $(if $(filter elf,$(SYSTEM)),-fno-asynchronous-unwind-tables)
define lanes_rule
$$(BUILD)/%.$(1).o: %.c $$(BUILD)/flags
	@mkdir -p $$(@D)
	$$(SAY)$$(CC) $$(ASSERTS) $$(CFLAGS_ALL) $$(call SCHEDULED,$$(CC)) $$(PIC) $$(UNWOUND) -fvisibility=hidden $$(ISA_$(1)) $$(LANES_OPT_$(1)) \
	    $$(call unit,$(1),$(1)) -MMD -MP -c $$< -o $$@
endef
$(foreach isa,$(SHIPPED),$(eval $(call lanes_rule,$(isa))))

$(BUILD)/liblanebox.a: $(LIB_OBJECTS)
	@rm -f $@
	$(SAY)$(AR) qcs $@ $^

# A DLL exports what its objects name. The static library's objects name nothing, or programs would export it.
SHARED_OBJECTS := $(LANES_OBJECTS) $(if $(filter windows,$(SYSTEM)),$(PUBLIC_SOURCES:%.c=$(BUILD)/dll/%.o),$(PUBLIC_OBJECTS))
$(BUILD)/dll/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(ASSERTS) $(CFLAGS_ALL) -DLBX_DLL_BUILD -I. -MMD -MP -c $< -o $@

$(BUILD)/$(SHARED_FILE): $(SHARED_OBJECTS) packaging/lanebox.map
	$(SAY)$(CC) $(LDFLAGS_ALL) $(LINK_$(SYSTEM)) $(SHARED_OBJECTS) -lm -o $@

$(BUILD)/$(SHARED): $(BUILD)/$(SHARED_FILE)
	$(if $(SONAME),ln -sf $(<F) $(BUILD)/$(SONAME) && ln -sf $(<F) $@,@touch $@)

## install: installs the library, headers, manual page and the files for pkg-config and CMake under DESTDIR and PREFIX
## uninstall: removes what make install has installed
.PHONY: install uninstall
INSTALLED_FILES = $(foreach f,$(HEADERS) $(CPP_HEADERS),"$(DESTDIR)$(PREFIX)/$(f)") $(foreach f,liblanebox.a $(SHARED_$(SYSTEM)) pkgconfig/lanebox.pc cmake/lanebox/lanebox-config.cmake \
    cmake/lanebox/lanebox-config-version.cmake,"$(DESTDIR)$(LIBDIR)/$(f)")
# $(call filled,file): packaging/file.in with the directories and version of this installation, which must not contain |.
filled = sed -e 's|@prefix@|$(PREFIX)|; s|@libdir@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|; s|@version@|$(VERSION)|g' packaging/$(1).in
install: all
	install -d "$(DESTDIR)$(PREFIX)/include/lanebox" "$(DESTDIR)$(LIBDIR)/pkgconfig" "$(DESTDIR)$(LIBDIR)/cmake/lanebox" "$(DESTDIR)$(MANDIR)/man3"
	install -m 644 include/lanebox.h include/lanebox.hpp "$(DESTDIR)$(PREFIX)/include"
	install -m 644 include/lanebox/*.h include/lanebox/*.hpp "$(DESTDIR)$(PREFIX)/include/lanebox"
	install -m 644 $(BUILD)/liblanebox.a "$(DESTDIR)$(LIBDIR)"
ifeq ($(SYSTEM),windows)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(BUILD)/$(SHARED_FILE) "$(DESTDIR)$(PREFIX)/bin"
	install -m 644 $(BUILD)/$(SHARED) "$(DESTDIR)$(LIBDIR)"
else
	install -m 755 $(BUILD)/$(SHARED_FILE) "$(DESTDIR)$(LIBDIR)"
	ln -sf $(SHARED_FILE) "$(DESTDIR)$(LIBDIR)/$(SONAME)"
	ln -sf $(SHARED_FILE) "$(DESTDIR)$(LIBDIR)/$(SHARED)"
endif
	$(call filled,lanebox.pc) > "$(DESTDIR)$(LIBDIR)/pkgconfig/lanebox.pc"
	$(call filled,lanebox-config.cmake) > "$(DESTDIR)$(LIBDIR)/cmake/lanebox/lanebox-config.cmake"
	$(call filled,lanebox-config-version.cmake) > "$(DESTDIR)$(LIBDIR)/cmake/lanebox/lanebox-config-version.cmake"
	install -m 644 docs/use/lanebox.3 "$(DESTDIR)$(MANDIR)/man3"

# The two directories that are lanebox's own are removed too.
uninstall:
	rm -f $(INSTALLED_FILES) "$(DESTDIR)$(MANDIR)/man3/lanebox.3"
	rm -f $(if $(filter windows,$(SYSTEM)),"$(DESTDIR)$(PREFIX)/bin/$(SHARED_FILE)")
	-rmdir "$(DESTDIR)$(PREFIX)/include/lanebox" "$(DESTDIR)$(LIBDIR)/cmake/lanebox"

# --- references and emulated tables, for tests and benches ------------------------------------------

# Built without auto-vectorisation: they are read, not tuned.
REF_FLAGS := -fno-tree-vectorize $(if $(findstring clang,$(CC)),-fno-vectorize -fno-slp-vectorize)
REF_OBJECTS := $(foreach f,$(wildcard scalar_ref/*.c),$(BUILD)/$(f:.c=.o) $(BUILD)/$(f:.c=-double.o))

$(BUILD)/scalar_ref/%.o: scalar_ref/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) $(REF_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/scalar_ref/%-double.o: scalar_ref/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) $(REF_FLAGS) -DLBX_REF_DOUBLE -MMD -MP -c $< -o $@

# Compiles a core once, not once for each of its walks. The answers are the same.
FREE_INLINING := -D'FORCE_INLINE=static __attribute__((unused))'

# Emulated lanes are tested, not timed. At -O3 they take the compiler three times as long as at -O1.
## EMULATED_FLAGS=-O1: flags of the emulated instruction sets
EMULATED_FLAGS ?= -O1
EMULATED_ALL = $(FLAGS) $(EMULATED_FLAGS) $(FREE_INLINING)
$(eval $(call flags_file,$(BUILD)/emulated-flags,EMULATED_ALL))

# -Wno-psabi, because vectors that this ABI cannot pass never leave an object.
define emulated_rule
$$(BUILD)/%.$(1)_emulated.o: %.c $$(BUILD)/emulated-flags
	@mkdir -p $$(@D)
	$$(SAY)$$(CC) $$(ASSERTS) $$(CFLAGS_ALL) $$(EMULATED_FLAGS) $$(FREE_INLINING) -Wno-psabi $$(call unit,$(1),$(1)_emulated) -MMD -MP -c $$< -o $$@
endef
$(foreach isa,$(VECTOR_ISAS),$(eval $(call emulated_rule,$(isa))))

# All sources of an instruction set as one, where objects of their own would not pay.
$(BUILD)/unit.h: $(LANES_SOURCES)
	@mkdir -p $(@D)
	@printf '#include "%s"\n' $(LANES_SOURCES) > $@

# Kernels over lanes that count or print what they compute, or count what searches compare. They are run on a few items.
HOOKED_FLAGS = $(EMULATED_FLAGS) $(FREE_INLINING) $(if $(filter-out memory,$(SAN)),-fno-sanitize=all)
COUNTING_OBJECT := $(BUILD)/tests/hooked/counting.o
$(BUILD)/tests/hooked/%.o: tests/lanes/%.c $(BUILD)/unit.h $(BUILD)/emulated-flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) $(HOOKED_FLAGS) -I. -I$(BUILD) -DLBX_UNIT=$* -MMD -MP -c $< -o $@

# The public functions once more, with other instruction sets in their lists:
# $(eval $(call listed_rule,directory,the instruction sets)); $(call listed,directory): the objects.
LISTED_SOURCES := $(shell grep -l '^ENTRIES\>' $(PUBLIC_SOURCES))
listed = $(LISTED_SOURCES:%.c=$(BUILD)/$(1)/%.o)
define listed_rule
LISTS_$(1) = $$(FLAGS) $(2)
$$(eval $$(call flags_file,$$(BUILD)/$(1)/flags,LISTS_$(1)))
$$(BUILD)/$(1)/%.o: %.c $$(BUILD)/$(1)/flags
	@mkdir -p $$(@D)
	$$(SAY)$$(CC) $$(ASSERTS) $$(CFLAGS_ALL) -I. -D'LBX_ISAS(X,type,name)=$$(foreach isa,$(2),X(type,name,$$(isa)))' -MMD -MP -c $$< -o $$@
-include $$(wildcard $$(BUILD)/$(1)/*/*.d $$(BUILD)/$(1)/*/*/*.d)
endef

# The lists of tests: the machine's instruction sets, then the emulated ones; for the suites, also those that count.
EMULATED_LIST := $(SHIPPED) $(FOREIGN:%=%_emulated)
HOOKED := counting comparing
$(eval $(call listed_rule,emulated,$(EMULATED_LIST)))
$(eval $(call listed_rule,tests/listed,$(EMULATED_LIST) $(HOOKED)))
FOREIGN_OBJECTS := $(foreach isa,$(FOREIGN),$(call lanes_objects,$(isa)_emulated))
EMULATED_OBJECTS := $(FOREIGN_OBJECTS) $(if $(FOREIGN),$(call listed,emulated))

# The scenes of examples/maintenance, for tests and benches too. They need only the library.
MAINTENANCE_SCENES := $(patsubst %,$(BUILD)/maintenance/%.o,aircraft bay parts scenes shapes tool)
$(BUILD)/maintenance/%.o: examples/maintenance/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -MMD -MP -c $< -o $@

$(BUILD)/maintenance/tool.o: examples/tool.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

# --- tests -----------------------------------------------------------------------------------------

# The packages of the compiler that CC names.
PACKAGES_gcc := gcc
PACKAGES_clang := clang $(if $(SAN),libclang-rt-14-dev)
PACKAGES_gcc-m32 := gcc libc6-dev-i386 lib32gcc-12-dev
PACKAGES_musl-gcc := gcc musl-tools
PACKAGES_aarch64-linux-gnu-gcc := gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
PACKAGES_riscv64-linux-gnu-gcc := gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user
PACKAGES_s390x-linux-gnu-gcc := gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user
PACKAGES_x86_64-w64-mingw32-gcc := gcc-mingw-w64-x86-64 wine wine64
COMPILER_PACKAGES := $(PACKAGES_$(CC_NAME)$(filter -m%,$(CC)))

# What packages are for, as sed adds it to their names.
PURPOSES = -e 's/ gcc$$/&, the C compiler/' -e 's/ libc6-dev$$/&, the headers of C/' -e 's/ g++$$/&, the C++ compiler/' \
    -e 's/ libassimp-dev$$/&, to read meshes/' -e 's/ libpng-dev$$/&, to write pictures/' -e 's/ pkg-config$$/&, to find these libraries/' \
    -e 's/ libcriterion-dev$$/&, to run the tests/' -e 's/ libgmp-dev$$/&, for exact answers to test against/' \
    -e 's/ libsimde-dev$$/&, to emulate the instruction sets that are not here/'
# $(call need,packages): on Debian, says which are missing and what for, and installs them, or says how to.
define need
@lacking=$$(for p in libc6-dev $(1); do dpkg-query -Wf '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done; true); \
if [ -n "$$lacking" ] && command -v apt-get > /dev/null; then \
    echo 'make $@ needs packages that are not installed here:'; \
    printf '  %s\n' $$lacking | sed $(PURPOSES); \
    if [ "$$(id -u)" = 0 ]; then \
        echo 'apt-get installs them and what they depend on, which may take a minute ...'; \
        mkdir -p build; \
        { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $$lacking; } > build/apt-get.log 2>&1 || \
            { cat build/apt-get.log >&2; exit 1; }; \
        echo "done: $$(grep -c '^Setting up' build/apt-get.log) packages, listed in build/apt-get.log"; \
    else \
        echo 'run: sudo apt-get install' $$lacking >&2; exit 1; \
    fi; \
fi
endef

## TEST_FLAGS=: flags for make test, such as --filter 'bits/*'; for test-plain also -bits/, to leave tests out
TEST_FLAGS ?=

## SAMPLED=1: each test sees one of the emulated instruction sets, and the longest tests a part of their items; if empty, all
SAMPLED ?= 1

TEST_SOURCES := $(wildcard tests/*.c tests/support/*.c)
# The exact oracle, its tests and its proofs need GMP, which the plain runner does without.
ORACLE_SOURCES := $(wildcard tests/oracle/*.c) $(filter-out $(patsubst %,tests/proof/%.c,prove distance fail climb separation contacts scenes),$(wildcard tests/proof/*.c))
# Every backend by itself: built like its own unit, and emulated.
OPERATIONS_OBJECTS := $(SHIPPED:%=$(BUILD)/tests/lanes/%.o) $(VECTOR_ISAS:%=$(BUILD)/tests/lanes/%_emulated.o)
TEST_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/cases/*.c tests/scenes/*.c)) $(OPERATIONS_OBJECTS) \
    $(MAINTENANCE_SCENES) $(REF_OBJECTS)
LISTED_OBJECTS := $(FOREIGN_OBJECTS) $(HOOKED:%=$(BUILD)/tests/hooked/%.o) $(call listed,tests/listed)
CRITERION_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(TEST_SOURCES) $(ORACLE_SOURCES))
# Memory cannot be protected in WebAssembly.
PLAIN_OBJECTS := $(patsubst tests/%.c,$(BUILD)/tests/plain/%.o,$(if $(filter wasm32,$(MACHINE)),$(filter-out tests/guards.c,$(TEST_SOURCES)),$(TEST_SOURCES)))
# At -O1, compilers call vector functions that are inlined for users, and may leave upper halves behind.
test_lists = $(if $(filter -O2 -O3,$(OPT)),-DLBX_INLINED) $(if $(ASSERTS),,-DLBX_ASSERTS) -DLBX_SHIPPED='$(foreach isa,$(SHIPPED),SHIPPED($(isa)))' -DLBX_FOREIGN='$(foreach isa,$1,FOREIGN($(isa)))' \
    -DLBX_LISTED='$(foreach isa,$(EMULATED_LIST) $(HOOKED),LISTED($(isa)))'
TEST_LISTS = $(call test_lists,$(FOREIGN))
TEST_ALL = $(FLAGS) $(TEST_LISTS)
$(eval $(call flags_file,$(BUILD)/tests/flags,TEST_ALL))

$(BUILD)/tests/%.o: tests/%.c $(BUILD)/tests/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -Itests -Itests/support -Iscalar_ref $(TEST_LISTS) -MMD -MP -c $< -o $@

# Without auto-vectorisation: when gcc 12 vectorises at -O2, it drops the rounding of a double to a float that is
# then used as a double. The scenes must have the same bits with every compiler.
$(BUILD)/tests/scenes/%.o: tests/scenes/%.c $(BUILD)/tests/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) $(REF_FLAGS) -I. -Itests -Itests/support -Iscalar_ref -MMD -MP -c $< -o $@

$(BUILD)/tests/plain/%.o: tests/%.c $(BUILD)/tests/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -I. -Itests -Itests/support -Iscalar_ref -DLBX_PLAIN $(TEST_LISTS) -MMD -MP -c $< -o $@

$(VECTOR_ISAS:%=$(BUILD)/tests/lanes/%_emulated.o): $(BUILD)/tests/lanes/%_emulated.o: tests/lanes/operations.c $(BUILD)/tests/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) -Wno-psabi -I. -Itests -Itests/support -DLANES_HEADER='"kernels/lanes/$*.h"' -DLANES_OPERATIONS=lanes_$*_emulated -MMD -MP -c $< -o $@

$(SHIPPED:%=$(BUILD)/tests/lanes/%.o): $(BUILD)/tests/lanes/%.o: tests/lanes/operations.c $(BUILD)/tests/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS_ALL) $(ISA_$*) -I. -Itests -Itests/support -DLANES_HEADER='"kernels/lanes/$*.h"' -DLANES_OPERATIONS=lanes_$* -MMD -MP -c $< -o $@

$(BUILD)/tests/support/backends.o $(BUILD)/tests/plain/support/backends.o: private TEST_LISTS = $(call test_lists,$(VECTOR_ISAS))

$(BUILD)/lanebox-tests: $(CRITERION_OBJECTS) $(TEST_OBJECTS) $(LISTED_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lcriterion -lgmp -lm -o $@

# clock_gettime is in a library of its own on Windows.
$(BUILD)/lanebox-tests-plain$(EXE): $(PLAIN_OBJECTS) $(TEST_OBJECTS) $(LISTED_OBJECTS) $(BUILD)/liblanebox.a
	$(SAY)$(CC) $(LDFLAGS_ALL) $^ -lm $(if $(EXE),-l:libwinpthread.a) -o $@

## test: builds and runs the tests with Criterion (TEST_FLAGS, SAN, FOREIGN)
.PHONY: test test-run test-plain test-plain-run
test:
	$(call need,$(COMPILER_PACKAGES) libsimde-dev libcriterion-dev libgmp-dev)
	@$(MAKE) --no-print-directory test-run

# Criterion exits with 0 even if it ran nothing or LeakSanitizer found something, so both are checked. Without set -f the
# shell would take pairs/* in TEST_FLAGS for files.
test-run: $(BUILD)/lanebox-tests
	@set -f; { LBX_SAMPLED=$(SAMPLED) $(RUN) $< --color=never --verbose $(TEST_FLAGS) 2>&1; echo $$? > $(BUILD)/tests/status; } | tee $(BUILD)/tests/log | \
	    awk -v terminal=$$(test -t 1 && echo 1) -f tests/support/suites.awk
	@tested=$$(sed -n 's/.*Synthesis: Tested: *\([0-9]*\).*/\1/p' $(BUILD)/tests/log); \
	written=$$(cat $(TEST_SOURCES) $(ORACLE_SOURCES) | grep -c '^Test('); \
	if [ "$$(cat $(BUILD)/tests/status)" != 0 ]; then exit 1; fi; \
	if grep -q LeakSanitizer $(BUILD)/tests/log; then echo 'memory leaks' >&2; exit 1; fi; \
	if [ "$${tested:-0}" = 0 ] || $(if $(TEST_FLAGS),false,[ "$$tested" != "$$written" ]); then \
	    echo "$${tested:-0} of $$written tests ran" >&2; exit 1; \
	fi

## test-plain: the same tests with their own runner, for cross compilers with RUN and for other sanitizers
test-plain:
	$(call need,$(COMPILER_PACKAGES) libsimde-dev)
	@$(MAKE) --no-print-directory test-plain-run

test-plain-run: $(BUILD)/lanebox-tests-plain$(EXE)
	set -f; LBX_SAMPLED=$(SAMPLED) $(RUN) $< $(TEST_FLAGS)

-include $(wildcard $(BUILD)/kernels/*.d $(BUILD)/kernels/*/*.d $(BUILD)/dll/*/*.d $(BUILD)/dll/*/*/*.d $(MODULES:%=$(BUILD)/%/*.d) $(MODULES:%=$(BUILD)/%/*/*.d) $(BUILD)/scalar_ref/*.d $(BUILD)/maintenance/*.d \
    $(BUILD)/tests/*.d $(BUILD)/tests/*/*.d $(BUILD)/tests/plain/*/*.d)

MAKEFILE_PARTS := Makefile mk/examples.mk mk/proof.mk mk/platforms.mk mk/drop_in.mk mk/wasm.mk mk/bindings.mk mk/package.mk mk/mutants.mk mk/bench.mk mk/docs.mk
include $(filter %.mk,$(MAKEFILE_PARTS))

# --- house keeping ----------------------------------------------------------------------------------

# The names that the shared library exports are those that the headers declare.
EXPORTED_elf = nm -D --defined-only $1 | awk '$$2 != "A" { sub(/@.*/, "", $$3); print $$3 }'
EXPORTED_windows = objdump -p $1 | awk '/Ordinal.Name Pointer/ { on = 1; next } on && !NF { exit } on { print $$NF }'
EXPORTED_macos = nm -gU $1 | sed 's/.* _//'
declared = sed -n 's/^LBX_API.*[ *]\(lbx_[a-z0-9_]*\)(.*/\1/p' $(HEADERS)
compare_exported = $(declared) | sort > $(BUILD)/declared; \
    $(call EXPORTED_$(SYSTEM),$(BUILD)/$(SHARED_FILE)) | sort > $(BUILD)/exported; test -s $(BUILD)/declared && diff $(BUILD)/declared $(BUILD)/exported

SOURCES := $(sort $(HEADERS) $(CPP_HEADERS) $(wildcard kernels/*.[ch] kernels/*/*.[ch] $(MODULES:%=%/*.[ch]) $(MODULES:%=%/*/*.[ch]) scalar_ref/*.[ch] tests/*.[ch] \
    tests/*/*.[ch] tests/*/*.cc bench/*.[ch] bench/*.cc bench/*/*.[ch] bench/*/*.cc examples/*.[ch] examples/*/*.[ch] examples/*/*.cc packaging/*/*/*.c docs/site/demo/*.c))
INSTALL_TREE := $(abspath $(BUILD))/installed

## figures: writes the figures of README and docs/ from bench/results and tests/results
.PHONY: figures
figures:
	$(call need,python3)
	@$(PYTHON) docs/site/figures.py

## check: checks exported symbols, one symbol per ISA object, formatting, figures, pages, ranges, what public functions need, every header by itself, the documents' programs against an installed tree
.PHONY: check check-run
check:
	$(call need,$(COMPILER_PACKAGES) g++ clang clang-format pkg-config libsimde-dev python3)
	@$(MAKE) --no-print-directory check-run

check-run: all
	@echo 'exported symbols: those that the headers declare, no others, with the versions that Debian is told'
	@$(compare_exported)
	@nm -D --defined-only $(BUILD)/$(SHARED_FILE) | awk '$$2 != "A" { sub("@@", "@", $$3); print $$3 }' | sort > $(BUILD)/exported
	@sed -n 's/^ \(lbx_[^ ]*\) .*/\1/p' packaging/debian/liblanebox0.symbols | sort | diff - $(BUILD)/exported
	@echo 'objects of an instruction set export what ends in its name, kernels what begins with theirs'
	@for isa in $(SHIPPED); do for object in $(LANES_SOURCES:%.c=%); do \
	    nm -g --defined-only $(BUILD)/$$object.$$isa.o | awk -v isa=_$$isa -v object=$$object.$$isa.o -v kernel="$$(echo $$object | sed -n 's,^kernels/\([^/]*\)$$,\1,p')" \
	        'NF == 3 { n++; if ($$3 !~ "^lbx_" (kernel ? kernel "(_test|_few)?" : ".*") isa "$$") bad = 1 } END { if (bad || kernel && n == 0) { print object " exports something else"; exit 1 } }' || exit 1; \
	done; done
	@echo formatting
	@clang-format --dry-run -Werror $(SOURCES)
	@echo 'scripts that parse'
	@find . -name build -prune -o -name '*.py' -print | $(PYTHON) -c 'import ast, sys; [ast.parse(open(path.strip()).read(), path.strip()) for path in sys.stdin]'
	@for script in .ci/run .ci/nightly $$(find . -name build -prune -o -name '*.sh' -print); do bash -n $$script || exit 1; done
	@echo 'figures: what their result files say'
	@$(PYTHON) docs/site/figures.py --check
	@echo 'pages: for whom each is, lines of at most 160 characters'
	@! LC_ALL=C.UTF-8 grep -nE '.{161}' docs/*/*.md
	@for page in docs/*/*.md; do sed -n 3p $$page | grep -q '^This page is for ' || { echo "$$page does not say for whom it is" >&2; exit 1; }; done
	@echo 'ranges: what the header says, and what is checked'
	@$(PYTHON) tests/support/ranges.py
	@echo 'public functions: nothing lacks'
	@$(PYTHON) tests/support/lacking.py
	@echo 'the headers as C11 and C++11'
	@for header in $(HEADERS:include/%=%); do for language in c c++; do \
	    echo "#include \"$$header\"" | $(CC) -std=$${language}11 -Wall -Wextra -Wpedantic -Werror -Iinclude -x $$language -fsyntax-only - || exit 1; \
	done; done
	@echo 'the examples of headers, each a function or what is in one'
	@for header in $(filter %.h,$(HEADERS)); do \
	    example="$$(sed -n '/@code/,/@endcode/{/@code/d;/@endcode/d;s,^/// \?,,p}' $$header)"; \
	    test -n "$$example" || continue; \
	    form='#include <stdlib.h>\n#include "%s"\nint main(void) {\n%s\n}\n'; \
	    if echo "$$example" | grep -q '^[a-z].*) {$$'; then form='#include "%s"\n%s\n'; fi; \
	    printf "$$form" "$${header#include/}" "$$example" | $(CC) -std=c11 -Iinclude -x c -fsyntax-only - || exit 1; \
	done
	@echo 'the headers as C11 and C++17 for Windows, with and without a DLL'
	@for header in $(HEADERS:include/%=%); do for language in c/c11 c++/c++17; do for dll in _ LBX_DLL LBX_DLL_BUILD; do \
	    echo "#include \"$$header\"" | clang --target=x86_64-pc-windows-msvc -ffreestanding -std=$${language#*/} -D$$dll -Wall -Wextra -Wpedantic \
	        -Werror -Iinclude -x $${language%/*} -fsyntax-only - || exit 1; \
	done; done; done
	@echo 'flags that break the promises are refused'
	@for flag in -ffast-math -ffinite-math-only $(if $(findstring clang,$(CC)),,-freciprocal-math -fno-signed-zeros $(if $(filter x86_64,$(MACHINE)),-mfpmath=387)); do \
	    $(CC) $$flag -Iinclude -fsyntax-only kernels/api/error.c 2>&1 | grep -q 'error.*lanebox' || \
	    { echo "$$flag is not" >&2; exit 1; }; \
	done
	@echo 'every header by itself, except those that need the source which includes them'
	@for header in $(HEADERS) $(filter-out kernels/batch/walks.h scenes/lanes/rays_enter_packet.h,$(wildcard kernels/*/*.h $(MODULES:%=%/*.h) $(MODULES:%=%/*/*.h))); do \
	    $(CC) -std=c11 -Werror -Iinclude -I. -x c -fsyntax-only $$header || exit 1; \
	done
	@echo 'the programs of documents, shared and static, against an installed tree'
	@rm -rf $(INSTALL_TREE)
	@$(MAKE) --no-print-directory install PREFIX=$(INSTALL_TREE) > /dev/null
	@export PKG_CONFIG_PATH=$(INSTALL_TREE)/lib/pkgconfig; \
	$(call run_documents,$$(pkg-config --cflags --libs lanebox) -Wl$(comma)-rpath$(comma)$(INSTALL_TREE)/lib) && \
	$(call run_documents,$$(pkg-config --cflags lanebox) $(INSTALL_TREE)/lib/liblanebox.a)
	@$(MAKE) --no-print-directory uninstall PREFIX=$(INSTALL_TREE) > /dev/null
	@test -z "$$(find $(INSTALL_TREE) ! -type d)" || { echo 'uninstall leaves files' >&2; exit 1; }
	@echo 'check: all is well'

## lacking: lists what a public function still lacks, NAME=lbx_capsule_capsule; without NAME, every one
.PHONY: lacking
lacking:
	$(call need,python3)
	@$(PYTHON) tests/support/lacking.py $(filter lbx_%,$(NAME))

## format: formats every source
.PHONY: format
format:
	$(call need,clang-format)
	clang-format -i $(SOURCES)

## compile_commands.json: writes how each source is compiled, for clangd and the like
.PHONY: compile_commands.json
compile_commands.json:
	$(call need,python3)
	@$(MAKE) --no-print-directory -n -B V=1 all $(BUILD)/lanebox-tests $(BUILD)/lanebox-tests-plain $(BUILD)/lanebox-prove $(BUILD)/lanebox-climb $(BUILD)/lanebox-trace \
	    $(BUILD)/lanebox-threads $(BUILD)/lanebox-fuzz $(BUILD)/lanebox-gate $(BUILD)/lanebox-growth $(BUILD)/lanebox-bench-workers $(WORKERS_ALL:%=$(BUILD)/lanebox-workers-%) $(BUILD)/lanebox-bench-threads $(BUILD)/lanebox-bench-trees $(BUILD)/lanebox-bench-maintenance $(BUILD)/lanebox-bench-instances $(BUILD)/lanebox-bench-separation $(BUILD)/lanebox-bench-capsules $(BUILD)/lanebox-bench-contacts $(BUILD)/lanebox-bench-rays $(BUILD)/lanebox-bench-scenes $(BUILD)/lanebox-bench-cull $(BUILD)/lanebox-bench-closest $(BUILD)/lanebox-bench-fits $(BUILD)/lanebox-prove-distance $(BUILD)/lanebox-prove-separation $(BUILD)/lanebox-prove-contacts $(BUILD)/lanebox-prove-scenes $(EXECUTABLE) $(MUTANT_TESTS) examples maintenance-run bullet-world-run $(PAIRS_MPI) | $(PYTHON) mk/compile_database.py

## clean: removes what was built
.PHONY: clean
clean:
	rm -rf build

## help: lists the targets, and the variables with their defaults
.PHONY: help
help:
	@sed -n 's/^## \([a-z]\)/\1/p' $(MAKEFILE_PARTS) | LC_ALL=C sort
	@echo
	@sed -n 's/^## \([A-Z]\)/\1/p' $(MAKEFILE_PARTS) | LC_ALL=C sort
