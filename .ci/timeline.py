"""Opens pages in headless Chromium over its debugging pipe and checks what a person would see.

usage: timeline.py CHROMIUM PICTURES PAGE...
"""

import base64, itertools, json, os, pathlib, select, subprocess, sys, tempfile, zlib

WIDTHS = {"phone": (390, 844), "desk": (1280, 900)}
SCHEMES = ["light", "dark"]

# What a page must hold, answered in the page itself: a list of complaints.
LOOK = r"""
(() => {
  const wrong = [];
  const wide = document.documentElement.scrollWidth, room = document.documentElement.clientWidth;
  if (wide > room) wrong.push(`the page is ${wide} wide on a screen of ${room}`);
  const text = document.body.innerText;
  for (const word of ["How it ended", "May the shopper pay again?", "Next step", "Attempts", "Timeline", "Events"])
    if (!text.includes(word)) wrong.push(`“${word}” isn't there`);
  if (document.documentElement.lang != "en" || !document.title) wrong.push("no language or no title");
  if (document.scripts.length) wrong.push("there is a script");
  const heads = [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map(h => +h.localName[1]);
  if (heads.filter(h => h == 1).length != 1) wrong.push("not one h1");
  heads.forEach((h, i) => { if (i && h > heads[i - 1] + 1) wrong.push(`h${h} follows h${heads[i - 1]}`); });
  for (const a of document.querySelectorAll("a"))
    if (!document.getElementById(a.hash.slice(1))) wrong.push(`${a.hash} leads nowhere`);
  for (const box of document.querySelectorAll("[tabindex]"))
    if (!box.ariaLabel && !document.getElementById(box.getAttribute("aria-labelledby"))) wrong.push("a box without name");
  const parse = c => (c.match(/[\d.]+/g) || []).map(Number);
  const light = c => {
    const [r, g, b] = c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = e => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length == 3 || c[3] == 1) return c.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.data.trim()) continue;
    const e = walk.currentNode.parentElement;
    const pair = [light(parse(getComputedStyle(e).color).slice(0, 3)), light(ground(e))].sort((a, b) => b - a);
    const contrast = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (contrast < 4.5) wrong.push(`contrast ${contrast.toFixed(2)} of “${walk.currentNode.data.trim().slice(0, 40)}”`);
  }
  const isDark = light(ground(document.body)) < 0.18;
  if (isDark != matchMedia("(prefers-color-scheme: dark)").matches) wrong.push("light and dark are mixed up");
  return wrong;
})()
"""


class Browser:
    """A browser that is told what to do over two pipes."""

    def __init__(self, program, folder):
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()

        def pipes():
            # The browser reads at 3 and writes at 4.
            read, write = os.dup2(to_browser, 10), os.dup2(from_browser, 11)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--hide-scrollbars", f"--user-data-dir={folder}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.numbers = itertools.count(1)
        self.buffer = b""
        self.events = []

    def close(self):
        self.process.kill()
        self.process.wait()

    def message(self):
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], 60)[0]:
                sys.exit("the browser doesn't answer")
            piece = os.read(self.answers, 1 << 20)
            if not piece:
                sys.exit("the browser has ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        number = next(self.numbers)
        command = {"id": number, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        while True:
            message = self.message()
            if message.get("id") == number:
                if "error" in message:
                    sys.exit(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())


def is_one_colour(png):
    """Whatever a row's filter, a picture of one colour is made of very few byte values."""
    data, place = b"", 8
    while place < len(png):
        size = int.from_bytes(png[place:place + 4], "big")
        if png[place + 4:place + 8] == b"IDAT":
            data += png[place + 8:place + 8 + size]
        place += size + 12
    return len(set(zlib.decompress(data))) < 24


def look(browser, page, scheme, size):
    """Opens a page; returns the complaints and its picture."""
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    tab = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    browser.events.clear()
    for domain in ["Page", "Runtime", "Log", "Network"]:
        browser.call(f"{domain}.enable", tab)
    width, height = size
    browser.call("Emulation.setDeviceMetricsOverride", tab, width=width, height=height, deviceScaleFactor=1,
                 mobile=width < 600)
    browser.call("Emulation.setEmulatedMedia", tab, features=[{"name": "prefers-color-scheme", "value": scheme}])
    address = page.resolve().as_uri()
    browser.call("Page.navigate", tab, url=address)
    browser.wait("Page.loadEventFired")
    answer = browser.call("Runtime.evaluate", tab, expression=LOOK, returnByValue=True)
    if "exceptionDetails" in answer:
        sys.exit(f"{page.name}: {answer['exceptionDetails']['exception']['description']}")
    wrong = answer["result"]["value"]
    picture = base64.b64decode(browser.call("Page.captureScreenshot", tab, captureBeyondViewport=True)["data"])
    if is_one_colour(picture):
        wrong.append("the picture has one colour")
    for event in browser.events:
        name, told = event.get("method"), event.get("params", {})
        if name in ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"]:
            wrong.append(f"the console says: {json.dumps(told)[:300]}")
        if name == "Network.requestWillBeSent" and told["request"]["url"] != address:
            wrong.append(f"it asks for {told['request']['url']}")
    browser.call("Target.closeTarget", targetId=target)
    return wrong, picture


def main(program, pictures, *pages):
    pictures = pathlib.Path(pictures)
    pictures.mkdir(parents=True, exist_ok=True)
    failed = looks = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(program, folder)
        try:
            for page in map(pathlib.Path, pages):
                for scheme, (name, size) in itertools.product(SCHEMES, WIDTHS.items()):
                    wrong, picture = look(browser, page, scheme, size)
                    (pictures / f"{page.stem}-{name}-{scheme}.png").write_bytes(picture)
                    looks += 1
                    for complaint in wrong:
                        failed += 1
                        print(f"{page.stem}, {name}, {scheme}: {complaint}", file=sys.stderr)
        finally:
            browser.close()
    if failed or not looks:
        sys.exit(f"{failed} complaints in {looks} looks at the timeline pages")
    print(f"{len(pages)} timeline pages look right: {looks} looks, each in its width and scheme")


main(*sys.argv[1:])
