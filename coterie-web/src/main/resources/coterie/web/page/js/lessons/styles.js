// The look of the lessons, and how they are printed; it joins the page's sheet when they are opened.
import { css } from "lit";

const sheet = css`
  lab-lessons { display: block; height: 100%; }
  .lessonlist { max-width: 1720px; margin: 0 auto; padding: 24px clamp(12px, 3vw, 40px) 48px; }
  .lessonlist header { display: grid; gap: 8px; margin-bottom: 24px; max-width: 720px; }
  .lessonlist h1 { font-size: var(--t-5); line-height: 1.2; }
  .lessonlist header p { font-size: var(--t-3); color: var(--ink-2); }
  .lessonlist header p.small { font-size: var(--t-1); }
  .lessoncards { list-style: none; margin: 0; padding: 0; display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr)); }
  .lessoncards li { display: grid; }
  .lessoncard { display: grid; grid-template-rows: auto 1fr auto; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper); color: var(--ink); text-decoration: none; overflow: hidden; position: relative; }
  .lessoncard:hover { border-color: var(--accent); }
  .lessonpicture { background: var(--paper-2); border-bottom: 1px solid var(--line); display: grid; }
  .lessonpicture svg { width: 100%; max-height: 168px; display: block; }
  .lessonwords { display: grid; gap: 4px; padding: 12px 16px; align-content: start; }
  .lessonwords strong { font-size: var(--t-3); font-weight: 650; line-height: 1.3; }
  .lessonnumber { font-size: var(--t-1); color: var(--ink-3); }
  .promise { color: var(--ink-2); }
  .lessonfoot { display: flex; justify-content: space-between; gap: 8px; padding: 0 16px 12px; font-size: var(--t-1); color: var(--ink-3); }
  .lessonfoot .ok { display: inline-flex; gap: 4px; align-items: center; color: var(--good); font-weight: 650; }
  .lessonfoot svg { width: 14px; height: 14px; }
  .lessoncard progress { position: absolute; inset: auto 0 0; width: 100%; height: 4px; border: 0; appearance: none; background: var(--paper-3); }
  .lessoncard progress::-webkit-progress-bar { background: var(--paper-3); }
  .lessoncard progress::-webkit-progress-value { background: var(--accent); }
  .lessoncard progress::-moz-progress-bar { background: var(--accent); }
  .lessoncard.done progress::-webkit-progress-value { background: var(--inside); }
  .lessoncard.plaincard { border-style: dashed; align-content: center; grid-template-rows: auto; }

  .pline { stroke: var(--line-2); stroke-width: 1.5; }
  .pband { fill: var(--ink-3); }
  .pband.leader { fill: var(--leader); } .pband.waiting { fill: var(--waiting); } .pband.inside { fill: var(--inside); }
  .pband.together { fill: var(--together); } .pband.down { fill: var(--down); opacity: .55; } .pband.paused { fill: var(--paused); }
  .pband.suspect { fill: var(--suspect); } .pband.learned { fill: var(--learned-blue); } .pband.phase { fill: var(--phase-2); }
  .parrow { stroke: var(--message); stroke-width: 1.75; fill: none; stroke-linecap: round; stroke-linejoin: round; }
  .parrow.lost { stroke: var(--lost); stroke-width: 2; } .parrow.good { stroke: var(--inside); } .parrow.accent { stroke: var(--accent); stroke-width: 2.25; }
  .pdot { fill: var(--paper); stroke: var(--ink-2); stroke-width: 2; }
  .pdot.red { fill: var(--self-red); stroke: none; } .pdot.green { fill: var(--self-green); stroke: none; } .pdot.blue { fill: var(--learned-blue); stroke: none; }
  .pdot.accent { fill: var(--accent); stroke: none; } .pdot.token { fill: var(--waiting); stroke: none; }
  .pword { font: 600 11px var(--font); fill: var(--ink-2); }

  /* ---- inside a lesson */

  lab-lesson { display: grid; height: calc(100dvh - 48px); min-height: 0; grid-template: "tell see" minmax(0, 1fr) "tell time" auto / 392px minmax(0, 1fr); }
  lab-lesson > .tell { grid-area: tell; display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line); background: var(--paper-2); }
  lab-lesson .lessonhead { display: flex; align-items: center; gap: 8px; padding: 8px 8px 8px 12px; border-bottom: 1px solid var(--line); background: var(--paper); }
  lab-lesson .lessonhead h1 { font-size: var(--t-3); font-weight: 650; flex: 1 1 auto; min-width: 0; line-height: 1.3; }
  lab-lesson .tellbody { flex: 1 1 auto; min-height: 0; overflow: auto; padding: 16px; display: flex; flex-direction: column; gap: 16px; scrollbar-width: thin; }
  lab-lesson .tellbody > * { flex: none; }
  lab-lesson .caption { font-size: 17px; line-height: 1.5; text-wrap: pretty; }
  lab-lesson .caption p + p { margin-top: 8px; }
  lab-lesson .moment { font-size: var(--t-1); color: var(--ink-3); }
  lab-lesson .stepfoot { border-top: 1px solid var(--line); background: var(--paper); padding: 8px 12px; display: grid; gap: 8px; }
  lab-lesson .stepfoot .row button { flex: 1 1 0; min-height: 40px; }
  lab-lesson .stepfoot .row .muted { flex: none; min-width: 56px; text-align: center; }
  lab-lesson .places { display: flex; flex-wrap: wrap; gap: 4px; justify-content: center; list-style: none; margin: 0; padding: 0; }
  lab-lesson .places button { width: 20px; min-height: 20px; height: 20px; padding: 0; border: 0; background: none; position: relative; border-radius: 50%; }
  lab-lesson .places button::before { content: ""; position: absolute; inset: 5px; border-radius: 50%; background: var(--line-2); }
  lab-lesson .places button.seen::before { background: var(--accent); opacity: .55; }
  lab-lesson .places button.asks::before { border-radius: 2px; rotate: 45deg; inset: 5px; background: none; border: 2px solid var(--line-2); }
  lab-lesson .places button.asks.solved::before { background: var(--inside); border-color: var(--inside); }
  lab-lesson .places button[aria-current="step"]::before { inset: 3px; background: var(--accent); opacity: 1; }
  lab-lesson .places button.asks[aria-current="step"]::before { background: none; border-color: var(--accent); }
  lab-lesson .places button.asks.solved[aria-current="step"]::before { background: var(--inside); }

  lab-lesson .question { display: grid; gap: 12px; border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: var(--radius); background: var(--paper); padding: 12px 16px 16px; }
  lab-lesson .question.solved { border-left-color: var(--inside); }
  lab-lesson .question .ask { font-size: var(--t-3); font-weight: 600; line-height: 1.45; }
  lab-lesson .chosen { display: grid; gap: 2px; padding: 8px; border-radius: var(--radius); background: var(--paper-2); overflow-wrap: anywhere; }
  lab-lesson .chosen .mono { color: var(--ink-2); }
  lab-lesson .tools { display: flex; flex-wrap: wrap; gap: 8px; }
  lab-lesson .verdict { border-left: 3px solid var(--waiting); background: color-mix(in srgb, var(--waiting) 14%, var(--paper)); padding: 8px 12px; border-radius: 0 var(--radius) var(--radius) 0; display: grid; gap: 4px; overflow-wrap: anywhere; }
  lab-lesson .verdict.right { border-color: var(--inside); background: color-mix(in srgb, var(--inside) 14%, var(--paper)); }
  lab-lesson .hint { color: var(--ink-2); }
  lab-lesson .added { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
  lab-lesson .added code { overflow-wrap: anywhere; }
  lab-lesson .write { display: flex; gap: 8px; }
  lab-lesson .write input { flex: 1 1 auto; }

  lab-lesson > .see { grid-area: see; display: grid; min-height: 0; min-width: 0; grid-template: minmax(0, 1fr) minmax(0, 1fr) / minmax(0, 1fr); }
  lab-lesson > .see.tall { grid-template-rows: minmax(0, 3fr) minmax(0, 4fr); }
  lab-lesson .viewing > .tabs.pad { padding: 4px 8px; }
  lab-lesson > .see > .drawing { display: flex; flex-direction: column; min-height: 0; min-width: 0; }
  lab-lesson > .see > .drawing > lab-diagram { display: block; flex: 1 1 0; min-height: 0; min-width: 0; }
  lab-lesson > .see > .viewing { display: flex; flex-direction: column; min-height: 0; min-width: 0; border-top: 1px solid var(--line); }
  lab-lesson .viewing > .view { flex: 1 1 auto; min-height: 0; overflow: auto; display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
  lab-lesson .viewing > .view > * { min-height: 0; min-width: 0; }
  lab-lesson > .time { grid-area: time; border-top: 1px solid var(--line); background: var(--paper-2); min-width: 0; display: block; padding: 8px 12px; }
  lab-lesson .panes { display: none; }

  @media (min-width: 1600px) {
    lab-lesson { grid-template-columns: clamp(392px, 20vw, 560px) minmax(0, 1fr); }
    lab-lesson > .see, lab-lesson > .see.tall { grid-template: minmax(0, 1fr) / minmax(0, 3fr) minmax(0, 2fr); }
    lab-lesson > .see > .viewing { border-top: 0; border-left: 1px solid var(--line); }
    lab-lesson .caption { font-size: var(--t-4); }
  }
  @media (min-width: 2200px) { lab-lesson .caption { font-size: 24px; } lab-lesson .question .ask { font-size: var(--t-4); } }
  @media (max-width: 1099px) { lab-lesson { grid-template-columns: 320px minmax(0, 1fr); } }
  @media (max-width: 759px) {
    lab-lesson { grid-template: "see" minmax(180px, 46%) "tell" minmax(0, 1fr) / minmax(0, 1fr); }
    lab-lesson > .time { display: none; }
    lab-lesson > .tell { border-right: 0; border-top: 1px solid var(--line); }
    lab-lesson > .see { display: flex; flex-direction: column; }
    lab-lesson > .see > * { flex: 1 1 0; }
    lab-lesson > .see:not(.pane-view) > .viewing { display: none; }
    lab-lesson > .see.pane-view > .drawing { display: none; }
    lab-lesson > .see.pane-view > .viewing { border: 0; }
    lab-lesson .viewing > .tabs { display: none; }
    lab-lesson .panes { display: flex; gap: 4px; }
    lab-lesson .panes button { min-height: 28px; padding: 0 8px; font-size: var(--t-1); }
    lab-lesson .lessonhead { padding: 4px 4px 4px 8px; }
    lab-lesson .lessonhead h1 { font-size: var(--t-2); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    lab-lesson .tellbody { padding: 12px; gap: 12px; }
    lab-lesson .caption { font-size: var(--t-3); }
    lab-lesson .stepfoot { padding: 4px 8px 8px; gap: 4px; }
    lab-lesson .places { gap: 0; }
  }

  /* ---- presented: nothing but the picture and the words */

  lab-lesson.presented { position: fixed; inset: 0; z-index: 30; height: 100dvh; background: var(--paper); grid-template: "see" minmax(0, 1fr) "tell" auto / minmax(0, 1fr); }
  lab-lesson.presented > .time, lab-lesson.presented .viewing > .tabs, lab-lesson.presented .lessonhead, lab-lesson.presented .moment, lab-lesson.presented .panes { display: none; }
  lab-lesson.presented > .tell { border: 0; border-top: 1px solid var(--line); background: var(--paper); max-height: 46dvh; flex-direction: row; align-items: stretch; }
  lab-lesson.presented .tellbody { padding: clamp(12px, 2vh, 32px) clamp(16px, 4vw, 64px); }
  lab-lesson.presented .caption { font-size: clamp(20px, 2.1vw, 44px); line-height: 1.35; max-width: 60em; }
  lab-lesson.presented .question .ask { font-size: clamp(18px, 1.8vw, 36px); }
  lab-lesson.presented .stepfoot { border: 0; align-content: end; grid-template-columns: auto; padding: 12px 16px; flex: none; }
  lab-lesson.presented .stepfoot .places { display: none; }
  lab-lesson.presented .stepfoot .row button { flex: none; }
  @media (min-width: 760px) { lab-lesson.presented > .see, lab-lesson.presented > .see.tall { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 3fr) minmax(0, 2fr); } lab-lesson.presented > .see > .viewing { border-top: 0; border-left: 1px solid var(--line); } }
  @media (max-width: 759px) { lab-lesson.presented > .tell { flex-direction: column; } }

  /* ---- printed: a title, and for each step its words and a still */

  .lessonprint { display: none; }
  @media print {
    html:has(> body > .lessonprint), body:has(> .lessonprint) { height: auto; overflow: visible; background: #fff; }
    body:has(> .lessonprint) > :not(.lessonprint) { display: none !important; }
    .lessonprint { display: block; color: #000; font: 11pt/1.45 var(--font); padding: 0; }
    .lessonprint h1 { font-size: 20pt; margin: 0 0 4pt; }
    .lessonprint section { break-inside: avoid; margin: 14pt 0; display: grid; gap: 6pt; }
    .lessonprint img { width: 100%; max-height: 110mm; object-fit: contain; object-position: left top; border: 0.5pt solid #bbb; }
    .lessonprint p { margin: 0; white-space: pre-line; }
    .lessonprint .when { font-size: 9pt; color: #555; }
  }
`;

let isAdopted = false;

/** Adds the sheet to the page, once. */
export function adopt() {
  if (isAdopted) return;
  isAdopted = true;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet.styleSheet];
}
