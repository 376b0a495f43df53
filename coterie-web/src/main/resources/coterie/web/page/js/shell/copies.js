// A run as what can be taken elsewhere: a command, a test, a file.
import { formOf, statements } from "coterie/shell/scenario-text.js";

const PLAIN = new Set(["nodes", "ids-from", "until", "seed", "ties", "latency", "unreachable", "loss", "duplicate", "sync"]);
const quoted = (word) => (/^[\w.,:%+@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The file and the command that runs it. */
export const fileCommand = (name) => `./coterie sim ${name}.scenario --trace`;

/** The same run without a file; null if a statement of it has no flag. */
export function flagsCommand(text) {
  const form = formOf(text);
  if (form.isManual) return null;
  const words = ["./coterie", "sim", form.at("protocol") ?? "raft"];
  for (const one of statements(text)) {
    const [key, ...rest] = one.words;
    if (key === "protocol" || key === "show") continue;
    if (PLAIN.has(key)) words.push(`--${key}`, quoted(rest.join(" ")));
    else if (key === "set") words.push(`--${rest[0]}`, quoted(rest.slice(1).join(" ")));
    else if (key === "at" && rest[1] !== "say" && !["drop", "delay", "deliver", "duplicate"].includes(rest[1])) words.push("--at", quoted(rest.join(" ")));
    else if (key === "every" || key === "expect") words.push(`--${key}`, quoted(rest.join(" ")));
    else return null;
  }
  return [...words, "--trace"].join(" ");
}

/** The name of a test class: TokenRingTest for token-ring. */
function className(protocol) {
  const name = protocol.split(/[^A-Za-z0-9]+/).filter(Boolean).map((word) => word[0].toUpperCase() + word.slice(1)).join("");
  return `${/^[A-Za-z]/.test(name) ? name : "Protocol" + name}RunTest`;
}

/** A test for coterie-testkit that runs the scenario. */
export function junitTest(text, protocol) {
  const lines = text.replace(/\n*$/, "").split("\n").map((line) => `      ${line.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}`.trimEnd());
  return `import static org.junit.jupiter.api.Assertions.assertEquals;

import coterie.testkit.Rerun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fails as long as this run of ${protocol} breaks a promise. */
class ${className(protocol)} {
  private static final String SCENARIO =
      """
${lines.join("\n")}
      """;

  @Test
  void promisesAreKept() {
    assertEquals(List.of(), Rerun.violations(SCENARIO));
  }
}
`;
}

/** A name for files of a run. */
export const fileName = (lab) => `${lab.run.head.protocol}-${lab.run.head.seed}`.replace(/[^\w.-]/g, "_");

export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The diagram as it is on the screen, on its paper. */
export async function pictureOf(diagram) {
  const canvases = [...(diagram?.shadowRoot ?? diagram)?.querySelectorAll("canvas") ?? []];
  if (canvases.length === 0) throw new Error("there is no diagram to be copied");
  const box = diagram.getBoundingClientRect();
  const ratio = devicePixelRatio;
  const all = document.createElement("canvas");
  all.width = Math.round(box.width * ratio);
  all.height = Math.round(box.height * ratio);
  const g = all.getContext("2d");
  g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--paper");
  g.fillRect(0, 0, all.width, all.height);
  for (const canvas of canvases) {
    const at = canvas.getBoundingClientRect();
    g.drawImage(canvas, (at.left - box.left) * ratio, (at.top - box.top) * ratio, at.width * ratio, at.height * ratio);
  }
  return new Promise((resolve, reject) => all.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png"));
}
