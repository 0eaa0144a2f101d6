# SPDX-License-Identifier: MIT
# Built by `make wheel`, which puts the library and VERSION beside this file's package.
from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel


class WithLibrary(Distribution):
    """Holds a library for this machine, as distributions with extensions do."""

    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    """For any version of Python, since the library depends on none."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


with open("VERSION", encoding="utf-8") as file:
    version = file.read().strip()

setup(
    name="lanebox",
    version=version,
    description="SIMD batch collision tests over NumPy arrays, in place",
    license="MIT",
    license_files=["LICENSE"],
    packages=["lanebox"],
    package_data={"lanebox": ["liblanebox.so"]},
    python_requires=">=3.8",
    install_requires=["numpy"],
    cmdclass={"bdist_wheel": Wheel},
    distclass=WithLibrary,
    zip_safe=False,
)
