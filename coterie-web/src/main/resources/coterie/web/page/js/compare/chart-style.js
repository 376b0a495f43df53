// The look of charts. Custom properties of the page are used where it has them.
export const CSS = `
.cmp { --c-ink: var(--ink, #1b2733); --c-ink2: var(--ink-2, #3b4856); --c-ink3: var(--ink-3, #5f6c79);
  --c-paper: var(--paper, #fff); --c-paper2: var(--paper-2, #f5f7fa); --c-line: var(--line, #dbe1e8); --c-line2: var(--line-2, #b9c3cd);
  --c-accent: var(--accent, #0b62a4); --c-accent-soft: var(--accent-soft, #e2eefa); --c-bad: var(--together, #d5420b);
  --s0: #0072b2; --s1: #d55e00; --s2: #009e73; --s3: #8c4a8c; --s4: #b8860b; --s5: #1b2733; --s6: #4aa3df;
  --h0: #e8f1f8; --h1: #b9d6ea; --h2: #7fb3d8; --h3: #3f87bd; --h4: #0f5c95; --h5: #06345a;
  color: var(--c-ink); font-size: var(--t-2, 14px); font-variant-numeric: tabular-nums; min-width: 0; display: grid; gap: 16px; align-content: start; }
.cmp.dark { --s0: #4aa8e8; --s1: #ff8a4a; --s2: #2cc295; --s3: #d79ad7; --s4: #e6b640; --s5: #e7ecf1; --s6: #9fd3f7;
  --h0: #1c2b39; --h1: #1f4463; --h2: #27648f; --h3: #3d8cc2; --h4: #73b7e6; --h5: #c4e4fa; }
.cmp.wide { grid-template-columns: minmax(0, 1.35fr) minmax(0, 1fr); }
.cmp.wide > .cmp-last { grid-column: 1 / -1; }
.cmp code { font-family: var(--mono, ui-monospace, monospace); overflow-wrap: anywhere; }
.cmp section { min-width: 0; }
.cmp h3 { font-size: var(--t-3, 16px); font-weight: 650; color: var(--c-ink); margin: 0; }
.cmp-sub { color: var(--c-ink3); font-size: var(--t-1, 12px); margin: 2px 0 8px; }
.cmp-axes { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end; margin-bottom: 8px; }
.cmp-axes label { display: grid; gap: 2px; font-size: var(--t-1, 12px); color: var(--c-ink3); font-weight: 600; min-width: 0; flex: 0 1 300px; }
.cmp-axes label.cmp-check { display: flex; flex: none; gap: 6px; align-items: center; min-height: 32px; font-weight: 400; color: var(--c-ink2); }
.cmp-axes select { font: inherit; font-size: var(--t-2, 14px); font-weight: 400; color: var(--c-ink); background: var(--c-paper); border: 1px solid var(--c-line2); border-radius: 6px; min-height: 32px; padding: 0 8px; width: 100%; min-width: 0; text-overflow: ellipsis; }
.cmp-legend { display: flex; flex-wrap: wrap; gap: 4px; margin: 0 0 8px; padding: 0; list-style: none; }
.cmp-legend button { font: inherit; font-size: var(--t-2, 14px); display: inline-flex; align-items: center; gap: 6px; min-height: 32px; padding: 0 10px; border-radius: 16px; border: 1px solid var(--c-line2); background: var(--c-paper); color: var(--c-ink); cursor: pointer; }
.cmp-legend button[aria-pressed="false"] { color: var(--c-ink3); text-decoration: line-through; border-style: dashed; }
.cmp-legend button[aria-pressed="false"] svg { opacity: .35; }
.cmp-legend button[aria-pressed="true"] { background: var(--c-paper); border-color: var(--c-line2); color: var(--c-ink); }
.cmp-legend button:hover { background: var(--c-paper2); }
.cmp-figure { position: relative; margin: 0; }
.cmp-figure svg { display: block; width: 100%; overflow: visible; font: 12px var(--font, system-ui, sans-serif); }
.cmp-back { fill: var(--c-paper2); }
.cmp-strip { fill: var(--c-line); opacity: .55; }
.cmp-grid { stroke: var(--c-line); stroke-width: 1; }
.cmp-base { stroke: var(--c-line2); stroke-width: 1; }
.cmp-tick { fill: var(--c-ink3); }
.cmp-title { fill: var(--c-ink2); font-weight: 600; }
.cmp-line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.cmp-whisker { stroke-width: 1.5; opacity: .55; fill: none; }
.cmp-mark { stroke-width: 1.5; stroke-linejoin: round; stroke: var(--c-paper); cursor: pointer; }
.cmp-ring { fill: none; stroke: var(--c-accent); stroke-width: 2.5; visibility: hidden; }
.cmp-point:focus { outline: none; }
.cmp-point:focus-visible .cmp-ring, .cmp-point.hover .cmp-ring { visibility: visible; }
.cmp-point.hover .cmp-ring { stroke: var(--c-ink3); stroke-width: 1.5; }
.cmp-cell { cursor: pointer; stroke: var(--c-paper); stroke-width: 1; }
.cmp-cell:hover, .cmp-cell:focus { stroke: var(--c-ink); stroke-width: 2; outline: none; }
.cmp-cell.cmp-broken { stroke: var(--c-bad); stroke-width: 2; }
.cmp-unknown { fill: var(--c-paper2); stroke: var(--c-line); cursor: default; pointer-events: none; }
.cmp-scroll { overflow: auto hidden; scrollbar-width: thin; }
.cmp-scroll svg { width: auto; }
.cmp-ramp { display: flex; gap: 4px; align-items: center; font-size: var(--t-1, 12px); color: var(--c-ink3); flex-wrap: wrap; margin-top: 8px; }
.cmp-ramp i { display: inline-block; width: 20px; height: 12px; }
.cmp-ramp span { margin-left: 16px; }
.cmp-tip { position: absolute; z-index: 5; pointer-events: none; max-width: min(320px, 92vw); padding: 8px 10px; border-radius: 6px; background: var(--c-ink); color: var(--c-paper); font-size: var(--t-1, 12px); line-height: 1.45; box-shadow: 0 4px 16px rgb(0 0 0 / 25%); }
.cmp-tip b { display: block; font-size: var(--t-2, 14px); }
.cmp-tip[hidden] { display: none; }
.cmp-empty { fill: var(--c-ink3); font-size: 14px; }
.cmp-table summary { cursor: pointer; font-weight: 600; min-height: 32px; display: flex; align-items: center; gap: 6px; }
.cmp-table table { border-collapse: collapse; font-size: var(--t-1, 12px); white-space: nowrap; }
.cmp-table th, .cmp-table td { text-align: right; padding: 4px 10px; border-bottom: 1px solid var(--c-line); }
.cmp-table th { color: var(--c-ink2); font-weight: 600; vertical-align: bottom; white-space: normal; min-width: 88px; max-width: 160px; }
.cmp-table th:first-child, .cmp-table td:first-child { text-align: left; position: sticky; left: 0; background: var(--c-paper); }
.cmp-table tr.cmp-first td { border-top: 1px solid var(--c-line2); }
.cmp-table button { font: inherit; border: 0; background: none; padding: 0; min-height: 0; color: var(--c-accent); text-decoration: underline; text-underline-offset: 2px; cursor: pointer; }
.cmp-said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.cmp-run { border: 1px solid var(--c-line2); border-radius: 6px; padding: 12px; background: var(--c-paper2); margin-top: 8px; }
.cmp-run pre { overflow: auto; margin: 8px 0 0; font: 12px/1.5 var(--mono, ui-monospace, monospace); }
@media (prefers-reduced-motion: no-preference) { .cmp-cell, .cmp-mark { transition: fill .15s; } }
@media print { .cmp-axes, .cmp-tip { display: none; } }
`;
