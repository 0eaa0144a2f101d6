# SPDX-License-Identifier: MIT
# The documents: their programs, pictures and times, the reference, the manual page, web pages.

# --- programs ----------------------------------------------------------------------------------------

# The documents whose programs are C or C++.
PROGRAM_PAGES := README.md docs/use/lanebox.3 docs/use/guide.md docs/use/pairs.md docs/use/trees.md docs/use/distance.md docs/use/volumes.md docs/use/contacts.md docs/use/scenes.md docs/use/cpp.md docs/use/threads.md
DOCS_CXX := $(if $(RUN),$(CC:%gcc=%g++),$(CXX))
# $(call run_documents,flags): flags say where the headers and the library are.
run_documents = $(PYTHON) docs/site/programs.py --cc '$(CC) -std=c11' --cxx '$(DOCS_CXX) -std=c++17' --run '$(RUN)' --flags "$1" $(PROGRAM_PAGES)

## test-docs: compiles and runs the programs of README, the guide, the manual page and others; lints the manual page
.PHONY: test-docs test-docs-run
test-docs:
	$(call need,$(COMPILER_PACKAGES) g++ mandoc $(WHEEL_PACKAGES) python3-numpy)
	@$(MAKE) --no-print-directory test-docs-run

test-docs-run: $(BUILD)/liblanebox.a wheel-unpacked
	@$(call run_documents,-Iinclude $<)
	@$(run_python_pages)
	@mandoc -Tlint docs/use/lanebox.3

# --- pictures and times ------------------------------------------------------------------------------

## pictures: draws the pictures of README, docs/use/maintenance.md and docs/use/distance.md
.PHONY: pictures pictures-run
pictures:
	$(call need,$(COMPILER_PACKAGES) libassimp-dev libpng-dev pkg-config)
	@$(MAKE) --no-print-directory pictures-run

pictures-run: $(DEMO)/falling/falling $(DEMO)/render/render $(DEMO)/distance/distance $(BUILD)/maintenance/maintenance
	@mkdir -p $(BUILD)/maintenance/pictures
	@$(RUN) $(DEMO)/falling/falling -w 576 -r 256 -o docs/use examples/meshes/bunny.obj
	@$(RUN) $(DEMO)/render/render -f 24 -i 10000 -o docs/use examples/meshes/bunny.obj
	@$(RUN) $(BUILD)/maintenance/maintenance -n 8 -s 560 -o $(BUILD)/maintenance/pictures
	@cp $(BUILD)/maintenance/pictures/maintenance-003.png docs/use/maintenance.png
	@$(RUN) $(DEMO)/distance/distance -n 160 -o $(BUILD)/maintenance/pictures examples/meshes/bunny.obj
	@cp $(BUILD)/maintenance/pictures/bunny-distance.png docs/use/distance.png

## commands-results: measures how long README's two commands take in a fresh clone, into tests/results/commands.txt
.PHONY: commands-results
commands-results:
	$(call need,python3 git)
	@$(PYTHON) tests/support/record.py commands -- docs/site/commands.sh

# --- the reference and web pages ---------------------------------------------------------------------

SITE := $(BUILD)/site

## reference: builds the reference of the public headers with doxygen, under BUILD/reference; a warning is an error
.PHONY: reference reference-run
reference:
	$(call need,doxygen)
	@$(MAKE) --no-print-directory reference-run

reference-run:
	@{ cat docs/site/Doxyfile; echo 'OUTPUT_DIRECTORY = $(BUILD)'; } | doxygen -

## site: builds web pages of README, docs/ and the reference, under BUILD/site/html; a link that leads nowhere is an error
## site-check: opens the pages of make site in headless Chromium, in a wide and a narrow window, and writes screenshots
.PHONY: site site-run site-check
site:
	$(call need,doxygen mkdocs mkdocs-material python3)
	@$(MAKE) --no-print-directory site-run

site-run:
	@$(PYTHON) docs/site/pages.py $(SITE)

site-check: site
	$(call need,chromium)
	@$(PYTHON) docs/site/pages_check.py $(SITE)
