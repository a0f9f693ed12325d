// Counters below the timeline.

class Strips {
  constructor(counters, changed) {
    this.shown = new Map(); // by the name of the counter
    this.changed = changed;
    this.addBoxes(new Set(counters));
  }

  names() {
    return this.shown.keys();
  }

  draw() {
    for (const name of this.names()) this.drawOne(name);
  }

  addBoxes(names) {
    element("counters").hidden = !names.size;
    for (const name of names) {
      const label = make("label", undefined, make("li", undefined, element("counters").querySelector("ul")));
      const box = make("input", undefined, label);
      box.type = "checkbox";
      box.value = name;
      label.append(` ${name}`);
      box.addEventListener("change", () => this.show(name, box.checked));
    }
  }

  show(name, isShown) {
    if (!isShown) {
      this.shown.get(name)?.canvas.remove();
      this.shown.delete(name);
      this.changed();
      return;
    }
    const canvas = make("canvas", undefined, element("strips"));
    canvas.className = "strip";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `counter ${name}`);
    this.shown.set(name, { canvas, asker: new Asker(120) });
    this.changed();
  }

  drawOne(name) {
    const { canvas, asker } = this.shown.get(name);
    const window = { from: timeline.tick(timeline.from), to: timeline.tick(timeline.to) };
    if (window.to <= window.from) window.to = window.from + 1n;
    asker.ask("counter", { ...window, name, columns: Math.ceil(timeline.plot()) }, answer => {
      const pen = canvas.getContext("2d"), counter = answer.counters.find(each => each.name === name) ?? answer.counters[0], style = getComputedStyle(document.documentElement);
      canvas.width = canvas.clientWidth;
      canvas.height = canvas.clientHeight;
      pen.font = "11px system-ui, sans-serif";
      pen.fillStyle = style.getPropertyValue("--text");
      pen.fillText(counter ? `${name}${counter.unit ? ` [${counter.unit}]` : ""}${counter.is_rate ? " per s" : ""}: ${counter.least.toPrecision(4)} to ${counter.most.toPrecision(4)}` : `${name}: no value here`, 2, 10);
      pen.strokeStyle = style.getPropertyValue("--accent");
      for (const curve of counter?.curves ?? []) {
        const y = value => canvas.height - 3 - (value - counter.least) / (counter.most - counter.least || 1) * (canvas.height - 18);
        pen.beginPath();
        curve.points.forEach(([column, first, least, most, last], i) => {
          const x = timeline.left + column / answer.columns * timeline.plot();
          if (i && !counter.is_rate) pen.lineTo(x, y(curve.points[i - 1][4])); // a level holds
          if (i) pen.lineTo(x, y(first));
          else pen.moveTo(x, y(first));
          pen.lineTo(x, y(least));
          pen.lineTo(x, y(most));
          pen.lineTo(x, y(last));
        });
        if (!counter.is_rate && curve.points.length) pen.lineTo(timeline.left + timeline.plot(), y(curve.points.at(-1)[4]));
        pen.stroke();
      }
    });
  }
}
