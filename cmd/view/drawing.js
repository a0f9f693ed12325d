// What the timeline draws beside the calls: operations, markers, marks, the selection; the colors and the text below.

const OPERATION = 3; // pixels
const COLORS_NAMED = 12, SVG = "http://www.w3.org/2000/svg";

class Drawing extends Answers {
  // The calls are drawn again only if they change, so that a selection follows the pointer.
  drawCalls() {
    const canvas = this.canvas, now = [this.part, this.data.rows, this.from, this.to, this.by, canvas.clientWidth, devicePixelRatio,
                                       matchMedia("(prefers-color-scheme: dark)").matches];
    if (this.calls && now.every((each, i) => each === this.drawnOf[i])) {
      this.pen.setTransform(1, 0, 0, 1, 0, 0);
      this.pen.clearRect(0, 0, canvas.width, canvas.height);
      this.pen.drawImage(this.calls, 0, 0);
      this.pen.scale(devicePixelRatio || 1, devicePixelRatio || 1);
      this.pen.translate(0, this.top);
      this.tell(this.level());
      return;
    }
    super.draw();
    if (!this.drawnOf || now[0] !== this.drawnOf[0] || now[4] !== this.drawnOf[4]) this.nameColors();
    this.calls ??= document.createElement("canvas");
    this.calls.width = canvas.width;
    this.calls.height = canvas.height;
    if (canvas.width && canvas.height) this.calls.getContext("2d").drawImage(canvas, 0, 0);
    else this.calls = null;
    this.drawnOf = now;
  }

  draw() {
    if (!this.overview) return; // not made yet
    this.drawCalls();
    const pen = this.pen, height = this.data.rows.length * this.row;
    const x = share => this.left + (share - this.from) / (this.to - this.from) * this.plot();
    pen.save();
    pen.beginPath();
    pen.rect(this.left, -this.top, this.plot(), height + this.top);
    pen.clip();
    this.drawOperations(x);
    this.drawMarkers(x, height);
    this.drawUnread(x, height);
    if (this.selected) {
      pen.fillStyle = "rgb(80 140 255 / 25%)";
      pen.fillRect(x(this.selected[0]), -this.top, Math.max(1, x(this.selected[1]) - x(this.selected[0])), height + this.top);
    }
    pen.fillStyle = this.colors.text;
    for (const mark of this.marks) pen.fillRect(x(mark), -this.top, 1, height + this.top);
    pen.restore();
    this.drawn?.();
  }

  // A line below the calls of a row.
  drawOperations(x) {
    const pen = this.pen;
    pen.fillStyle = this.colors.text;
    this.level().rows.forEach((row, i) => {
      for (const [begin, end] of row.operations ?? []) {
        const at = x(this.share(begin));
        pen.fillRect(at, (i + 1) * this.row - OPERATION - 1, Math.max(1, x(this.share(end)) - at), OPERATION);
      }
    });
  }

  // What the first pass has not come to.
  drawUnread(x, height) {
    const pen = this.pen, to = this.part?.read_to ?? null, at = this.part ? Math.max(this.left, x(to === null ? 1 : this.share(to))) : this.left;
    if (this.part && to === null) return;
    pen.fillStyle = this.colors.band;
    pen.fillRect(at, 0, this.left + this.plot() - at, height);
    pen.fillStyle = this.colors.text;
    pen.textAlign = "left";
    pen.globalAlpha = 0.7;
    pen.fillText(this.part ? "is being read" : "waits for the first answer", at + 8, Math.min(12, height / 2));
    pen.globalAlpha = 1;
  }

  drawMarkers(x, height) {
    const pen = this.pen;
    pen.fillStyle = this.colors.accent;
    for (const marker of this.level().markers ?? []) {
      const at = x(this.share(marker.time)), y = marker.row === null ? 0 : marker.row * this.row;
      pen.fillRect(at, y, 1, marker.row === null ? height : this.row);
      pen.beginPath();
      pen.moveTo(at - 4, y);
      pen.lineTo(at + 4, y);
      pen.lineTo(at, y + 6);
      pen.fill();
    }
  }

  // What the colors mean: the groups, or the functions, with the largest parts of what is drawn.
  nameColors() {
    const key = this.level(), sums = new Map();
    for (const bars of key.decoded)
      for (let i = 0; bars && i < bars.length; i += 3) sums.set(bars[i + 2], (sums.get(bars[i + 2]) ?? 0) + bars[i + 1] - bars[i]);
    const named = new Map();
    for (const [i, sum] of sums) {
      const name = key.keys[i][this.by === GROUP ? 1 : 0], old = named.get(name);
      named.set(name, { color: key.keys[i][this.by], sum: (old?.sum ?? 0) + sum });
    }
    const shown = [...named].sort((a, b) => b[1].sum - a[1].sum);
    this.legend.replaceChildren();
    for (const [name, { color }] of shown.slice(0, COLORS_NAMED)) {
      const item = make("li", undefined, this.legend), box = document.createElementNS(SVG, "svg"), square = document.createElementNS(SVG, "rect");
      for (const [what, value] of [["width", 12], ["height", 12], ["fill", color]]) square.setAttribute(what, value);
      box.setAttribute("aria-hidden", "true");
      box.append(square);
      item.append(box, ` ${shorten(name, 60)}`);
    }
    if (shown.length > COLORS_NAMED) make("li", `and ${shown.length - COLORS_NAMED} more`, this.legend);
  }

  tell(level) {
    const { from, to } = { from: this.tick(this.from), to: this.tick(this.to) };
    this.where.textContent = `${this.format((this.to - this.from) * this.span)} from +${this.format(this.since(this.from))}`;
    this.command.textContent = `otf-draw -t ${from}:${to} -o part.svg ${quote(this.figure.dataset.trace)}`;
    const parts = [`The ${level.shares ? "heights in a row are shares of the time" : "lanes of a row are depths of the call stack"}.`];
    if (level.asked > level.columns * 1.1 && level.read_to === null)
      parts.push("Columns are coarser than the screen: there is no finer level of so long a window (--memory).");
    if (level.shares === false && this.raw && level.lanes < this.raw.lanes) parts.push(`${level.lanes} of ${this.raw.lanes} depths are shown.`);
    if (level.per_row > 1) parts.push(`${level.per_row} processes a row: a click on a name shows each.`);
    if (level.messages_in_all === null && level.read_to === null)
      parts.push(`${level.messages.length} of the longest messages of the whole trace are drawn.`);
    else if (level.messages.length < (level.messages_in_all ?? 0))
      parts.push(`The ${level.messages.length} longest of ${level.messages_in_all} messages are drawn.`);
    if (level.markers_left_out) parts.push(`${level.markers_left_out} markers are not drawn.`);
    if (this.hidden.size) parts.push(`${this.hidden.size} rows are hidden.`);
    if (this.rows !== undefined) parts.push("Some processes alone are shown: a click on a name, or U, shows all.");
    if (level.rows.some(row => row.isFolded)) parts.push("A folded row has the shares of its rows.");
    if (this.tree.folded.size && level.per_row > 1) parts.push("Rows of several processes are not folded: show fewer.");
    if (this.sorted !== null) parts.push(`Rows are sorted by the time in ${this.sorted} that is drawn.`);
    if (this.selected) parts.push(`Selected: ${this.format((this.selected[1] - this.selected[0]) * this.span)}.`);
    if (this.marks.length > 1) parts.push(`Between the marks: ${this.format(Math.abs(this.marks[1] - this.marks[0]) * this.span)}.`);
    this.under.textContent = parts.join(" ");
  }
}
