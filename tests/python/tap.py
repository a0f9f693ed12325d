"""tap.py FILE: run the tests of a unittest file; TAP on stdout, a line for each method, failures on stderr."""
import importlib.util
import sys
import unittest


class Tap(unittest.TestResult):
    """Prints each result when its test ends; a failed subtest fails the test."""

    def startTest(self, test):
        super().startTest(test)
        self.line, self.bad = "ok", []

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.bad.append(f"{subtest}\n{self._exc_info_to_string(err, test)}")

    def addError(self, test, err):
        super().addError(test, err)
        self.bad = getattr(self, "bad", [])
        self.bad.append(self._exc_info_to_string(err, test))

    addFailure = addError

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line = f"ok # skip {reason}"

    def stopTest(self, test):
        super().stopTest(test)
        name = test._testMethodName[len("test_"):].replace("_", " ")
        word, _, rest = ("not ok" if self.bad else self.line).partition(" #")
        print(f"{word} {self.testsRun} {name}{' #' + rest if rest else ''}", flush=True)
        for text in self.bad:
            print("\n".join("# " + line for line in text.splitlines()), flush=True)


def main(path):
    spec = importlib.util.spec_from_file_location("tests", path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except unittest.SkipTest as reason:
        print(f"1..1\nok 1 # skip {reason}")
        return
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    print(f"1..{suite.countTestCases()}", flush=True)
    result = Tap()
    suite.run(result)
    sys.exit(0 if result.wasSuccessful() else 1)


main(sys.argv[1])
