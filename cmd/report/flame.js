// The flame graph: a click or Enter on a frame zooms to it, a click beside the frames or Escape shows all.

class Flame {
  constructor(figure) {
    this.svg = figure.querySelector("svg");
    this.margin = 16; // as in the picture
    this.width = this.svg.viewBox.baseVal.width - 2 * this.margin;
    this.frames = Array.from(this.svg.querySelectorAll("g.frame"), g => this.frameOf(g));
    this.addSearch(figure);
    this.svg.addEventListener("click", event => this.zoom(this.at(event)));
    this.svg.addEventListener("keydown", event => {
      if (event.key === "Escape") this.zoom(null);
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.zoom(this.at(event));
      }
    });
  }

  frameOf(g) {
    const rect = g.querySelector("rect"), title = g.querySelector("title").textContent, at = name => Number(rect.getAttribute(name));
    g.setAttribute("tabindex", "0");
    return { g, rect, text: g.querySelector("text"), name: title.slice(0, title.lastIndexOf(": ")), title,
             x: at("x"), width: at("width"), y: at("y"), height: at("height"), fill: rect.getAttribute("fill") };
  }

  at(event) {
    const g = event.target.closest("g.frame");
    return this.frames.find(frame => frame.g === g);
  }

  addSearch(figure) {
    const label = document.createElement("label"), input = document.createElement("input");
    const all = document.createElement("button"), tools = document.createElement("div");
    this.count = document.createElement("output");
    label.className = "search";
    input.type = "search";
    input.placeholder = "search";
    input.setAttribute("aria-label", "search call paths");
    input.addEventListener("input", () => this.search(input.value));
    all.textContent = "all";
    all.title = "show all";
    all.addEventListener("click", () => this.zoom(null));
    label.append(input);
    tools.className = "tools";
    tools.append(label, all, this.count);
    figure.prepend(tools);
  }

  // A frame below the one that is zoomed to gets the whole width.
  zoom(to) {
    for (const frame of this.frames) {
      const scale = to ? this.width / to.width : 1;
      let x = this.margin + (frame.x - (to ? to.x : this.margin)) * scale, width = frame.width * scale;
      if (to && frame.y > to.y && frame.x <= to.x + 0.01 && frame.x + frame.width >= to.x + to.width - 0.8) {
        x = this.margin;
        width = this.width;
      }
      if (x + width < this.margin + 0.1 || x > this.margin + this.width - 0.1) width = 0;
      this.show(frame, x, width);
    }
  }

  show(frame, x, width) {
    const most = Math.floor((width - 6) / 7);
    frame.g.style.display = width < 0.3 ? "none" : "";
    frame.rect.setAttribute("x", x);
    frame.rect.setAttribute("width", width);
    if (!frame.text && most >= 3) this.addText(frame);
    if (!frame.text) return;
    frame.text.setAttribute("x", x + 3);
    frame.text.textContent = most < 3 ? "" : shorten(frame.name, most);
  }

  addText(frame) {
    const text = frame.text = document.createElementNS(this.svg.namespaceURI, "text");
    text.setAttribute("y", frame.y + frame.height - 4);
    text.setAttribute("font-size", 11);
    text.setAttribute("fill", isLight(frame.fill) ? "#000" : "#fff");
    frame.g.append(text);
  }

  search(wanted) {
    let found = 0;
    for (const frame of this.frames) {
      const has = wanted && frame.name.toLowerCase().includes(wanted.toLowerCase());
      frame.rect.setAttribute("fill", has ? "#e600e6" : frame.fill);
      found += Boolean(has);
    }
    this.count.textContent = wanted ? ` ${found} of ${this.frames.length} frames` : "";
  }
}

const flameFigure = document.querySelector(".flame");
const flame = flameFigure && new Flame(flameFigure);
