// Styles of an element, set one by one: the policy of the page refuses an attribute that has them, and Lit's
// own styleMap begins with one.
import { noChange } from "lit";
import { Directive, directive } from "lit/directive.js";

class Styles extends Directive {
  render() {
    return noChange;
  }

  update(part, [styles]) {
    Object.assign(part.element.style, styles);
    return noChange;
  }
}

/** @type {(styles: Partial<CSSStyleDeclaration>) => unknown} */
export const styles = directive(Styles);
