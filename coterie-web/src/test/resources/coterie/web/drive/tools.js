// What tests need in the page: to find things through shadow roots, and to hear what goes wrong.
(() => {
  const problems = [];
  addEventListener("error", (event) => problems.push(`error: ${event.message ?? event.target?.src ?? event.type}`), true);
  addEventListener("unhandledrejection", (event) => problems.push(`rejected: ${event.reason?.stack ?? event.reason}`));
  addEventListener("securitypolicyviolation", (event) => problems.push(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));

  function* below(root) {
    for (const one of root.querySelectorAll("*")) {
      yield one;
      if (one.shadowRoot) yield* below(one.shadowRoot);
    }
  }
  const isSeen = (one) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
  const inside = (root) => root?.shadowRoot ?? root;

  /** Everything in sight that fits a selector. */
  const all = (selector, root = document) => [...below(inside(root))].filter((one) => one.matches(selector) && isSeen(one));
  const one = (selector, root = document) => all(selector, root)[0] ?? null;

  /** The text of an element and of all shadows in it. */
  function text(root) {
    if (!root) return "";
    let found = "";
    for (const child of inside(root).childNodes) {
      if (child.nodeType === Node.TEXT_NODE) found += child.data;
      else if (child instanceof Element && !["STYLE", "SCRIPT", "TEMPLATE"].includes(child.tagName)) found += text(child) + " ";
    }
    return found.replace(/\s+/g, " ").trim();
  }

  /** What a button or a tab is called. */
  const nameOf = (button) => button.getAttribute("aria-label") ?? text(button);

  /** The button in sight whose name begins so. */
  function button(name, root = document) {
    const found = all("button, [role=button], [role=menuitem], [role=tab], summary", root);
    return found.find((each) => nameOf(each) === name) ?? found.find((each) => nameOf(each).startsWith(name)) ?? null;
  }

  const diagram = () => document.querySelector(".diagrams > lab-diagram");

  /** Where on the screen an event, or the lane of a process at the cursor, is drawn. */
  async function place(event, of = diagram()) {
    const { laneAt } = await import("coterie/diagram/geometry.js");
    const g = of.geometry;
    const run = of.lab.run;
    const node = run.kind[event] === 2 ? run.peer[event] : run.node[event];
    const along = of.along(of.scene.lengths[event]);
    const box = of.stage.getBoundingClientRect();
    const [x, y] = g.isVertical ? [laneAt(g, node), along] : [along, laneAt(g, node)];
    return [box.left + x, box.top + y];
  }

  /** How many colours a canvas has, and of how many points it consists. */
  function colours(canvas) {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const colour = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
      seen.set(colour, (seen.get(colour) ?? 0) + 1);
    }
    return seen;
  }

  /** A number that changes when a picture changes. */
  function print(canvas) {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let hash = 17;
    for (let i = 0; i < data.length; i += 4) hash = (hash * 31 + ((data[i] << 16) | (data[i + 1] << 8) | data[i + 2])) | 0;
    return hash;
  }

  /** The first event that fits. */
  function event(fits, run = lab.run, from = 0) {
    for (let i = from; i < run.count; i++) if (fits(i, run)) return i;
    throw new Error("the run has no such event");
  }

  async function until(what, condition) {
    const limit = performance.now() + 60_000;
    let last = null;
    while (performance.now() < limit) {
      try {
        const value = await condition();
        if (value) return value;
        last = value;
      } catch (e) {
        last = e;
      }
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    throw new Error(`waited in vain: ${what} (${last})`);
  }

  globalThis.T = { problems, all, one, text, nameOf, button, diagram, place, colours, print, event, until, isSeen };
})();
