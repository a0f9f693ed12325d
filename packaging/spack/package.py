# A recipe for Spack: copy it to var/spack/repos/builtin/packages/otfpipe/package.py, or to a repository of your own.
from spack.package import *


class Otfpipe(MakefilePackage):
    """Commands for traces of parallel programs in the formats OTF, OTF2, TAU and VTF3: check, cut, profile, find
    waits, draw, convert; with a C library and a Python module."""

    license("BSD-3-Clause")

    # Spack takes otfpipe-0.2.0.tar.gz, which "make dist" writes, from the current directory. Add sha256="..." from the file
    # otfpipe-0.2.0.tar.gz.sha256, or install with --no-checksum.
    manual_download = True
    url = "file:///otfpipe-0.2.0.tar.gz"
    version("0.2.0")

    variant("zstd", default=True, description="Read and write files that zstd compressed")
    variant("isal", default=False, description="Read compressed traces faster")
    variant("cairo", default=False, description="PNG and PDF in otf-draw")
    variant("sqlite", default=True, description="Build otf-to-sqlite")
    variant("view", default=False, description="The server of otf-view")

    depends_on("c", type="build")
    depends_on("gmake", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("zlib-api")
    depends_on("zstd", when="+zstd")
    depends_on("isa-l", when="+isal")
    depends_on("cairo+pdf+png", when="+cairo")
    depends_on("sqlite", when="+sqlite")
    depends_on("libmicrohttpd", when="+view")
    depends_on("python@3.9:", type=("build", "run"))

    def make_arguments(self):
        arguments = ["DEPS=:", "CC=cc", "PREFIX=" + self.prefix, "pythondir=" + python_platlib]
        # a library of the system must not come in where the variant is off
        for variant, library in (
            ("zstd", "ZSTD"),
            ("isal", "ISAL"),
            ("cairo", "CAIRO"),
            ("sqlite", "SQLITE"),
            ("view", "MICROHTTPD"),
        ):
            if not self.spec.satisfies("+" + variant):
                arguments.append("HAVE_" + library + "=")
        return arguments

    def build(self, spec, prefix):
        make("all", *self.make_arguments())

    def install(self, spec, prefix):
        make("install", *self.make_arguments())

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        Executable(self.prefix.bin.join("otf-cat"))("--version")
