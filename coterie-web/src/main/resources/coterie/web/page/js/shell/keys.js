// What keys do, and the sheet that tells.
import { html } from "lit";
import { SPEEDS, stepBy } from "coterie/shell/steps.js";

const step = (unit, direction) => (app) => stepBy(app.lab, unit, direction);

/** Key, what it does, in words; a capital letter is with Shift. */
export const KEYS = [
  ["Time", [
    [" ", "Space", "play or pause", (app) => app.lab.setPlaying(!app.lab.playing)],
    ["ArrowRight", "→", "on by the chosen unit (an event)", (app) => stepBy(app.lab, app.unit(), 1)],
    ["ArrowLeft", "←", "back", (app) => stepBy(app.lab, app.unit(), -1)],
    ["p", "p", "on to the next event of the chosen process; P: back", step("process", 1), step("process", -1)],
    ["a", "a", "on to the next arrival or loss of a message; A: back", step("message", 1), step("message", -1)],
    ["n", "n", "on to the next note; N: back", step("note", 1), step("note", -1)],
    ["x", "x", "on to the next fault; X: back", step("fault", 1), step("fault", -1)],
    ["v", "v", "on to the next broken promise; V: back", step("violation", 1), step("violation", -1)],
    ["Home", "Home", "to the start", (app) => app.lab.goto(-1)],
    ["End", "End", "to the end", (app) => app.lab.goto(Infinity)],
    [">", ">", "faster", (app) => faster(app.lab, 1)],
    ["<", "<", "slower", (app) => faster(app.lab, -1)],
  ]],
  ["Look", [
    ["/", "/", "search", (app) => app.querySelector("lab-filters input[type=search]")?.focus()],
    ["g", "g", "on to the next hit; G: back", step("hit", 1), step("hit", -1)],
    ["r", "r", "show or hide what changed nothing", (app) => app.lab.setFilter({ routine: !app.lab.filter.routine })],
    ["1", "1 to 9", "choose a process by its place", null],
    ["Escape", "Esc", "choose nothing", (app) => app.lab.choose(null)],
    ["l", "l", "light, dark, or as the machine has it", (app) => app.nextTheme()],
  ]],
  ["Change", [
    ["m", "m", "break something: the menu of what is chosen", (app) => app.menuOfChosen()],
    ["e", "e", "edit the scenario as text", (app) => app.edit()],
    ["h", "h", "go on by hand", (app) => app.openLeft("hand")],
    ["t", "t", "the tree of branches", (app) => app.openLeft("branches")],
    ["[", "[", "the branch before", (app) => app.branchBy(-1)],
    ["]", "]", "the next branch", (app) => app.branchBy(1)],
    ["d", "d", "the branch and the one it forked from, side by side", (app) => app.toggleBeside()],
    ["s", "s", "share or copy the run", (app) => app.share()],
    ["?", "?", "this help", (app) => app.help()],
  ]],
];

function faster(lab, by) {
  const place = SPEEDS.indexOf(lab.speed);
  lab.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, (place < 0 ? 10 : place) + by))]);
}

const COMMANDS = new Map();
for (const [, all] of KEYS) {
  for (const [key, , , run, back] of all) {
    if (run) COMMANDS.set(key, run);
    if (back) COMMANDS.set(key.toUpperCase(), back);
  }
}

const isTyped = (target) => target instanceof Element && (target.closest("input, textarea, select, [contenteditable], dialog") !== null);

/** Does what a key says, unless it is typed into a field; returns whether it did. */
export function handle(event, app) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.composedPath()[0];
  if (isTyped(target) || app.part !== "lab") return false;
  if (event.key === " " && target instanceof Element && target.closest("button, summary, a, [role=button], [role=tab]")) return false;
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
  if (digit >= 0) {
    if (app.lab.run && digit < app.lab.run.nodes.length) app.lab.choose({ node: digit });
    return true;
  }
  const command = COMMANDS.get(event.key);
  if (!command) return false;
  event.preventDefault();
  command(app);
  return true;
}

export const keySheet = () => html`
  <div class="keysheet">${KEYS.map(([title, all]) => html`<section><h3>${title}</h3><dl>
    ${all.map(([, name, words]) => html`<div><dt><kbd>${name}</kbd></dt><dd>${words}</dd></div>`)}</dl></section>`)}
    <section><h3>Pointer</h3><dl>
      <div><dt>click</dt><dd>choose a process, an event or a message</dd></div>
      <div><dt>right click, long press</dt><dd>break it: crash, cut, lose, delay</dd></div>
      <div><dt>wheel</dt><dd>zoom and scroll in the diagram</dd></div></dl></section>
    <section><h3>When the diagram has the focus</h3><dl>
      <div><dt><kbd>+</kbd> <kbd>−</kbd></dt><dd>zoom</dd></div>
      <div><dt><kbd>0</kbd></dt><dd>show the whole run</dd></div>
      <div><dt><kbd>f</kbd></dt><dd>show what is chosen</dd></div>
      <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>choose a process</dd></div></dl></section></div>`;
