/** How the pages of the desk and the exchange look: quiet, one accent, both themes, and the visitor's own colours. */
export const style = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#fff, #161616);
  --bg-2: light-dark(#f6f6f4, #1f1f1e);
  --bg-3: light-dark(#eeeeeb, #2a2a28);
  --line: light-dark(#8d8d86, #6e6e68);
  --text: light-dark(#171716, #f2f2ef);
  --text-2: light-dark(#5c5c57, #a5a59e);
  --page: light-dark(#e9e8e4, #0b0b0b);
  --ok: light-dark(#14723a, #4ac26b);
  --bad: light-dark(#b82a26, #ff6b62);
  --accent: light-dark(hsl(231 88% 58%), hsl(231 100% 74%));
  --on-accent: light-dark(#fff, #0d1030);
  --shadow: 0 0 0 1px light-dark(rgb(0 0 0 / 0.05), rgb(255 255 255 / 0.07)),
    0 24px 60px -12px light-dark(rgb(0 0 0 / 0.22), rgb(0 0 0 / 0.8));
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100dvh; display: grid; place-items: center; padding: 24px 12px;
  background: var(--page); color: var(--text); letter-spacing: -0.006em;
  font: 400 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main {
  inline-size: min(400px, 100%); background: var(--bg); border-radius: 24px; overflow: hidden;
  box-shadow: var(--shadow); padding: 20px 16px 16px; display: grid; gap: 16px;
}
header { text-align: center; display: grid; gap: 4px; }
h1 { font-size: 16px; font-weight: 600; }
h2 { font-size: 13px; font-weight: 500; color: var(--text-2); text-align: center; }
p, small { overflow-wrap: anywhere; }
.dim { color: var(--text-2); font-size: 13px; }
form, section, fieldset { display: grid; gap: 12px; border: 0; padding: 0; min-inline-size: 0; }
legend { font-size: 13px; font-weight: 500; color: var(--text-2); padding: 0 0 8px; }
label.field { display: grid; gap: 6px; font-size: 13px; font-weight: 500; color: var(--text-2); }
input[type="text"], select {
  inline-size: 100%; block-size: 52px; border-radius: 16px; border: 1px solid var(--line); padding-inline: 16px;
  background: var(--bg); color: var(--text); font: inherit; font-size: 16px; font-variant-numeric: tabular-nums;
}
.select { position: relative; display: block; }
.select select { appearance: none; padding-inline-end: 36px; text-overflow: ellipsis; cursor: pointer; }
.select::after {
  content: ""; position: absolute; inset-inline-end: 18px; inset-block-start: 50%; inline-size: 7px; block-size: 7px;
  border: solid var(--text-2); border-width: 0 1.6px 1.6px 0; transform: translateY(-75%) rotate(45deg); pointer-events: none;
}
input[type="text"][aria-invalid="true"] { border-color: var(--bad); }
.pair { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 8px; align-items: end; }
.row {
  display: flex; align-items: center; gap: 12px; min-block-size: 56px; padding: 8px 16px; border-radius: 16px;
  background: var(--bg-2); font-weight: 500; cursor: pointer;
}
.row small { display: block; font-size: 13px; font-weight: 400; color: var(--text-2); }
.row input { accent-color: var(--accent); inline-size: 20px; block-size: 20px; flex: none; margin: 0; }
.row:has(input:checked) { background: color-mix(in srgb, var(--accent) 12%, var(--bg)); }
.big { font-size: 32px; font-weight: 500; letter-spacing: -0.02em; text-align: center; font-variant-numeric: tabular-nums; line-height: 1.2; }
.big small { color: var(--text-2); font-size: 20px; }
dl { display: grid; gap: 8px; padding: 12px 16px; background: var(--bg-2); border-radius: 20px; font-size: 13px; }
dl div { display: flex; justify-content: space-between; gap: 16px; color: var(--text-2); }
dt { flex: none; }
dd { color: var(--text); font-weight: 500; text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; min-inline-size: 0; }
button, a.button {
  inline-size: 100%; min-block-size: 52px; border: 0; border-radius: 16px; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 600; display: grid; place-items: center; text-decoration: none; cursor: pointer; padding: 8px 16px;
}
button.quiet { background: var(--bg-3); color: var(--text); font-weight: 500; }
button:hover, a.button:hover { filter: brightness(1.06); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.mark { inline-size: 56px; block-size: 56px; border-radius: 50%; display: grid; place-items: center; justify-self: center; background: var(--bg-3); color: var(--text-2); }
.mark svg { inline-size: 24px; block-size: 24px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.mark[data-tone="ok"] { background: color-mix(in srgb, var(--ok) 14%, transparent); color: var(--ok); }
.mark[data-tone="bad"] { background: color-mix(in srgb, var(--bad) 14%, transparent); color: var(--bad); }
.said { text-align: center; display: grid; gap: 4px; }
.said strong { font-size: 16px; font-weight: 600; }
.wrong { color: var(--bad); font-size: 13px; }
footer { font-size: 12px; color: var(--text-2); text-align: center; padding-inline: 8px; }
@media (forced-colors: active) {
  main, .row, dl, .mark { border: 1px solid CanvasText; }
  button, a.button { border: 1px solid ButtonText; }
  .row:has(input:checked) { outline: 2px solid Highlight; }
}
`
