// The timeline on a canvas, to pan and zoom. The data has levels of detail; see timeline.c for the text of a lane.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const DIGIT = new Map(Array.from(DIGITS, (c, i) => [c, i]));

// The bars of a lane: begin, end and key of each, one after the other.
function decodeLane(text) {
  const bars = [];
  let at = 0, end = 0;
  function number() {
    let value = 0, scale = 1, digit;
    do {
      digit = DIGIT.get(text[at++]);
      value += (digit & 31) * scale;
      scale *= 32;
    } while (digit > 31);
    return value;
  }
  while (at < text.length) {
    const begin = end + number();
    end = begin + number() + 1;
    bars.push(begin, end, number());
  }
  return Int32Array.from(bars);
}

// The first bar that ends after a column.
function findBar(bars, column) {
  let low = 0, high = bars.length / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bars[3 * middle + 1] > column) high = middle;
    else low = middle + 1;
  }
  return 3 * low;
}

function quote(word) {
  return /^[\w.,:+\/@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const GROUP = 2, FUNCTION = 3, OPAQUE = 4; // the colors in a key, and how opaque they are

// What all names begin with, up to the last word that they share; "" if that is short.
function commonStart(names) {
  let n = names.length > 1 ? names[0].length : 0;
  for (const name of names) {
    while (!name.startsWith(names[0].slice(0, n))) n--;
    n = Math.min(n, name.length - 1);
  }
  while (n && /[\p{L}\p{N}]/u.test(names[0][n - 1])) n--;
  return n < 4 ? "" : names[0].slice(0, n);
}

class Timeline {
  constructor(figure, data) {
    this.figure = figure;
    this.data = data;
    this.span = Number(BigInt(data.to) - BigInt(data.from));
    this.offset = Number(BigInt(data.from) - BigInt(data.first));
    this.resolution = Number(data.resolution);
    this.levels = data.levels.map(level => ({ ...level, decoded: [] }));
    this.from = 0; // what is visible, as shares of the span
    this.to = 1;
    this.left = 0;
    this.top = 6;
    this.by = data.by_function || data.keys.length && new Set(data.keys.map(key => key[GROUP])).size < 2 ? FUNCTION : GROUP;
    this.common = commonStart(data.rows);
    this.start = ""; // what the labels leave out
    this.addTools();
    this.addCanvas();
    figure.classList.add("zoomed");
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  // ---- elements ----

  addTools() {
    const tools = document.createElement("div");
    const actions = [["+", "zoom in", () => this.zoom(0.5)], ["\u2212", "zoom out", () => this.zoom(2)],
                     ["\u2190", "earlier", () => this.pan(-0.25)], ["\u2192", "later", () => this.pan(0.25)],
                     ["all", "show all", () => this.show(0, 1)]];
    tools.className = "tools";
    for (const [text, label, action] of actions) {
      const button = document.createElement("button");
      button.textContent = text;
      button.title = label;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", action);
      tools.append(button);
    }
    const by = document.createElement("button");
    const nameBy = () => { by.textContent = `color by ${this.by === GROUP ? "group" : "function"}`; };
    nameBy();
    by.addEventListener("click", () => {
      this.by = GROUP + FUNCTION - this.by;
      nameBy();
      this.draw();
    });
    tools.append(by);
    this.where = document.createElement("output");
    this.command = document.createElement("code");
    this.copy = document.createElement("button");
    this.copy.textContent = "copy";
    this.copy.addEventListener("click", () => this.copyCommand());
    tools.append(this.where, this.command, this.copy);
    this.under = document.createElement("p");
    this.under.className = "note hint";
    this.figure.prepend(tools);
  }

  addCanvas() {
    const canvas = this.canvas = document.createElement("canvas");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "timeline; + and - zoom, the arrow keys move, 0 shows all");
    canvas.addEventListener("wheel", event => this.onWheel(event), { passive: false });
    canvas.addEventListener("dblclick", event => this.zoom(0.5, this.placeOf(event)));
    canvas.addEventListener("keydown", event => this.onKey(event));
    canvas.addEventListener("pointerdown", event => this.onDown(event));
    canvas.addEventListener("pointermove", event => this.onMove(event));
    canvas.addEventListener("pointerup", () => { this.grabbed = null; });
    this.figure.querySelector(".tools").after(canvas, this.under);
  }

  // ---- what is visible ----

  // The shortest span that can be shown.
  least() {
    return 4 / this.finest().columns;
  }

  show(from, to) {
    const width = Math.min(1, Math.max(to - from, this.least()));
    this.from = Math.min(Math.max(0, from), 1 - width);
    this.to = this.from + width;
    this.draw();
    this.changed?.();
  }

  // Ticks as text.
  showTicks(from, to) {
    const share = tick => Number(BigInt(tick) - BigInt(this.data.from)) / (this.span || 1);
    this.show(share(from), share(to));
  }

  // What is visible, as showTicks takes it: null = all.
  range() {
    return this.from > 0 || this.to < 1 ? `${this.tick(this.from)}:${this.tick(this.to)}` : null;
  }

  zoom(factor, around = (this.from + this.to) / 2) {
    this.show(around - (around - this.from) * factor, around + (this.to - around) * factor);
  }

  pan(share) {
    const by = (this.to - this.from) * share;
    this.show(this.from + by, this.to + by);
  }

  finest() {
    return this.levels[this.levels.length - 1];
  }

  // The coarsest level with a column for each two pixels.
  level() {
    const wanted = this.plot() / 2 / (this.to - this.from);
    return this.levels.find(level => level.columns >= wanted) ?? this.finest();
  }

  // Where a column of a level is, as a share of the span; a level may be of a part of it.
  shareOf(level, column) {
    return (level.from ?? 0) + column / level.columns * (level.width ?? 1);
  }

  columnOf(level, share) {
    return (share - (level.from ?? 0)) / (level.width ?? 1) * level.columns;
  }

  // The key of a bar: name, group, and the color of each.
  keyOf(level, i) {
    return (level.keys ?? this.data.keys)[i];
  }

  // Messages: when each is sent and received, as shares of the span, and the rows.
  messages() {
    const columns = this.levels[0].columns;
    return this.data.messages.map(([sent, from, received, to]) => [sent / columns, from, received / columns, to]);
  }

  plot() {
    return Math.max(1, this.canvas.clientWidth - this.left);
  }

  placeOf(event) {
    return this.from + (event.offsetX - this.left) / this.plot() * (this.to - this.from);
  }

  // ---- events ----

  // Without Ctrl the wheel scrolls the page.
  onWheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.placeOf(event));
  }

  onKey(event) {
    const actions = { "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2),
                      ArrowLeft: () => this.pan(-0.25), ArrowRight: () => this.pan(0.25), 0: () => this.show(0, 1) };
    if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    actions[event.key]();
  }

  onDown(event) {
    this.grabbed = { x: event.offsetX, from: this.from, to: this.to };
    this.canvas.setPointerCapture(event.pointerId);
  }

  onMove(event) {
    const grabbed = this.grabbed;
    if (!grabbed) {
      this.explain(event);
      return;
    }
    const by = (grabbed.x - event.offsetX) / this.plot() * (grabbed.to - grabbed.from);
    this.show(grabbed.from + by, grabbed.to + by);
  }

  async copyCommand() {
    const range = document.createRange();
    range.selectNodeContents(this.command);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    try {
      await navigator.clipboard.writeText(this.command.textContent);
    } catch {
      return; // it is selected
    }
    this.copy.textContent = "copied";
    setTimeout(() => { this.copy.textContent = "copy"; }, 1500);
  }

  // ---- times ----

  format(ticks) {
    if (!this.resolution) return `${Math.round(ticks)} ticks`;
    const seconds = ticks / this.resolution, size = Math.abs(seconds);
    const [unit, name] = size >= 1 ? [1, "s"] : size >= 1e-3 ? [1e-3, "ms"] : size >= 1e-6 ? [1e-6, "us"] : [1e-9, "ns"];
    return size ? `${(seconds / unit).toPrecision(4)} ${name}` : "0 s";
  }

  tick(share) {
    return BigInt(this.data.from) + BigInt(Math.round(share * this.span));
  }

  since(share) {
    return this.offset + share * this.span;
  }

  // ---- what is under the pointer ----

  barAt(event) {
    const level = this.level(), y = event.offsetY - this.top, row = Math.floor(y / this.row);
    const lane = Math.floor((y - row * this.row) / this.row * level.lanes);
    if (row < 0 || row >= this.data.rows.length || event.offsetX < this.left) return null;
    const bars = this.lane(level, row * level.lanes + lane), column = this.columnOf(level, this.placeOf(event));
    const at = findBar(bars, column);
    return at < bars.length && bars[at] <= column ?
      { level, row, lane, at: at / 3, begin: bars[at], end: bars[at + 1], key: this.keyOf(level, bars[at + 2]) } : null;
  }

  explain(event) {
    const bar = this.barAt(event);
    let text = "";
    if (bar) {
      const [name, group] = bar.key, begin = this.shareOf(bar.level, bar.begin), end = this.shareOf(bar.level, bar.end);
      const what = name === group ? name : `${name}, ${group}`;
      text = `${this.data.rows[bar.row]}: ${what}, about ${this.format((end - begin) * this.span)} at +` +
        this.format(this.since(begin));
    }
    this.canvas.title = text;
  }

  // ---- drawing ----

  lane(level, i) {
    return level.decoded[i] ||= decodeLane(level.bars[i]);
  }

  draw() {
    const canvas = this.canvas, ratio = devicePixelRatio || 1, rows = this.data.rows.length;
    const style = getComputedStyle(document.documentElement), width = canvas.clientWidth;
    this.row = this.rowHeight();
    this.left = width < 600 ? 60 : 130;
    this.colors = { text: style.getPropertyValue("--text"), band: style.getPropertyValue("--band"),
                    line: style.getPropertyValue("--line"), accent: style.getPropertyValue("--accent") };
    const height = this.top + rows * this.row + 24;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = this.pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.translate(0, this.top);
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    const level = this.level();
    for (let row = 0; row < rows; row++) this.drawRow(level, row);
    this.drawMessages();
    this.drawAxis(rows * this.row);
    this.drawLabels();
    this.tell(level);
  }

  // Rows are so high that names can be read in the lanes, if there is room for it.
  rowHeight() {
    const rows = this.data.rows.length, least = rows <= 8 ? 34 : rows <= 24 ? 22 : rows <= 64 ? 12 : 7;
    const lanes = this.levels.reduce((most, level) => level.shares ? most : Math.max(most, level.lanes), 0);
    return Math.max(least, Math.min(lanes * 13 + 2, Math.floor(720 / rows)));
  }

  drawRow(level, row) {
    const pen = this.pen, gap = this.row > 10 ? 2 : 1, height = (this.row - gap) / level.lanes;
    const scale = this.plot() / (this.to - this.from);
    const first = this.columnOf(level, this.from), last = this.columnOf(level, this.to);
    pen.fillStyle = this.colors.band;
    pen.fillRect(this.left, row * this.row, this.plot(), this.row - gap);
    for (let lane = 0; lane < level.lanes; lane++) {
      const bars = this.lane(level, row * level.lanes + lane);
      const y = row * this.row + Math.round(lane * height), high = row * this.row + Math.round((lane + 1) * height) - y;
      for (let i = findBar(bars, first); i < bars.length && bars[i] < last; i += 3) {
        const x = Math.max(this.left, this.left + (this.shareOf(level, bars[i]) - this.from) * scale);
        const end = Math.min(this.left + this.plot(), this.left + (this.shareOf(level, bars[i + 1]) - this.from) * scale);
        const key = this.keyOf(level, bars[i + 2]);
        pen.fillStyle = key[this.by];
        pen.globalAlpha = key[OPAQUE] ?? 1;
        pen.fillRect(x, y, Math.max(end - x, 0.5), high);
        pen.globalAlpha = 1;
        if (height >= 9 && end - x >= 24 && !level.shares) this.drawName(key, x, y, end - x, high);
      }
    }
  }

  drawName(key, x, y, width, height) {
    const pen = this.pen;
    pen.save();
    pen.beginPath();
    pen.rect(x, y, width, height);
    pen.clip();
    pen.fillStyle = isLight(key[this.by]) ? "#000" : "#fff";
    pen.fillText(key[0], x + 3, y + height / 2 + 0.5);
    pen.strokeStyle = "rgb(0 0 0 / 35%)";
    pen.strokeRect(x, y, width, height);
    pen.restore();
  }

  drawMessages() {
    const pen = this.pen, scale = this.plot() / (this.to - this.from);
    const x = share => this.left + (share - this.from) * scale;
    pen.save();
    pen.beginPath();
    pen.rect(this.left, 0, this.plot(), this.data.rows.length * this.row);
    pen.clip();
    pen.beginPath();
    for (const [sent, from, received, to] of this.messages()) {
      pen.moveTo(x(sent), (from + 0.5) * this.row);
      pen.lineTo(x(received), (to + 0.5) * this.row);
    }
    pen.strokeStyle = this.colors.text;
    pen.globalAlpha = 0.55;
    pen.stroke();
    pen.restore();
  }

  drawAxis(y) {
    const pen = this.pen, per = this.resolution ? 1 / this.resolution : 1;
    const from = this.since(this.from) * per, to = this.since(this.to) * per;
    const step0 = (to - from) / Math.max(2, Math.floor(this.plot() / 90)), power = 10 ** Math.floor(Math.log10(step0));
    const step = power * [1, 2, 5, 10].find(n => n * power >= step0 * 0.999);
    const size = Math.max(Math.abs(from), Math.abs(to));
    const [unit, name] = !this.resolution ? [1, "ticks"] : to - from >= 2 ? [1, "s"] : to - from >= 2e-3 ? [1e-3, "ms"] :
      to - from >= 2e-6 ? [1e-6, "us"] : [1e-9, "ns"];
    const digits = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));
    pen.fillStyle = this.colors.text;
    pen.textAlign = "center";
    for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-6 && size > 0; i++) {
      const x = this.left + (i * step - from) / (to - from) * this.plot();
      pen.fillRect(x, y, 1, 4);
      pen.fillText((i * step / unit).toFixed(Math.min(digits, 12)), Math.min(x, this.left + this.plot() - 12), y + 13);
    }
    pen.textAlign = "left";
    pen.fillText(name, 2, y + 13);
  }

  drawLabels() {
    const pen = this.pen, every = Math.ceil(13 / this.row);
    pen.textAlign = "right";
    pen.fillStyle = this.colors.text;
    const isTight = this.data.rows.some(name => pen.measureText(name.slice(0, 100)).width > this.left - 8);
    this.start = isTight ? this.common : "";
    for (let row = 0; row < this.data.rows.length; row += every) {
      const name = this.data.rows[row].slice(this.start.length);
      let text = name.length > 100 ? shorten(name, 40) : name;
      for (let n = text.length - 1; n > 1 && pen.measureText(text).width > this.left - 8; n--)
        text = shorten(name, n, Math.floor((n - 1) * 0.6)); // labels differ at their ends
      pen.fillText(text, this.left - 6, (row + 0.5) * this.row);
    }
  }

  // Say what is visible, and how to see more of it.
  tell(level) {
    const columns = (this.to - this.from) * level.columns, isFine = columns * 3 < this.plot();
    this.where.textContent = `${this.format((this.to - this.from) * this.span)} from +${this.format(this.since(this.from))}`;
    this.command.textContent =
      `otf-draw -t ${this.tick(this.from)}:${this.tick(this.to)} -o part.svg ${quote(this.figure.dataset.trace)}`;
    this.under.textContent = isFine ?
      "This is all the detail that the page contains; the otf-draw command above draws the rest." :
      `The ${level.shares ? "heights in a row are shares of the time" : "lanes of a row are depths of the call stack"}. ` +
      "Ctrl and the wheel, + and - zoom; drag or use the arrow keys to move; 0 shows all.";
    if (this.start) this.under.textContent += ` The names of all rows begin with "${shorten(this.start, 90)}".`;
    this.under.classList.toggle("warning", isFine);
  }
}
