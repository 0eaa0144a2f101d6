# SPDX-License-Identifier: MIT
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

ROOT = os.path.join("..", "..")


class Lanebox(ConanFile):
    name = "lanebox"
    description = "SIMD batch collision tests"
    license = "MIT"
    package_type = "library"
    languages = "C"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}

    def set_version(self):
        header = load(self, os.path.join(self.recipe_folder, ROOT, "include", "lanebox.h"))
        self.version = ".".join(re.findall(r"#define LBX_VERSION_\w+ (\d+)", header))

    def export_sources(self):
        root = os.path.join(self.recipe_folder, ROOT)
        for pattern in ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "include/*", "kernels/*",
                        "pairs/*", "trees/*", "volumes/*", "contacts/*", "scenes/*", "docs/*", "examples/*", "packaging/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeToolchain(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.libs = ["lanebox"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m"]
