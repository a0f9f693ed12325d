#!/usr/bin/env python3
"""What the C interface of OTF has, read from headers or from the inventory, as C programs that check another's.

usage: otf-api.py functions WHERE    names of its functions, one a line
       otf-api.py signatures WHERE   a C source that compiles if otf.h and otfaux.h declare each function with this type
       otf-api.py values INCLUDE     a C source that prints every macro, enumerator, size and offset of these headers
       otf-api.py called OBJECT...   names that these objects refer to

WHERE is a directory of headers, or an inventory, a text with all prototypes. Names of IOFSL stay out.
"""
import re
import subprocess
import sys

HEADERS = """otfaux OTF_File OTF_CopyHandler OTF_CopyHandler_stream OTF_Errno""".split()
INCLUDES = "".join("#include <%s.h>\n" % name for name in HEADERS)
SHORT = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t", "KVList": "OTF_KeyValueList"}
NAME = r"\b(OTF(?:AUX)?_\w+)"
# macros that are no value: what they are is compared by hand
OUT = {"PARSE_ERROR", "OTF_FILENAMES", "OTF_API"}
# structs that no program needs to look into: ours are not laid out in the headers
PRIVATE = {"OTF_" + name for name in "File FileManager HandlerArray MasterControl RBuffer RStream Reader WBuffer WStream Writer".split()}


def run(args, text=""):
    return subprocess.run(args, input=text, capture_output=True, text=True, check=True).stdout


def preprocessed(include):
    """The headers of that directory without those of the system."""
    ours, out = False, []
    for line in run(["gcc", "-E", "-x", "c", "-I" + include, "-"], INCLUDES).splitlines():
        if line.startswith("#"):
            ours = include in line
        elif ours:
            out.append(line)
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", " ", "\n".join(out))
    return re.sub(r"\s+", " ", text.replace("__extension__", " "))


def prototypes(where):
    """Yield (return type, name, parameters) of each function."""
    if where.endswith(".md"):
        with open(where, encoding="utf-8") as file:
            lines = re.findall(r"^- `\[..\]` `(.*)`$", file.read(), re.M)
        text = " ; ".join(re.sub(r"\b(%s)\b" % "|".join(SHORT), lambda m: SHORT[m[1]], line) for line in lines) + " ;"
    else:
        text = re.sub(r"\btypedef\b[^;{]*;", ";", preprocessed(where))
        text = re.sub(r"\{[^{}]*\}", ";", text)
    for statement in text.split(";"):
        got = re.match(r"\s*(?:extern\s+)?([\w\s]*?[\w*\s]*?[\s*])" + NAME + r"\s*\((.*)\)\s*$", statement, re.S)
        if got and "iofsl" not in got[2]:
            yield got[1].strip(), got[2], got[3].strip()


def callbacks(where):
    """Yield (return type, "" or "*", name, parameters) of each type of handlers; the inventory has none."""
    if not where.endswith(".md"):
        yield from re.findall(r"\btypedef (\w+) ?\( ?(\*?) ?(OTF\w+) ?\) ?\(([^;]*)\) ?;", preprocessed(where))


def functions(where):
    for name in sorted(name for _, name, _ in prototypes(where)):
        print(name)


def signatures(where):
    print(INCLUDES)
    for result, name, parameters in prototypes(where):
        print('_Static_assert(__builtin_types_compatible_p(__typeof__(%s), %s(%s)), "%s");' %
              (name, result, parameters or "void", name))
    for result, pointer, name, parameters in callbacks(where):
        print('_Static_assert(__builtin_types_compatible_p(%s, %s%s(%s)), "%s");' %
              (name, result, pointer and "(*)", parameters, name))
    print("int main(void) { return 0; }")


def macros(include):
    """Yield (name, parameters or None) of each macro of the headers."""
    for line in run(["gcc", "-E", "-dD", "-x", "c", "-I" + include, "-"], INCLUDES).splitlines():
        if line.startswith("# "):
            ours = include in line
        got = re.match(r"#define (\w+)(?:\((\w+)\))?(?: (.*))?$", line)
        if got and ours and got[3] and got[1] not in OUT and not got[1].endswith("_H"):
            yield got[1], got[2]


def enumerators(text):
    for body in re.findall(r"\benum\b[^{};]*\{([^{}]*)\}", text):
        for one in body.split(","):
            if one.strip():
                yield one.split("=")[0].strip()


def structs(text):
    """Yield (type, members) of each struct and union that is laid out in the headers, by its tag."""
    for kind, tag, body in re.findall(r"\b(struct|union)\s+(\w+)\s*\{((?:[^{}]|\{[^{}]*\})*)\}", text):
        inner = re.sub(r"\{[^{}]*\}", "", body)
        if tag.replace("struct_", "", 1) not in PRIVATE:
            yield kind + " " + tag, re.findall(r"(\w+)(?:\s*\[[^\]]*\])*\s*;", inner)


def types(text):
    """The names of types with a size."""
    function = set(re.findall(r"\(\s*(OTF\w+)\s*\)\s*\(", text))
    for name in re.findall(r"\btypedef\b[^;{}]*?(?:\{(?:[^{}]|\{[^{}]*\})*\})?\s*(\w+)\s*;", text):
        if name not in function:
            yield name


def values(include):
    text = preprocessed(include)
    laid_out = set(re.findall(r"\bstruct\s+(\w+)\s*\{", text))
    opaque = {alias for tag, alias in re.findall(r"\btypedef\s+struct\s+(\w+)\s+(\w+)\s*;", text) if tag not in laid_out}
    opaque |= PRIVATE | {"OTFAUX_Thumbnail_Context", "OTFAUX_MsgMatching_Context"}
    print(INCLUDES + """#include <stddef.h>
#include <stdio.h>
static void text(const char *name, const char *value) { printf("%s %s\\n", name, value); }
static void number(const char *name, unsigned long long value) { printf("%s %lld\\n", name, (long long)value); }
#define SAY(name, value) _Generic((value), char *: text, const char *: text, default: number)(name, value)
int main(void)
{""")
    for name, parameter in sorted(set(macros(include)), key=str):
        if parameter:
            print("\tfor (unsigned i = 0; i < 1024; i++)\n\t\tSAY(\"%s\", %s(i));" % (name, name))
        else:
            print('\tSAY("%s", %s);' % (name, name))
    for name in sorted(set(enumerators(text))):
        print('\tSAY("%s", %s);' % (name, name))
    for name in sorted(set(types(text)) - opaque):
        print('\tSAY("size of %s", sizeof(%s));' % (name, name))
    for name in sorted(opaque - {"OTF_File_iofsl"}):
        print('\tSAY("size of %s *", sizeof(%s *));' % (name, name))
    for name, members in structs(text):
        print('\tSAY("size of %s", sizeof(%s));' % (name, name))
        for member in members:
            print('\tSAY("%s.%s at", offsetof(%s, %s));' % (name, member, name, member))
            print('\tSAY("%s.%s size", sizeof(((%s *)0)->%s));' % (name, member, name, member))
    print("\treturn 0;\n}")


def called(*objects):
    """A reference is taken for a call: objects of tests refer to nothing that they do not call."""
    names = set(re.findall(r" U " + NAME, run(["nm", "-u", *objects])))
    print("\n".join(sorted(names)))


if __name__ == "__main__":
    {"functions": functions, "signatures": signatures, "values": values, "called": called}[sys.argv[1]](*sys.argv[2:])
