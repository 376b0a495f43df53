// Light, dark, or as the machine has it.
const ORDER = ["auto", "light", "dark"];
const machine = matchMedia("(prefers-color-scheme: dark)");

function kept() {
  try {
    return localStorage.getItem("coterie-theme") ?? "auto";
  } catch {
    return "auto"; // A page that was opened from disk may have no storage.
  }
}

export const theme = {
  choice: ORDER.includes(kept()) ? kept() : "auto",

  /** Whether the page is dark now. */
  get isDark() {
    return this.choice === "auto" ? machine.matches : this.choice === "dark";
  },

  apply() {
    document.documentElement.dataset.theme = this.isDark ? "dark" : "light";
  },

  start(lab = null) {
    this.apply();
    machine.addEventListener("change", () => {
      this.apply();
      lab?.tell("theme");
    });
  },

  /** Goes on to the next of the three, and tells the state, so that canvases draw again. */
  next(lab) {
    this.choice = ORDER[(ORDER.indexOf(this.choice) + 1) % ORDER.length];
    try {
      localStorage.setItem("coterie-theme", this.choice);
    } catch {
      // Then it holds until the page is closed.
    }
    this.apply();
    lab.tell("theme");
  },
};
