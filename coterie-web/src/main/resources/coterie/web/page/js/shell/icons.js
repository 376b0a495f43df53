// Small pictures, drawn as strokes in the colour of the text.
import { svg } from "lit";

const paths = {
  play: "M5 3.5v9l7.5-4.5z",
  pause: "M5 3.5v9M11 3.5v9",
  next: "M4 4l4.5 4L4 12M11.5 4v8",
  back: "M12 4L7.5 8l4.5 4M4.5 4v8",
  first: "M12.5 4L8.5 8l4 4M8 4L4 8l4 4M3 4v8",
  last: "M3.5 4l4 4-4 4M8 4l4 4-4 4M13 4v8",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  menu: "M3 4.5h10M3 8h10M3 11.5h10",
  help: "M6 6.2a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1v.6M8 12v.1",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1",
  moon: "M12.8 9.6A5.4 5.4 0 0 1 6.4 3.2a5.4 5.4 0 1 0 6.4 6.4z",
  auto: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  dice: "M3.5 3h9a.5.5 0 0 1 .5.5v9a.5.5 0 0 1-.5.5h-9a.5.5 0 0 1-.5-.5v-9a.5.5 0 0 1 .5-.5zM5.8 5.7v.1M10.2 5.7v.1M8 8v.1M5.8 10.2v.1M10.2 10.2v.1",
  share: "M8 10V2.5M5 5l3-2.7L11 5M3.5 8v5h9V8",
  branch: "M4.5 3v10M4.5 9.5c0-3 6.5-1.5 6.5-5M11 4.4V3.2M9.3 5L11 3l1.7 2",
  search: "M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8M10 10l3.2 3.2",
  filter: "M2.5 3.5h11L9.5 8.3v4.2l-3-1.5V8.3z",
  hand: "M5 8.5V4.2M7.2 7.5V2.8M9.4 7.5V3.4M11.6 8.4V5M5 8.5L3.4 7.2M5 8.5c-.3 3 1.2 5 3.4 5 2 0 3.2-1.6 3.2-5",
  undo: "M6 4L3 7l3 3M3.4 7h5.8a3.3 3.3 0 0 1 0 6.6H7",
  sides: "M2.5 3.5h11v9h-11zM8 3.5v9",
  edit: "M3.5 12.5l.6-2.7 6.6-6.6 2.1 2.1-6.6 6.6z",
  trash: "M3.5 4.5h9M6.5 4.3V3h3v1.3M4.8 4.8l.5 8h5.4l.5-8",
  copy: "M5.5 5.5h7v7h-7zM10.3 5.3V3.5h-7v7h1.9",
  fault: "M9 2L4 9h3.6L6.6 14 12 6.8H8.3z",
  left: "M2.5 3.5h11v9h-11zM6.5 3.5v9",
  sliders: "M3 5h5M11 5h2M3 11h2M8 11h5M9.5 3.5v3M6.5 9.5v3",
};

/** @param {keyof paths} name */
export function icon(name) {
  return svg`<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5"
    stroke-linecap="round" stroke-linejoin="round"><path d=${paths[name]}></path></svg>`;
}
