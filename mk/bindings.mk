# SPDX-License-Identifier: MIT
# The library in other languages.

# --- C++ ---------------------------------------------------------------------------------------------

# -O0: gcc 12 takes the test's own operator new and delete for strangers to each other once they are inlined.
CPP_FLAGS := -O0 -Wall -Wextra -Wpedantic -Wshadow -Werror -Iinclude

## test-cpp: lanebox.hpp and the program of docs/cpp.md by g++ and clang++, as C++17 and C++20
.PHONY: test-cpp test-cpp-run
test-cpp:
	$(call need,gcc g++ clang)
	@$(MAKE) --no-print-directory test-cpp-run

test-cpp-run: $(BUILD)/liblanebox.a
	@mkdir -p $(BUILD)/cpp
	@for name in $$(sed -n 's/^LBX_API.*[ *]\(lbx_[a-z0-9_]*\)(.*/\1/p' $(HEADERS)); do \
	    grep -q "\b$$name(" include/lanebox.hpp || { echo "lanebox.hpp does not call $$name" >&2; exit 1; }; \
	done
	@awk '/^```cpp$$/ { on = 1; next } /^```/ { on = 0 } on' docs/cpp.md > $(BUILD)/cpp/page.cc
	@awk '/^```text$$/ { on = 1; next } /^```/ { on = 0 } on' docs/cpp.md > $(BUILD)/cpp/page.expected
	@test -s $(BUILD)/cpp/page.expected
	@for compiler in g++ clang++; do for standard in 17 20; do \
	    $$compiler -std=c++$$standard $(CPP_FLAGS) tests/cpp/wrapper.cc $< -lm -o $(BUILD)/cpp/wrapper && $(BUILD)/cpp/wrapper && \
	    $$compiler -std=c++$$standard $(CPP_FLAGS) $(BUILD)/cpp/page.cc $< -lm -o $(BUILD)/cpp/page && \
	    $(BUILD)/cpp/page | diff $(BUILD)/cpp/page.expected - || exit 1; \
	done; done
