// The timeline of otf-view: that of a report, with the keys and the pointer.

class View extends Drawing {
  constructor(figure, overview) {
    super(figure, overview);
    this.marks = [];
    this.addDepth();
    this.canvas.addEventListener("pointerup", event => this.onUp(event));
    this.canvas.setAttribute("aria-label", "timeline; W S zoom, A D and the arrow keys move, 0 shows all");
    this.under.setAttribute("aria-live", "polite");
  }

  addDepth() {
    const tools = this.figure.querySelector(".tools");
    for (const [text, label, more] of [["\u25b4", "fewer depths (comma)", -1], ["\u25be", "more depths (full stop)", 1]]) {
      const button = make("button", text);
      button.title = label;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", () => this.fold(more));
      this.where.before(button);
    }
    if (this.tree.depths.length > 1) {
      const button = make("button", "fold rows");
      button.title = "threads into their processes, processes into their nodes, back (F: those under the pointer)";
      button.addEventListener("click", () => {
        this.tree.next();
        this.rearrange();
      });
      this.where.before(button);
    }
    this.legend = make("ul");
    this.legend.className = "legend";
    this.canvas.after(this.legend);
  }

  // ---- what is under the pointer ----

  spanAt(event) {
    const bar = this.barAt(event);
    if (!bar) return null;
    const level = this.level(), [, begin, end, , share] = level.spans[bar.row * level.lanes + bar.lane][bar.at];
    return { row: bar.row, name: bar.key[0], group: bar.key[1], begin, end, share };
  }

  markerAt(event) {
    const row = Math.floor((event.offsetY - this.top) / this.row), near = 4 / this.plot() * (this.to - this.from);
    return this.level().markers?.find(each => (each.row === null || each.row === row) && Math.abs(this.share(each.time) - this.placeOf(event)) <= near);
  }

  operationAt(event) {
    const y = event.offsetY - this.top, row = Math.floor(y / this.row), at = this.placeOf(event);
    if (y - row * this.row < this.row - OPERATION - 2) return undefined;
    return this.level().rows[row]?.operations?.find(([begin, end]) => this.share(begin) <= at && at <= this.share(end));
  }

  explain(event) {
    const marker = this.markerAt(event), operation = this.operationAt(event);
    if (marker || operation) {
      this.canvas.title = marker ? `marker ${marker.name}: ${marker.text}, at +${this.format(this.since(this.share(marker.time)))}` :
        `collective operation ${operation[2]}, ${this.format(Number(BigInt(operation[1]) - BigInt(operation[0])))}`;
      return;
    }
    const span = this.spanAt(event);
    if (!span) {
      this.canvas.title = "";
      return;
    }
    const length = this.format(Number(BigInt(span.end) - BigInt(span.begin)));
    const what = span.name === span.group ? span.name : `${span.name}, ${span.group}`;
    const much = span.share === null ? length : `${(100 * span.share).toPrecision(3)}% of ${length}`;
    this.canvas.title = `${this.data.rows[span.row]}: ${what}, ${much} at +${this.format(this.since(this.share(span.begin)))}`;
  }

  // ---- events ----

  onWheel(event) {
    event.preventDefault();
    if (event.shiftKey) this.pan(Math.sign(event.deltaY || event.deltaX) * 0.15);
    else this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.placeOf(event));
  }

  onKey(event) {
    const actions = { w: () => this.zoom(0.5, this.pointed), s: () => this.zoom(2, this.pointed), a: () => this.pan(-0.25),
                      d: () => this.pan(0.25), m: () => this.mark(), "[": () => this.step?.(-1), "]": () => this.step?.(1),
                      ",": () => this.fold(-1), ".": () => this.fold(1), Escape: () => this.select(null) };
    for (const key of "fphou") actions[key] = () => this.actUnderPointer(key);
    if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) {
      super.onKey(event);
      return;
    }
    event.preventDefault();
    actions[event.key]();
  }

  actUnderPointer(key) {
    const event = this.last, row = event && Math.floor((event.offsetY - this.top) / this.row);
    this.actOnRow(key, this.level().rows[row]?.process, event && this.spanAt(event)?.name);
  }

  onDown(event) {
    if (event.shiftKey || event.button === 1) super.onDown(event);
    else if (event.button === 0) {
      this.canvas.setPointerCapture(event.pointerId);
      this.dragged = { x: event.offsetX, at: this.placeOf(event), moved: false };
    }
  }

  onMove(event) {
    this.pointed = this.placeOf(event);
    this.last = event;
    const dragged = this.dragged;
    if (!dragged) {
      super.onMove(event);
      return;
    }
    dragged.moved ||= Math.abs(event.offsetX - dragged.x) > 4;
    if (!dragged.moved) return;
    this.selected = [dragged.at, this.pointed].sort((a, b) => a - b).map(share => Math.min(1, Math.max(0, share)));
    this.draw();
  }

  onUp(event) {
    const dragged = this.dragged;
    this.dragged = null;
    if (!dragged) return;
    if (dragged.moved) this.select(this.selected);
    else this.click(event);
  }

  click(event) {
    if (event.offsetX < this.left) {
      this.unfold(Math.floor((event.offsetY - this.top) / this.row));
      return;
    }
    const span = this.spanAt(event);
    if (span) this.chosen?.(span, this.tick(this.placeOf(event)));
  }

  // A click on the name of a row of several processes gives each its own.
  unfold(row) {
    const at = this.level().rows[row];
    if (!at) return;
    const first = this.index.get(at.process) ?? 0;
    if (at.isFolded) {
      this.tree.unfold(at.process);
      this.rearrange();
      return;
    }
    this.showRows(at.processes > 1 ? `${first}-${first + at.processes - 1}` : undefined);
  }

  select(span) {
    this.selected = span;
    this.draw();
    this.changed?.();
  }

  mark() {
    this.marks.push(this.pointed ?? (this.from + this.to) / 2);
    if (this.marks.length > 2) this.marks.shift();
    this.draw();
  }
}
