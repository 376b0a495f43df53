// The sheet that shares a run: as a link, and as what can be copied or saved.
import { html, nothing } from "lit";
import { LightElement } from "coterie/shell/light.js";
import { icon } from "coterie/shell/icons.js";
import { pack, sharedOf } from "coterie/shell/share.js";
import { download, fileCommand, fileName, flagsCommand, junitTest, pictureOf } from "coterie/shell/copies.js";

class LabShare extends LightElement {
  static properties = { lab: { attribute: false }, link: { state: true }, said: { state: true } };
  static follows = [];

  async open() {
    this.said = "";
    const packed = await pack(sharedOf(this.lab));
    this.link = `${location.href.replace(/#.*/, "")}#run=${packed}`;
    await this.updateComplete;
    this.querySelector("dialog").showModal();
  }

  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.said = `${what} copied.`;
    } catch {
      this.said = `The browser does not let the page copy; save it instead, or copy it from below.`;
      this.fallback = text;
    }
    this.requestUpdate();
  }

  async save(name, make, type) {
    try {
      download(name, await make(), type);
      this.said = `${name} saved.`;
    } catch (e) {
      this.said = e.message;
    }
  }

  row(title, hint, text, name, type) {
    return html`<div class="copyrow"><div class="grow"><strong>${title}</strong><p class="small muted">${hint}</p></div>
      ${text === null ? nothing : html`<button @click=${() => this.copy(typeof text === "function" ? text() : text, title)}>${icon("copy")} Copy</button>`}
      ${name ? html`<button @click=${() => this.save(name, typeof text === "function" ? text : () => text, type)}>Save</button>` : nothing}</div>`;
  }

  render() {
    const { lab } = this;
    if (!lab?.run || !this.link) return html`<dialog></dialog>`;
    const name = fileName(lab);
    const text = lab.branch.text;
    const flags = flagsCommand(text);
    return html`<dialog aria-label="Share" @click=${(e) => e.target.localName === "dialog" && e.target.close()}><div class="sheet">
      <div class="row"><h2 class="grow">Share this run</h2><button class="icon plain" aria-label="Close" @click=${() => this.querySelector("dialog").close()}>${icon("close")}</button></div>
      <div class="row"><input readonly .value=${this.link} aria-label="The link" @focus=${(e) => e.target.select()}><button class="primary" @click=${() => this.copy(this.link, "Link")}>Copy link</button></div>
      <p class="small muted">The whole run is in the address (${this.link.length.toLocaleString("en")} characters): scenario, branch and moment. No server keeps it.</p>
      ${this.row("Scenario file", "with the statements of this branch", text, `${name}.scenario`, "text/plain")}
      ${this.row("Command", flags ?? fileCommand(name), flags ?? fileCommand(name))}
      ${this.row("JUnit test", "fails as long as the run breaks a promise; it needs coterie-testkit", junitTest(text, lab.run.head.protocol), null)}
      <div class="copyrow"><div class="grow"><strong>Picture</strong><p class="small muted">the whole run as SVG, or what is on the screen as PNG</p></div>
        <button @click=${() => this.save(`${name}.svg`, () => lab.run.svg(), "image/svg+xml")}>SVG</button>
        <button @click=${() => this.save(`${name}.png`, () => pictureOf(document.querySelector("lab-diagram")))}>PNG</button></div>
      <div class="copyrow"><div class="grow"><strong>ShiViz log</strong><p class="small muted">for the viewer of that name, with vector times</p></div>
        <button @click=${() => this.save(`${name}.shiviz.log`, async () => (await lab.run.ask(`shiviz ${lab.run.id}`)).log, "text/plain")}>Save</button></div>
      <p role="status" class="small">${this.said}</p>
      ${this.fallback ? html`<textarea readonly rows="4" .value=${this.fallback}></textarea>` : nothing}
    </div></dialog>`;
  }
}
customElements.define("lab-share", LabShare);
