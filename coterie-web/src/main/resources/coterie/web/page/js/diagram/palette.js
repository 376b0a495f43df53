// The colours of the page, as the canvas needs them.

const FALLBACKS = {
  ink: "#1b2733", "ink-2": "#3b4856", "ink-3": "#5f6c79", paper: "#ffffff", "paper-2": "#f5f7fa", "paper-3": "#e9edf2",
  line: "#dbe1e8", "line-2": "#b9c3cd", accent: "#0b62a4", leader: "#0072b2", waiting: "#e69f00", inside: "#009e73",
  together: "#d5420b", down: "#9aa4ae", paused: "#b49a5c", suspect: "#b25a90", message: "#5a6b7c", lost: "#d5420b",
  "phase-1": "#56b4e9", "phase-2": "#d9c21f", "phase-3": "#cc79a7",
};

/** @param {Element} element @returns {Record<string, string>} */
export function paletteOf(element) {
  const style = getComputedStyle(element);
  const palette = {};
  for (const [name, fallback] of Object.entries(FALLBACKS)) {
    palette[name] = style.getPropertyValue("--" + name).trim() || fallback;
  }
  palette.font = style.getPropertyValue("--font").trim() || "system-ui, sans-serif";
  return palette;
}

/** A short side of a hatching, for what must not be told by colour alone. */
export function hatch(context, colour, gap = 6, isBack = false) {
  const size = gap * 2;
  const tile = document.createElement("canvas");
  tile.width = tile.height = size;
  const pen = tile.getContext("2d");
  pen.strokeStyle = colour;
  pen.lineWidth = 1.6;
  pen.beginPath();
  for (let k = -size; k <= size * 2; k += gap) {
    pen.moveTo(isBack ? k : k + size, 0);
    pen.lineTo(isBack ? k + size : k, size);
  }
  pen.stroke();
  return context.createPattern(tile, "repeat");
}
