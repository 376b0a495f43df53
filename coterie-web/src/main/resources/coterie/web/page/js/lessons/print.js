// A lesson on paper: its steps, each with its words and a still of the diagram.
import { timeText } from "coterie/session.js";

const frames = (count) => new Promise((done) => {
  const tick = () => (count-- > 0 ? requestAnimationFrame(tick) : done());
  tick();
});

/** The diagram as a picture: its layers one over the other; null if there is none. */
function still(diagram) {
  const layers = [...(diagram?.shadowRoot?.querySelectorAll("canvas") ?? [])].filter((one) => one.width > 0);
  if (layers.length === 0) return null;
  const canvas = document.createElement("canvas");
  canvas.width = layers[0].width;
  canvas.height = layers[0].height;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of layers) pen.drawImage(layer, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

async function drawn(run) {
  const svg = await run.svg().catch(() => null);
  return svg ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` : null;
}

const child = (parent, tag, text, name = "") => {
  const element = document.createElement(tag);
  element.textContent = text;
  if (name) element.className = name;
  parent.append(element);
  return element;
};

/** Prints a lesson in light colours, and puts everything back. */
export async function printLesson(element) {
  const { lab, lesson, at } = element;
  const theme = document.documentElement.dataset.theme;
  const paper = document.createElement("div");
  paper.className = "lessonprint";
  child(paper, "h1", lesson.title);
  child(paper, "p", lesson.promise ?? "");
  document.documentElement.dataset.theme = "light";
  lab.tell("theme");
  try {
    for (let i = 0; i < element.steps.length; i++) {
      await element.goTo(i);
      await frames(20);
      const step = element.steps[i];
      const section = child(paper, "section", "");
      const picture = still(element.querySelector("lab-diagram")) ?? (lab.run && (await drawn(lab.run)));
      const when = lab.cursor < 0 ? "at the start" : `at ${timeText(lab.run.time[lab.cursor], 4)} s`;
      child(section, "p", `${i + 1}. ${step.caption ?? ""}`);
      if (step.question) child(section, "p", `Question: ${step.question.ask}`);
      if (picture) {
        const image = document.createElement("img");
        image.alt = "";
        image.src = picture;
        section.append(image);
        await image.decode().catch(() => {});
      }
      child(section, "p", when, "when");
    }
    document.body.append(paper);
    window.print();
  } finally {
    paper.remove();
    document.documentElement.dataset.theme = theme;
    lab.tell("theme");
    await element.goTo(at);
  }
}
