/** The look of the server's own pages, in both themes. It is inlined, and allowed by its hash. */
export const style = `
:root{color-scheme:light dark;--accent:hsl(231 88% 61%);--link:hsl(231 76% 50%);--on-accent:#fff;--page:#e9e8e4;--bg:#fff;--bg-2:#f6f6f4;--bg-3:#eeeeeb;--line:#d9d9d3;--field:#85857e;--text:#171716;--text-2:#5c5c57;--ok:#12692f;--ok-bg:#e0f2e5;--bad:#b3261e;--bad-bg:#fbe7e5;--shadow:0 0 0 1px rgb(0 0 0/.05),0 2px 6px rgb(0 0 0/.05),0 16px 40px -16px rgb(0 0 0/.18)}
@media (prefers-color-scheme:dark){:root{--accent:hsl(231 100% 72%);--link:hsl(231 100% 78%);--on-accent:#0d1030;--page:#0b0b0b;--bg:#161616;--bg-2:#1f1f1e;--bg-3:#2a2a28;--line:#383835;--field:#7d7d76;--text:#f2f2ef;--text-2:#a5a59e;--ok:#5fd083;--ok-bg:#152a1b;--bad:#ff8a82;--bad-bg:#33191a;--shadow:0 0 0 1px rgb(255 255 255/.07),0 16px 40px -16px rgb(0 0 0/.8)}}
*{box-sizing:border-box}
html{scroll-padding-top:24px}
body{margin:0;background:var(--page);color:var(--text);font:400 15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
a{color:var(--link);text-underline-offset:3px}
code,pre{font-family:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,monospace;font-size:13px;overflow-wrap:anywhere}
h1,h2,h3,h4,p,ul,dl,dd,table,fieldset{margin:0;padding:0}
h1{font-size:28px;font-weight:650;line-height:1.2;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:18px;font-weight:600;line-height:1.3}
h3{font-size:15px;font-weight:600}
ul{list-style:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:8px}
.skip{position:absolute;inset-inline-start:16px;inset-block-start:-60px;background:var(--bg);padding:8px 16px;border-radius:12px}
.skip:focus{inset-block-start:12px;z-index:1}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px;max-width:1120px;margin:0 auto;padding:20px 24px}
.bar .brand{font-weight:650;font-size:18px;letter-spacing:-.02em;min-height:44px;color:var(--text);text-decoration:none;display:flex;align-items:center;gap:10px}
.bar .mark{width:28px;height:28px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;flex:none}
.bar .door{fill:var(--accent);stroke:none}
.bar nav{display:flex;gap:16px;margin-inline-start:auto;align-items:center}
.bar nav a{color:var(--text-2);text-decoration:none;padding:8px 0}
.bar nav a:hover,.bar nav a[aria-current]{color:var(--text)}
.wrap{max-width:1120px;margin:0 auto;padding:0 24px 72px}
.wrap.reading{max-width:860px}
.narrow{max-width:440px;margin:48px auto;padding:0 24px 72px}
.stack{display:grid;gap:20px;grid-template-columns:minmax(0,1fr)}
.tight{display:grid;gap:8px;grid-template-columns:minmax(0,1fr)}
.head{display:flex;flex-wrap:wrap;gap:12px 24px;align-items:center;justify-content:space-between;margin-block:12px 4px}
.card{background:var(--bg);border-radius:20px;box-shadow:var(--shadow);padding:24px}
.quiet{color:var(--text-2)}
.small{font-size:13px;color:var(--text-2)}
.num{font-variant-numeric:tabular-nums}
.tag{display:inline-block;font-size:12px;font-weight:500;color:var(--text-2);background:var(--bg-3);padding:2px 8px;border-radius:8px;white-space:nowrap}
.tag.ok{color:var(--ok);background:var(--ok-bg)}
.tag.bad{color:var(--bad);background:var(--bad-bg)}
.tag.verb{font-family:ui-monospace,Menlo,Consolas,monospace;font-weight:600;text-transform:uppercase;color:var(--link)}
.tags{display:flex;flex-wrap:wrap;gap:6px}
.note{border-radius:16px;padding:14px 16px;background:var(--bg-3)}
.note.ok{background:var(--ok-bg);color:var(--ok)}
.note.bad{background:var(--bad-bg);color:var(--bad)}
.note a{color:inherit}
.scroll{overflow-x:auto;margin-inline:-8px;padding-inline:8px}
table{width:100%;border-collapse:collapse;text-align:start}
caption{text-align:start;font-weight:600;padding-block-end:8px}
th{font-size:13px;font-weight:500;color:var(--text-2);text-align:start;padding:8px 12px 8px 0;white-space:nowrap}
td{padding:10px 12px 10px 0;border-block-start:1px solid var(--line);vertical-align:top}
td code{overflow-wrap:normal;white-space:nowrap}
th.end,td.end{text-align:end;padding-inline-end:0}
tbody tr:first-child td{border-block-start:1px solid var(--line)}
.rows a.row{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:4px 16px;align-items:center;padding:14px 16px;border-radius:16px;text-decoration:none;color:var(--text);background:var(--bg-2)}
.rows{display:grid;gap:8px}
.rows a.row:hover{background:var(--bg-3)}
.row .tags{grid-column:1/-1;padding-block-start:4px}
.row .tight{gap:0}
.row .name{font-weight:500;overflow-wrap:anywhere}
form{margin:0}
.fields{display:grid;gap:20px;grid-template-columns:minmax(0,1fr)}
.field{display:grid;gap:6px}
label,legend{font-weight:500;padding:0}
.hint{font-size:13px;color:var(--text-2)}
.problem{font-size:13px;color:var(--bad)}
input[type=text],input[type=password],input[type=number],input[type=url],textarea{width:100%;font:inherit;font-size:16px;color:var(--text);background:var(--bg);border:1px solid var(--field);border-radius:12px;padding:10px 14px;min-height:48px}
textarea{min-height:120px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;line-height:1.6;resize:vertical}
[aria-invalid=true]{border-color:var(--bad)}
fieldset{border:0;min-width:0}
.checks{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:4px 16px;margin-block-start:8px}
.check{display:flex;gap:10px;align-items:flex-start;font-weight:400;padding:6px 0;min-height:36px}
.check input{width:20px;height:20px;margin:1px 0 0;accent-color:var(--accent);flex:none}
.check .hint{display:block}
button,.button{font:inherit;font-weight:600;border:0;border-radius:14px;min-height:48px;padding:10px 20px;cursor:pointer;background:var(--bg-3);color:var(--text);text-decoration:none;display:inline-flex;align-items:center;justify-content:center}
button.main,.button.main{background:var(--accent);color:var(--on-accent)}
button.bad{background:var(--bad-bg);color:var(--bad)}
button.plain{background:none;color:var(--text-2);font-weight:400;padding:8px 0;min-height:36px}
.actions{display:flex;flex-wrap:wrap;gap:12px;align-items:center}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px}
.figures div{background:var(--bg-2);border-radius:16px;padding:14px 16px}
.figures dt{font-size:13px;color:var(--text-2)}
.figures dd{font-size:24px;font-weight:600;font-variant-numeric:tabular-nums;line-height:1.3}
.figures dd.small{font-size:13px;font-weight:400;line-height:1.6}
meter{display:block;width:100%;height:12px}
.chart{display:block;width:100%;height:96px;fill:var(--accent);stroke:none}
.chart line{stroke:var(--line);stroke-width:1}
.docs{display:grid;grid-template:"nav words" auto "nav calls" 1fr/220px minmax(0,1fr);gap:20px 32px;align-items:start}
.docs>.words{grid-area:words}.docs>.calls{grid-area:calls}
.docs>nav{grid-area:nav;position:sticky;inset-block-start:16px;max-height:calc(100vh - 32px);overflow:auto}
.docs>nav h2{font-size:13px;color:var(--text-2);font-weight:500;padding:12px 8px 4px}
.docs>nav li a{display:block;padding:4px 8px;border-radius:8px;color:var(--text);text-decoration:none;font-size:14px}
.docs>nav li a:hover{background:var(--bg-3)}
.call{display:grid;gap:16px;grid-template-columns:minmax(0,1fr)}
.call .path{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center}
.call .path code{font-size:15px;font-weight:500}
pre{margin:0;background:var(--bg-2);border-radius:12px;padding:12px 16px;overflow-x:auto;white-space:pre}
.depth-1{padding-inline-start:16px}.depth-2{padding-inline-start:32px}.depth-3{padding-inline-start:48px}.depth-4{padding-inline-start:64px}.depth-5{padding-inline-start:80px}
details summary{cursor:pointer;font-weight:500;padding:6px 0;border-radius:8px}
@media (max-width:860px){.docs{grid-template:"words" "nav" "calls"/minmax(0,1fr)}.docs>nav{position:static;max-height:none}.docs>nav ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(160px,1fr))}}
@media (max-width:480px){.wrap,.bar{padding-inline:16px}.card{padding:20px 16px}h1{font-size:24px}}
@media (prefers-reduced-motion:no-preference){button,.button,.row,input{transition:background-color .15s}}
@media (forced-colors:active){.card,.note,.tag,button,.button{border:1px solid}}
`
