/** The style of a page: on a screen, light and dark, wide and narrow, and on paper. */

import type { Page, Table } from '../document/document.ts';
import { printStyle } from './print-style.ts';

/** A longer text may be broken into lines. */
const MAX_MIN_WIDTH = 24;
const NUMBER = 'text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap';

/** The style of a page with these parts. Numbers stand on the right. */
export function pageStyle({ parts, repeatsRows }: Page): string {
  const rules = parts.map((part) => {
    if (part.kind === 'tiles') return '';
    if (part.kind === 'lines') return numberRules(part.figures);
    if (part.id !== 'rows') return numberRules(part) + groupRules(part);
    const print = repeatsRows ? '.repeated{display:none}' : printStyle(part);
    return `${numberRules(part)}${widthRules(part)}@media print{${print}}\n`;
  });
  return SVG_STYLE + STYLE + rules.join('');
}

function numberRules({ id, columns }: Table): string {
  const rules = columns.map(({ kind }, index) => {
    const place = `nth-child(${index + 1})`;
    return kind === 'number' ? `#${id} td:${place}{${NUMBER}}#${id} th:${place}{text-align:right}\n` : '';
  });
  return rules.join('');
}

/** Texts are not broken into too many lines. */
function widthRules({ id, columns }: Table): string {
  const rules = columns.map(({ kind, length = 0 }, index) => {
    const width = `calc(${Math.min(length, MAX_MIN_WIDTH)}ch + 26px)`;
    // The first column stays in sight, so it must leave room on a phone.
    const least = index === 0 ? `min(${width},36vw)` : width;
    return kind === 'number' ? '' : `@media screen{#${id} td:nth-child(${index + 1}){min-width:${least}}}\n`;
  });
  return rules.join('');
}

/** A phone has no room for the least important columns of a table with many. */
function groupRules({ id, columns }: Table): string {
  const isWide = columns.length > 5;
  const rules = columns.map(({ kind, importance }, index) => {
    const cells = `#${id} :is(th,td):nth-child(${index + 1})`;
    const width = kind === 'bar' ? `${cells}{width:${isWide ? '23%' : '45%'};min-width:60px}` : '';
    if (isWide && importance < 4) return `${width}@media screen and (max-width:640px){${cells}{display:none}}\n`;
    return kind === 'number' ? '' : `${width}@media screen and (max-width:640px){${cells}{flex:1 0 100%}}\n`;
  });
  return rules.join('');
}

/** The style of the drawings. */
const SVG_STYLE = `
.chart text{font:12px system-ui,sans-serif;fill:var(--chart-text,#57606a)}
.chart .grid{stroke:var(--chart-grid,#d8dee4);stroke-width:1}
.chart .zero{stroke:var(--chart-text,#57606a);stroke-width:1}
.chart .weekend{fill:var(--chart-weekend,#f3f5f8)}
.chart .gap{stroke:var(--chart-gap,#9a6700);stroke-width:1}
.chart .line{fill:none;stroke:var(--chart-now,#0b5fbf);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.chart .area{fill:var(--chart-now,#0b5fbf);opacity:.08}
.chart .dot{fill:var(--chart-now,#0b5fbf)}
.chart .earlier{stroke:var(--chart-earlier,#6e7781);stroke-width:1.5;stroke-dasharray:3 3}
.chart .dot.earlier{fill:var(--chart-earlier,#6e7781);stroke:none}
.chart .average{stroke:var(--chart-now,#0b5fbf);stroke-width:1;stroke-dasharray:2 4}
.chart .mark{stroke:var(--chart-gap,#9a6700);stroke-width:2;fill:none}
.chart .mark.highest{stroke:none;fill:var(--chart-now,#0b5fbf)}
.chart .note{fill:var(--text,#1b2129);paint-order:stroke;stroke:var(--card,#fff);stroke-width:4px;stroke-linejoin:round}
.chart .dot.part{fill:var(--card,#fff);stroke:var(--chart-now,#0b5fbf);stroke-width:2;stroke-dasharray:none}
.chart .dot.earlier.part{stroke:var(--chart-earlier,#6e7781)}
.chart .now{fill:var(--chart-now,#0b5fbf)}
.gain .now{fill:var(--rose)}
.loss .now{fill:var(--fell)}
.chart .before{fill:none;stroke:var(--chart-earlier,#6e7781);stroke-width:1;stroke-dasharray:2 2}
`;

const DARK = `
--page:#12161c;--card:#12161c;--text:#e6e9ee;--muted:#a3adba;--edge:#323b47;--stripe:#1f262f;--accent:#79b8ff;
--gain:#56d39b;--loss:#ff948a;--rose:#3f9f78;--fell:#c9584e;--box:#33270a;--box-edge:#8a6a14;--box-text:#ffdf9e;
--chart-text:#a3adba;--chart-grid:#2c343f;--chart-weekend:#212934;--chart-now:#79b8ff;--chart-earlier:#9aa5b3;
--chart-gap:#d6a437;`;

const LIGHT = `
--page:#fff;--card:#fff;--text:#1b2129;--muted:#57606a;--edge:#d8dee4;--stripe:#f6f8fa;--accent:#0b5fbf;
--gain:#0a6b45;--loss:#b42318;--rose:#2f8f6b;--fell:#d05a4e;--box:#fff6df;--box-edge:#d4a72c;--box-text:#573d04;
--chart-text:#57606a;--chart-grid:#e3e8ed;--chart-weekend:#f0f3f7;--chart-now:#0b5fbf;--chart-earlier:#6e7781;
--chart-gap:#9a6700;`;

const STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:1140px;margin:0 auto;padding:28px 20px 48px}
h1{font-size:30px;line-height:1.2;letter-spacing:-.01em;margin:0 0 10px;overflow-wrap:anywhere}
h1 b{font-weight:inherit}
h2{font-size:17px;line-height:1.3;margin:0 0 4px;overflow-wrap:anywhere}
bdi{overflow-wrap:anywhere}
section{margin:30px 0}
.about{margin:0 0 6px;color:var(--muted);font-size:13px;overflow-wrap:anywhere}
.lead{font-size:17px;max-width:62em;margin:0 0 18px}
.lead b{font-weight:600}
.box{border:1px solid var(--box-edge);border-radius:8px;padding:12px 16px;margin:14px 0;background:var(--box);color:var(--box-text)}
.box ul{margin:0;padding-left:20px}
.box li{overflow-wrap:anywhere}
.box.sandbox{font-weight:600}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));margin:18px 0;border:solid var(--edge);border-width:1px 0;overflow:hidden}
.tile{border-left:1px solid var(--edge);margin-left:-1px;padding:12px 14px 12px 15px;min-width:0;display:flex;flex-direction:column}
.tile:first-child{padding-left:1px}
.tile dt,.tile small{color:var(--muted);font-size:13px}
.tile dd{margin:0;font-size:13px;color:var(--muted);overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.tile dd.total{font-size:23px;line-height:1.3;font-weight:650;color:var(--text)}
.tile dd.total.loss{color:var(--loss)}
.tile b{font-weight:600}
.gain{color:var(--gain)}
.loss{color:var(--loss)}
.legend,.facts{color:var(--muted);font-size:13px;margin:4px 0}
.legend span{display:inline-block;margin-right:18px}
.facts{overflow-wrap:anywhere}
.swatch{width:24px;height:12px;margin-right:6px;vertical-align:-1px}
.plot{position:relative;margin:8px 0}
.plot svg{display:block;width:100%;height:auto}
.narrow{display:none}
details summary{cursor:pointer;color:var(--accent);font-size:13px;padding:4px 0}
table{border-collapse:collapse;width:100%}
th,td{padding:6px 12px;text-align:left;vertical-align:top;border-bottom:1px solid var(--edge);overflow-wrap:anywhere}
th{font-weight:600}
.dim{color:var(--muted)}
.scroll{overflow:auto;max-height:80vh;border:1px solid var(--edge);border-radius:8px}
.figures .scroll{max-height:320px}
.scroll table{border-collapse:separate;border-spacing:0}
.scroll thead th{position:sticky;top:0;background:var(--stripe);z-index:1;white-space:nowrap}
.figures tbody th{font-weight:400;white-space:nowrap}
.groups th[scope=row]{font-weight:400;min-width:9em;max-width:22em}
.groups td,.groups th{padding:6px 8px}
.groups tr>:first-child{padding-left:0}
.groups thead td{text-align:center;font-size:13px;font-weight:600;color:var(--muted)}
.groups tfoot td,.groups tfoot th[scope=row]{font-weight:650;border-top:2px solid var(--text);border-bottom:0}
.groups tr.other>*{color:var(--muted)}
.badge{display:inline-block;font-size:11px;line-height:1.4;border:1px solid var(--muted);border-radius:9px;padding:0 6px;color:var(--muted);white-space:nowrap}
.groups .scroll{border:0;max-height:none}
.groups thead th{background:none;position:static;font-size:13px;color:var(--muted)}
.groups .chart{display:block;margin-top:2px}
.groups thead bdi,#rows thead bdi{overflow-wrap:normal}
#rows{font-size:14px}
#rows td{max-width:34em;overflow:hidden}
#rows th{max-width:20em;overflow:hidden;text-overflow:ellipsis}
#rows thead th{white-space:normal;vertical-align:bottom}
#rows tbody tr:nth-child(even) td{background:var(--stripe)}
#rows tbody tr:hover td{background:color-mix(in srgb,var(--accent) 12%,var(--card))}
#rows tbody td:first-child{background:var(--card)}
#rows tr>:first-child{position:sticky;left:0;border-right:1px solid var(--edge);max-width:40vw}
#rows thead th:first-child{z-index:2}
#rows tfoot td{font-weight:650;border-top:2px solid var(--edge);border-bottom:0;background:var(--card)}
#rows tbody tr:last-child td{border-bottom:0}
.long{max-height:4.5em;overflow:auto}
a{color:var(--accent)}
.save{font-size:13px;margin:4px 0 10px}
a:focus-visible,.scroll:focus-visible,summary:focus-visible,.long:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
footer{color:var(--muted);font-size:13px;margin-top:28px;border-top:1px solid var(--edge);padding-top:10px}
dl.facts{display:flex;flex-wrap:wrap;gap:2px 22px;margin:0}
.facts div{display:flex;gap:6px;min-width:0}
.facts dd{margin:0;color:var(--text);overflow-wrap:anywhere;min-width:0}
footer p{margin:8px 0 0}
code{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--text);overflow-wrap:anywhere;background:var(--stripe);border:1px solid var(--edge);border-radius:6px;padding:8px 10px;display:block;margin:4px 0 0}
@media screen{
.scroll{animation:more linear both;animation-timeline:scroll(self inline)}
@keyframes more{0%,98%{mask-image:linear-gradient(90deg,#000 calc(100% - 48px),#0003)}}
}
@media screen and (max-width:900px){
.wide .chart text{font-size:16px}
.plot svg{overflow:visible}
}
@media screen and (max-width:640px){
main{padding:18px 12px 32px}
h1{font-size:22px}
section{margin:24px 0}
.wide{display:none}
.narrow{display:block}
.lead{font-size:16px}
.tiles{grid-template-columns:repeat(2,1fr)}
.tile,.tile:first-child{padding:10px 8px 10px 9px}
.tile dd.total{font-size:20px}
th,td{padding:5px 8px}
.groups table,.groups thead,.groups tbody,.groups tfoot{display:block;font-size:13px}
.groups tr{display:flex;flex-wrap:wrap;border-bottom:1px solid var(--edge);padding:4px 0}
.groups th,.groups td,.groups tfoot td,.groups tfoot th[scope=row]{flex:1 0 6em;border:0;padding:1px 4px}
.groups tr>:first-child:first-child{flex:1 0 100%;max-width:none;padding:0}
.groups tfoot tr{border-bottom:0;border-top:2px solid var(--text)}
#rows td{max-width:16em}
}
@page{margin:10mm 14mm}
@page wide{margin:14mm;size:landscape}
@media print{
:root{--page:#fff;--card:#fff}
body{font-size:9pt;line-height:1.4}
main{max-width:none;padding:0}
h1{font-size:17pt;margin-bottom:4px}
h2{font-size:11pt;margin:0;break-after:avoid}
.lead{font-size:9.5pt;max-width:none;margin:0 0 6px}
section{margin:5px 0}
section,.box,.tile{break-inside:avoid}
section.table,section.groups{break-inside:auto}
.box{padding:4px 10px;margin:6px 0}
.about,.facts,.legend,footer{font-size:7.5pt;margin:1px 0}
.figures,.save{display:none}
.tiles{grid-template-columns:repeat(auto-fit,minmax(28mm,1fr));margin:4px 0}
.tile{padding:3px 6px}
.tile dt,.tile dd,.tile small{font-size:7.5pt}
.tile dd.total{font-size:11pt}
.plot{padding:0 8px 0 4px;margin:2px 0}
.plot svg{overflow:visible;max-height:55mm}
.plot .chart text{font-size:14px}
.groups td,.groups th{padding:0 5px;font-size:8pt;line-height:1.5}
.groups thead>tr>*{font-size:7.5pt}
.groups .badge{font-size:7pt;line-height:1.2}
.groups .chart{margin:0;height:12px}
code{font-size:7pt;padding:2px 6px;margin:0}
footer{margin-top:4px;padding-top:2px}
footer p{display:none}
.scroll{overflow:visible;max-height:none;border:0}
.scroll thead th{position:static;white-space:normal}
thead{display:table-header-group}
tfoot{display:table-row-group}
tr{break-inside:avoid}
th,td{padding:3px 6px}
#rows td{max-width:none}
#rows tr>:first-child{position:static;border-right:0;max-width:none}
#rows th{overflow:visible}
.long{max-height:16em;overflow:hidden}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;
