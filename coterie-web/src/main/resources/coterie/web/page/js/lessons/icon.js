// Pictures that only the lessons use; all others are the shell's.
import { svg } from "lit";
import { icon as shared } from "coterie/shell/icons.js";

const paths = {
  list: "M7.5 3.5L3 8l4.5 4.5M3.5 8H13",
  check: "M3 8.5l3.2 3.2L13 4.8",
  screen: "M2.5 3h11v8h-11zM8 11v2.5M5.5 13.5h5",
  print: "M4.5 6V2.5h7V6M4.5 11h-2V6h11v5h-2M4.5 9.5h7v4h-7z",
};

export function icon(name) {
  return paths[name] ? svg`<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5"
    stroke-linecap="round" stroke-linejoin="round"><path d=${paths[name]}></path></svg>` : shared(name);
}
