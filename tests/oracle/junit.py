#!/usr/bin/env python3
"""junit.py FILE: check that FILE is JUnit XML whose numbers agree with its elements; print "result<TAB>class<TAB>name<TAB>
message" of each case."""
import sys
import xml.etree.ElementTree as tree

root = tree.parse(sys.argv[1]).getroot()
assert root.tag == "testsuites" and not root.attrib and len(root) == 1, root.tag
suite = root[0]
assert suite.tag == "testsuite" and set(suite.attrib) == {"name", "tests", "failures", "errors", "skipped"}, suite.attrib
seen = {"failure": 0, "error": 0, "skipped": 0}
names = set()
for case in suite:
    assert case.tag == "testcase" and set(case.attrib) == {"classname", "name"} and len(case) <= 1, case.attrib
    assert case.attrib["classname"] and case.attrib["name"], case.attrib
    names.add((case.attrib["classname"], case.attrib["name"]))
    result, message = "passed", ""
    for element in case:
        assert element.tag in ("failure", "error", "skipped", "system-out"), element.tag
        assert set(element.attrib) <= {"message"} and (element.tag in ("skipped", "system-out")) == (not element.attrib)
        assert element.tag != "failure" or element.text is None or element.text.startswith(element.attrib["message"])
        if element.tag in seen:
            result, message = element.tag, element.attrib.get("message", "")
            seen[element.tag] += 1
        else:
            message = element.text
    print(result, case.attrib["classname"], case.attrib["name"], message, sep="\t")
assert int(suite.attrib["tests"]) == len(suite), suite.attrib
assert [int(suite.attrib[k]) for k in ("failures", "errors", "skipped")] == list(seen.values()), (suite.attrib, seen)
assert len(names) == len(suite), "two cases with one name"
