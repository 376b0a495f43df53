// The small drawings on the cards: lines of processes, messages and bands, as in the big diagram.
import { html, svg } from "lit";

const LINES = { 2: [30, 78], 3: [24, 54, 84], 4: [20, 43, 66, 89], 5: [18, 36, 54, 72, 90] };

/**
 * A picture is {lines: 2..5, bands: [[line, from, to, look]], arrows: [[line, at, line, at, look?]],
 * dots: [[line, at, look]], words: [[line, at, text]]}; places go from 0 to 100 along a line.
 *
 * @param {object} drawn
 */
export function picture(drawn) {
  const ys = LINES[drawn.lines] ?? LINES[3];
  const x = (at) => 16 + at * 2.08;
  return html`<svg viewBox="0 0 240 108" aria-hidden="true" focusable="false">
    ${ys.map((y) => svg`<line class="pline" x1="12" x2="228" y1=${y} y2=${y}></line>`)}
    ${(drawn.bands ?? []).map(([line, from, to, look]) => svg`<rect class="pband ${look}" x=${x(from)} y=${ys[line] - 5} width=${x(to) - x(from)} height="10" rx="3"></rect>`)}
    ${(drawn.arrows ?? []).map(([a, from, b, to, look = ""]) => arrow(x(from), ys[a], x(to), ys[b], look))}
    ${(drawn.dots ?? []).map(([line, at, look]) => svg`<circle class="pdot ${look}" cx=${x(at)} cy=${ys[line]} r="5"></circle>`)}
    ${(drawn.words ?? []).map(([line, at, text]) => svg`<text class="pword" x=${x(at)} y=${ys[line] - 9} text-anchor="middle">${text}</text>`)}
  </svg>`;
}

function arrow(x1, y1, x2, y2, look) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  if (look === "lost") {
    const [mx, my] = [x1 + (x2 - x1) * 0.62, y1 + (y2 - y1) * 0.62];
    return svg`<g class="parrow lost"><line x1=${x1} y1=${y1} x2=${mx} y2=${my}></line>
      <path d="M${mx - 4} ${my - 4}l8 8m0-8l-8 8"></path></g>`;
  }
  const [ex, ey] = [x2 - ux * 2, y2 - uy * 2];
  return svg`<g class="parrow ${look}"><line x1=${x1} y1=${y1} x2=${ex} y2=${ey}></line>
    <path d="M${ex - ux * 6 - uy * 3} ${ey - uy * 6 + ux * 3}L${ex} ${ey}L${ex - ux * 6 + uy * 3} ${ey - uy * 6 - ux * 3}"></path></g>`;
}
