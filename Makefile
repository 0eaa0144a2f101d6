# SPDX-License-Identifier: MIT
# make help lists the targets.

VERSION := 0.1.0
SOVERSION := 0

CC ?= cc
ifeq ($(origin CC),default)
CC := gcc
endif
CXX ?= g++
PREFIX ?= /usr/local
DESTDIR ?=
OPT ?= -O3
# SAN=address,undefined builds and tests with these sanitizers.
SAN ?=
WERROR ?=
# MESH=file: the mesh of make demo.
MESH ?= examples/meshes/bunny.obj

MACHINE := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
BUILD ?= build/$(notdir $(CC))$(if $(SAN),-$(subst $(comma),-,$(SAN)))$(if $(filter-out -O3,$(OPT)),$(OPT))
comma := ,

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(if $(WERROR),-Werror)
# No fast-math, no contraction: the numeric contract stands on these two.
STRICT := -std=c11 -ffp-contract=off
CFLAGS_ALL = $(STRICT) $(OPT) $(WARNINGS) -g -Iinclude $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all) $(CFLAGS)
LDFLAGS_ALL = $(if $(SAN),-fsanitize=$(SAN)) $(LDFLAGS)

# One line of flags per ISA.
ISA_scalar :=
ISA_sse2 :=
ISA_avx2 := -mavx2 -mfma -mpopcnt
ISA_avx512 := -mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma -mpopcnt
ISA_neon :=

# What a machine's library ships, and what its tests run through SIMDe besides.
SHIPPED_x86_64 := scalar sse2 avx2 avx512
SHIPPED_aarch64 := scalar neon
SHIPPED := $(or $(SHIPPED_$(MACHINE)),scalar)
FOREIGN := sse2 avx2 avx512 neon

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:

## all: the static and the shared library
.PHONY: all
all: $(BUILD)/liblanebox.a $(BUILD)/liblanebox.so

# --- the library -----------------------------------------------------------------------------------

LIB_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard kernels/*.c)) $(SHIPPED:%=$(BUILD)/kernels/isa/%.o)

$(BUILD)/kernels/%.o: kernels/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -fPIC -fvisibility=hidden $(ISA_$(basename $(@F))) -MMD -MP -c $< -o $@

$(BUILD)/liblanebox.a: $(LIB_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/liblanebox.so.$(VERSION): $(LIB_OBJECTS)
	$(CC) $(LDFLAGS_ALL) -shared -Wl,-soname,liblanebox.so.$(SOVERSION) -Wl,--no-undefined $^ -lm -o $@

$(BUILD)/liblanebox.so: $(BUILD)/liblanebox.so.$(VERSION)
	ln -sf $(<F) $(BUILD)/liblanebox.so.$(SOVERSION)
	ln -sf $(<F) $@

## install, uninstall: library, header and pkg-config file under DESTDIR and PREFIX
.PHONY: install uninstall
install: all
	install -d $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install -m 644 include/lanebox.h $(DESTDIR)$(PREFIX)/include
	install -m 644 $(BUILD)/liblanebox.a $(DESTDIR)$(PREFIX)/lib
	install -m 755 $(BUILD)/liblanebox.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib
	ln -sf liblanebox.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib/liblanebox.so.$(SOVERSION)
	ln -sf liblanebox.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib/liblanebox.so
	printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' 'libdir=$${prefix}/lib' '' \
	    'Name: lanebox' 'Description: SIMD batch collision tests' 'Version: $(VERSION)' \
	    'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -llanebox' 'Libs.private: -lm' \
	    > $(DESTDIR)$(PREFIX)/lib/pkgconfig/lanebox.pc

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/include/lanebox.h $(DESTDIR)$(PREFIX)/lib/liblanebox.a \
	    $(DESTDIR)$(PREFIX)/lib/liblanebox.so $(DESTDIR)$(PREFIX)/lib/liblanebox.so.$(SOVERSION) \
	    $(DESTDIR)$(PREFIX)/lib/liblanebox.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib/pkgconfig/lanebox.pc

# --- references and emulated tables, for tests and benches ------------------------------------------

# Built without auto-vectorisation: they are read, not tuned.
REF_FLAGS := -fno-tree-vectorize $(if $(findstring clang,$(CC)),-fno-vectorize -fno-slp-vectorize)
REF_OBJECTS := $(foreach f,$(wildcard scalar_ref/*.c),$(BUILD)/$(f:.c=.o) $(BUILD)/$(f:.c=-double.o))

$(BUILD)/scalar_ref/%.o: scalar_ref/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(REF_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/scalar_ref/%-double.o: scalar_ref/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(REF_FLAGS) -DLBX_REF_DOUBLE -MMD -MP -c $< -o $@

EMULATED_OBJECTS := $(FOREIGN:%=$(BUILD)/emulated/%.o)

$(BUILD)/emulated/%.o: kernels/isa/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -DUNIT_TABLE=lbx_table_$*_emulated -MMD -MP -c $< -o $@
