"""The parts of ICU for the conformance run, from the libraries in the package icu4py."""

import ctypes
import importlib.util
import pathlib


class ICU:
    """ICU 78, which implements Unicode 17."""

    def __init__(self):
        found = importlib.util.find_spec("icu4py").submodule_search_locations[0]
        folder = pathlib.Path(found).with_name("icu4py.libs")

        def library(name):
            return ctypes.CDLL(str(next(folder.glob(f"lib{name}-*.so.78*"))), ctypes.RTLD_GLOBAL)

        library("icudata")
        self.common = library("icuuc")
        self.international = library("icui18n")
        version = (ctypes.c_uint8 * 4)()
        self.common.u_getUnicodeVersion_78(version)
        self.unicode_version = ".".join(map(str, version[:3]))
        self.international.uspoof_open_78.restype = ctypes.c_void_p
        code = ctypes.c_int(0)
        self.checker = ctypes.c_void_p(self.international.uspoof_open_78(ctypes.byref(code)))
        assert code.value <= 0

    def lower(self, text):
        """Returns the full, language-independent toLowercase, including final sigmas."""
        return self.transformed(
            text,
            lambda target, size, source, length, code: self.common.u_strToLower_78(
                target, size, source, length, b"", code
            ),
        )

    def skeleton(self, text):
        """Returns the skeleton of UTS #39."""
        return self.transformed(
            text,
            lambda target, size, source, length, code: self.international.uspoof_getSkeleton_78(
                self.checker, 0, source, length, target, size, code
            ),
        )

    @staticmethod
    def transformed(text, function):
        source = text.encode("utf-16-le")
        size = 64 * len(text) + 64
        target = ctypes.create_string_buffer(2 * size)
        code = ctypes.c_int(0)
        length = function(target, size, source, len(source) // 2, ctypes.byref(code))
        assert code.value <= 0, code.value
        return target.raw[:2 * length].decode("utf-16-le")
