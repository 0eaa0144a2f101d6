# SPDX-License-Identifier: MIT
# lanebox in other projects: consumers that try each way, Debian packages, a release.

## consumers: builds and runs README's program against lanebox, in each of WAYS
## WAYS=pkg-config find_package add_subdirectory FetchContent dpkg drop-in Python: how consumers take lanebox in
WAYS ?= pkg-config find_package add_subdirectory FetchContent dpkg drop-in Python
# The target that each way needs.
WAY_pkg-config := all
WAY_dpkg := deb-run
WAY_FetchContent := tarball-run
WAY_drop-in := drop-in-run
WAY_Python := wheel-run
DEB_PACKAGES := debhelper dpkg-dev fakeroot lintian git
.PHONY: consumers consumers-run
consumers:
	$(call need,$(COMPILER_PACKAGES) pkg-config cmake ccache git $(if $(filter dpkg,$(WAYS)),$(DEB_PACKAGES)) \
	    $(if $(filter drop-in FetchContent,$(WAYS)),$(DROP_IN_PACKAGES)) $(if $(filter Python,$(WAYS)),$(WHEEL_PACKAGES) python3-numpy))
	+@$(MAKE) --no-print-directory consumers-run

# +, so that the makes that CMake calls share this one's jobs.
consumers-run: $(foreach way,$(WAYS),$(WAY_$(way)))
	+@PYTHON=$(PYTHON) tests/consumers/run.sh $(call quote,$(abspath $(BUILD))) $(call quote,$(CC)) $(WAYS)

# $(call sources,directory): the files that git tracks or would add, as they are on disk, in directory/lanebox-VERSION.
PACKAGE := lanebox-$(VERSION)
sources = rm -rf $1 && mkdir -p $1/$(PACKAGE) && git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C $1/$(PACKAGE)

## deb: builds Debian packages in BUILD/deb, and checks them with lintian
.PHONY: deb deb-run
deb:
	$(call need,$(DEB_PACKAGES))
	@$(MAKE) --no-print-directory deb-run

# Only the package's own flags apply, none that were given to this make.
deb-run:
	@$(call sources,$(BUILD)/deb)
	@mv $(BUILD)/deb/$(PACKAGE)/packaging/debian $(BUILD)/deb/$(PACKAGE)
	@cd $(BUILD)/deb/$(PACKAGE) && env -u MAKEFLAGS -u MAKEOVERRIDES -u CC dpkg-buildpackage -us -uc > ../build.log 2>&1 || \
	    { tail -30 ../build.log >&2; exit 1; }
	@lintian --allow-root --fail-on error,warning $(BUILD)/deb/*.changes
	@ls $(BUILD)/deb/*.deb

## size: prints bytes without debug lines, and fails above these limits: the shared library 3 MB, the smallest program and README's 200 KB each
SIZE_MOST := 3000000
PROGRAM_MOST := 200000
# A program that calls one test, and README's, linked with the static library as anyone would.
SMALLEST := int main(void) { return (int)lbx_aabb_aabb(0, 0, 0, 0, 0); }
.PHONY: size
size: $(BUILD)/$(SHARED_FILE) $(BUILD)/liblanebox.a
	@mkdir -p $(BUILD)/size && cp $< $(BUILD)/size/library
	@printf '%s\n' '#include <lanebox.h>' '$(SMALLEST)' > $(BUILD)/size/smallest.c
	@sed -n '/^```c$$/,/^```$$/ { /^```/! p }' README.md > $(BUILD)/size/readme.c
	@for program in smallest readme; do \
	    $(CC) -O2 -Iinclude $(BUILD)/size/$$program.c $(BUILD)/liblanebox.a -lm -o $(BUILD)/size/$$program || exit 1; \
	done
	@size() { \
	    $$($(CC) -print-prog-name=strip) $$2 $(BUILD)/size/$$1 && bytes=$$(stat -c %s $(BUILD)/size/$$1) && \
	        echo "$$3: $$bytes bytes, at most $$4" && test $$bytes -le $$4 || failed=1; \
	}; \
	size library --strip-debug '$<' $(SIZE_MOST); \
	size smallest --strip-all 'a program that calls lbx_aabb_aabb' $(PROGRAM_MOST); \
	size readme --strip-all "README's program" $(PROGRAM_MOST); \
	test -z "$$failed"

# The tarball of a release, of the working tree: the sources, and in drop-in/ the two files. The time of all is that of
# the last commit, so that the same sources make the same bytes.
TARBALL := $(BUILD)/tarball/$(PACKAGE).tar.gz
.PHONY: tarball-run
tarball-run: drop-in-run
	@$(call sources,$(BUILD)/tarball)
	@mkdir $(BUILD)/tarball/$(PACKAGE)/drop-in && cp $(DROP_IN)/lanebox.[ch] $(BUILD)/tarball/$(PACKAGE)/drop-in
	@tar -c --sort=name --mtime=@$$(git log -1 --format=%ct) --owner=0 --group=0 --numeric-owner --mode=go=rX -C $(BUILD)/tarball $(PACKAGE) | \
	    gzip -n9 > $(TARBALL)

## release: makes the tarball, the two files, the packages and their checksums, in BUILD/release
.PHONY: release release-run
release:
	@test -z "$$(git status --porcelain)" || { echo 'a release is of what is committed' >&2; exit 1; }
	$(call need,$(DEB_PACKAGES) $(DROP_IN_PACKAGES))
	@$(MAKE) --no-print-directory release-run

release-run: deb-run tarball-run
	@rm -rf $(BUILD)/release && mkdir -p $(BUILD)/release
	@cp $(TARBALL) $(DROP_IN)/lanebox.[ch] $(BUILD)/deb/*.deb $(BUILD)/release
	@cd $(BUILD)/release && sha256sum * > SHA256SUMS && cat SHA256SUMS
