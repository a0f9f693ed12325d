#!/usr/bin/env python3
"""Open a page in headless Chromium and run expressions in it, by the DevTools protocol over a pipe.

    browser.py [--size WxH] [--dark] [--print] [--no-script] [--hash HASH] [--shot FILE] [--of SELECTOR] FILE <expressions

Standard input has JavaScript expressions, one a line; the value of each is printed as one line of JSON. After the last
one --shot takes a picture of the whole page (--size WxH: of a window). Exit status 1 if an expression throws or the
page writes an error to the console, such as one of its Content-Security-Policy.
"""
import argparse
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


class Browser:
    def __init__(self, folder):
        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        if not program:
            sys.exit("browser.py: no Chromium here")
        theirs, self.to = os.pipe()
        self.answers, ours = os.pipe()
        # Chromium reads at 3 and writes at 4
        command = ["sh", "-c", f'exec "$@" 3<&{theirs} 4>&{ours}', "sh", program, "--headless", "--no-sandbox",
                   "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
                   "--disable-background-networking", "--remote-debugging-pipe", f"--user-data-dir={folder}"]
        with open(os.path.join(folder, "log"), "wb") as log:
            self.process = subprocess.Popen(command, pass_fds=(theirs, ours), stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=log)
        os.close(theirs)
        os.close(ours)
        self.text, self.number, self.session, self.errors, self.seen = b"", 0, None, [], set()

    def message(self):
        while b"\0" not in self.text:
            more = os.read(self.answers, 1 << 20)
            if not more:
                sys.exit("browser.py: Chromium ended")
            self.text += more
        one, self.text = self.text.split(b"\0", 1)
        return json.loads(one)

    def note(self, message):
        method, params = message.get("method", ""), message.get("params", {})
        self.seen.add(method)
        if method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(params["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
            self.errors.append(json.dumps(params["args"]))

    def ask(self, method, **params):
        self.number += 1
        what = {"id": self.number, "method": method, "params": params}
        if self.session:
            what["sessionId"] = self.session
        os.write(self.to, json.dumps(what).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    sys.exit(f"browser.py: {method}: {message['error']}")
                return message["result"]
            self.note(message)

    def wait(self, method):
        while method not in self.seen:
            self.note(self.message())

    def close(self):
        self.session = None
        self.ask("Browser.close")
        self.process.wait()


def evaluated(browser, expression):
    answer = browser.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
    if "exceptionDetails" in answer:
        sys.exit(f"browser.py: {expression}: {answer['exceptionDetails']}")
    return answer["result"].get("value")


def address(name):
    return name if name.startswith("http://") else pathlib.Path(name).resolve().as_uri()


def open_page(browser, args):
    target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
    browser.session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ("Page", "Runtime", "Log"):
        browser.ask(domain + ".enable")
    width, height = map(int, args.size.split("x"))
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    browser.ask("Emulation.setScriptExecutionDisabled", value=args.no_script)
    browser.ask("Emulation.setEmulatedMedia", media="print" if args.print else "",
                features=[{"name": "prefers-color-scheme", "value": "dark" if args.dark else "light"}])
    browser.seen.clear()
    browser.ask("Page.navigate", url=address(args.file) + args.hash)
    browser.wait("Page.loadEventFired")
    if not args.no_script:
        # what observers do, such as the first drawing, comes with the first frame; the second follows it
        evaluated(browser, "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def shoot(browser, name, of):
    size = browser.ask("Page.getLayoutMetrics")["cssContentSize"]
    if of:
        box = f"document.querySelector({json.dumps(of)}).getBoundingClientRect()"
        size = browser.ask("Runtime.evaluate", returnByValue=True, expression=f"""(() => {{ const r = {box};
            return {{x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height}} }})()""")["result"]["value"]
    shot = browser.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                       clip={"x": 0, "y": 0, **size, "scale": 1})
    pathlib.Path(name).write_bytes(base64.b64decode(shot["data"]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", default="1200x900")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--print", action="store_true")
    parser.add_argument("--no-script", action="store_true")
    parser.add_argument("--shot")
    parser.add_argument("--hash", default="", help="fragment of the address, with its #")
    parser.add_argument("--of", help="selector of the element that --shot takes")
    parser.add_argument("file", help="the page: a file, or an address that begins with http://")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            open_page(browser, args)
            for line in sys.stdin:
                if line.strip():
                    print(json.dumps(evaluated(browser, line)))
            if args.shot:
                shoot(browser, args.shot, args.of)
            browser.close()
        finally:
            browser.process.kill()
    for error in browser.errors:
        print("console:", error)
    sys.exit(1 if browser.errors else 0)


if __name__ == "__main__":
    main()
