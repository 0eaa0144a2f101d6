# SPDX-License-Identifier: MIT
# lanebox in other projects: consumers that try each way, Debian packages, a release.

## consumers: README's program against lanebox, by each of WAYS
## WAYS=pkg-config find_package add_subdirectory FetchContent dpkg: how consumers take lanebox in
WAYS ?= pkg-config find_package add_subdirectory FetchContent dpkg
.PHONY: consumers
# +: the makes that CMake calls share this one's jobs.
consumers: $(if $(filter pkg-config,$(WAYS)),all) $(if $(filter dpkg,$(WAYS)),deb)
	$(call need,$(COMPILER_PACKAGES) pkg-config cmake ccache)
	+@tests/consumers/run.sh $(call quote,$(abspath $(BUILD))) $(call quote,$(CC)) $(WAYS)

# $(call sources,directory): the files that git knows, changed ones as they are, in directory/lanebox-VERSION.
PACKAGE := lanebox-$(VERSION)
sources = rm -rf $1 && mkdir -p $1/$(PACKAGE) && git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C $1/$(PACKAGE)

## deb: Debian packages, in $(BUILD)/deb, and what lintian says of them
.PHONY: deb deb-run
deb:
	$(call need,debhelper dpkg-dev fakeroot lintian git)
	@$(MAKE) --no-print-directory deb-run

# The package's own flags decide, none that this make was given.
deb-run:
	@$(call sources,$(BUILD)/deb)
	@cd $(BUILD)/deb/$(PACKAGE) && env -u MAKEFLAGS -u MAKEOVERRIDES -u CC dpkg-buildpackage -us -uc > ../build.log 2>&1 || \
	    { tail -30 ../build.log >&2; exit 1; }
	@lintian --allow-root --fail-on error,warning $(BUILD)/deb/*.changes
	@ls $(BUILD)/deb/*.deb

## release: the tarball, the packages and their checksums, in $(BUILD)/release
.PHONY: release
release:
	@test -z "$$(git status --porcelain)" || { echo 'a release is of what is committed' >&2; exit 1; }
	@$(MAKE) --no-print-directory deb
	@rm -rf $(BUILD)/release && mkdir -p $(BUILD)/release
	@for twice in 1 2; do \
	    git archive --format=tar --prefix=$(PACKAGE)/ HEAD | gzip -n9 > $(BUILD)/release/$(PACKAGE).tar.gz && \
	    (cd $(BUILD)/release && sha256sum $(PACKAGE).tar.gz) > $(BUILD)/release/sum.$$twice || exit 1; \
	done
	@cmp $(BUILD)/release/sum.1 $(BUILD)/release/sum.2 && rm $(BUILD)/release/sum.[12]
	@cp $(BUILD)/deb/*.deb $(BUILD)/release
	@cd $(BUILD)/release && sha256sum $(PACKAGE).tar.gz *.deb > SHA256SUMS && cat SHA256SUMS
