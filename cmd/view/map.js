// The map of the whole trace above the timeline.

class WholeMap {
  // There is a new answer for the whole.
  refresh() {
    this.picture = null;
    this.draw();
  }

  draw() {
    const canvas = element("map"), width = canvas.clientWidth, height = canvas.clientHeight, pen = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement), whole = timeline.whole;
    canvas.width = width;
    canvas.height = height;
    pen.fillStyle = style.getPropertyValue("--band");
    pen.fillRect(0, 0, width, height);
    if (whole) pen.drawImage(this.picture ??= this.paint(whole, width, height), 0, 0, width, height);
    pen.strokeStyle = style.getPropertyValue("--accent");
    pen.lineWidth = 2;
    pen.strokeRect(timeline.from * width + 1, 1, Math.max(3, (timeline.to - timeline.from) * width - 2), height - 2);
  }

  paint(whole, width, height) {
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d"), rows = whole.rows.length, high = height / rows;
    canvas.width = Math.max(1, width);
    canvas.height = height;
    for (let row = 0; row < rows; row++) {
      for (let lane = 0; lane < whole.lanes; lane++) {
        const bars = whole.decoded[row * whole.lanes + lane] ?? [];
        for (let i = 0; i < bars.length; i += 3) {
          const x = timeline.shareOf(whole, bars[i]) * width, end = timeline.shareOf(whole, bars[i + 1]) * width;
          pen.fillStyle = whole.keys[bars[i + 2]][timeline.by];
          pen.fillRect(x, (row + lane / whole.lanes) * high, Math.max(0.5, end - x), high / whole.lanes);
        }
      }
    }
    return canvas;
  }
}
