// An element whose content is styled by the page's own sheet, and that follows the state of the page.
import { LitElement } from "lit";

export class LightElement extends LitElement {
  static properties = { lab: { attribute: false } };

  /** The events of the state that make it draw again. */
  static follows = ["run", "branches", "error", "progress"];

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unfollow();
  }

  willUpdate(changed) {
    if (changed.has("lab")) this.follow();
  }

  follow() {
    if (!this.lab || this.followed === this.lab) return;
    this.unfollow();
    this.followed = this.lab;
    this.again ??= () => this.requestUpdate();
    for (const name of this.constructor.follows) this.lab.addEventListener(name, this.again);
  }

  unfollow() {
    if (!this.followed) return;
    for (const name of this.constructor.follows) this.followed.removeEventListener(name, this.again);
    this.followed = null;
  }
}
