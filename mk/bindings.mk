# SPDX-License-Identifier: MIT
# The library in other languages.

# --- C++ ---------------------------------------------------------------------------------------------

# -O0: once they are inlined, gcc 12 takes the test's own operator new and delete for functions that do not match.
CPP_FLAGS := -O0 -Wall -Wextra -Wpedantic -Wshadow -Werror -Iinclude

## test-cpp: tests lanebox.hpp and the programs of docs/use/cpp.md and threads.md with g++ and clang++, as C++17 and C++20
.PHONY: test-cpp test-cpp-run
test-cpp:
	$(call need,gcc g++ clang python3)
	@$(MAKE) --no-print-directory test-cpp-run

test-cpp-run: $(BUILD)/liblanebox.a
	@mkdir -p $(BUILD)/cpp
	@for compiler in g++ clang++; do \
	    echo '#include <lanebox.hpp>' | LC_ALL=C $$compiler -std=c++14 -Iinclude -x c++ -fsyntax-only - 2> $(BUILD)/cpp/older; \
	    test "$$(grep -c 'error:' $(BUILD)/cpp/older)" = 1 && grep -q 'error:.*needs C++17' $(BUILD)/cpp/older || \
	        { cat $(BUILD)/cpp/older; echo "$$compiler: C++14 gets something else than one clear error" >&2; exit 1; }; \
	done
	@for compiler in g++ clang++; do for standard in 17 20; do \
	    for test in wrapper hostile scenes; do \
	        $$compiler -std=c++$$standard $(CPP_FLAGS) tests/cpp/$$test.cc $< -lm -o $(BUILD)/cpp/$$test && $(BUILD)/cpp/$$test || exit 1; \
	    done; \
	    $(PYTHON) docs/site/programs.py --cxx "$$compiler -std=c++$$standard" --flags '-Iinclude $<' docs/use/cpp.md docs/use/threads.md || exit 1; \
	done; done

# --- Python ------------------------------------------------------------------------------------------

WHEEL := $(BUILD)/python
WHEEL_PACKAGES := python3 python3-pip python3-setuptools python3-wheel

## wheel: builds the Python package, with the library in it, as a wheel under BUILD/python; needs no network
.PHONY: wheel wheel-run wheel-unpacked test-python test-python-run
wheel:
	$(call need,$(COMPILER_PACKAGES) $(WHEEL_PACKAGES))
	@$(MAKE) --no-print-directory wheel-run

wheel-run: $(BUILD)/liblanebox.so
	@rm -rf $(WHEEL) && mkdir -p $(WHEEL) && cp -r python $(WHEEL)/source
	@cp LICENSE $(WHEEL)/source && echo $(VERSION) > $(WHEEL)/source/VERSION
	@$$($(CC) -print-prog-name=strip) --strip-debug -o $(WHEEL)/source/lanebox/liblanebox.so $(BUILD)/liblanebox.so.$(VERSION)
	@$(PYTHON) python/signatures.py $(HEADERS) > $(WHEEL)/source/lanebox/_signatures.py
	@$(PYTHON) -m pip wheel -q --no-index --no-deps --no-build-isolation -w $(WHEEL) $(WHEEL)/source
	@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,ls $(WHEEL)/*.whl)

## test-python: tests the unpacked wheel against NumPy and the compiler, and runs the programs of README, docs/use/python.md and others
test-python:
	$(call need,$(COMPILER_PACKAGES) $(WHEEL_PACKAGES) python3-numpy)
	@$(MAKE) --no-print-directory test-python-run

wheel-unpacked: wheel-run
	@$(PYTHON) -m pip install -q --no-index --no-deps --no-compile --root-user-action=ignore --target $(WHEEL)/installed $(WHEEL)/*.whl

with_wheel = PYTHONPATH=$(WHEEL)/installed PYTHONDONTWRITEBYTECODE=1 $(PYTHON)
run_python_pages = $(with_wheel) docs/site/programs.py --cc '' --python '$(PYTHON)' README.md docs/use/python.md docs/use/distance.md docs/use/threads.md

test-python-run: wheel-unpacked
	@$(with_wheel) -m unittest discover -s tests/python
	@$(run_python_pages)
