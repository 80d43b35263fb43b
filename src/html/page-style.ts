/** The style of a page: on a screen, light and dark, wide and narrow, and on paper. */

import { toVisibleText } from '../core/text.ts';
import type { Page, Table, TableColumn } from '../document/document.ts';

/** A longer text may be broken into lines. */
const MAX_MIN_WIDTH = 24;
const NUMBER = 'text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap';

/** The style of a page with these parts. */
export function pageStyle({ parts, repeatsRows }: Page): string {
  const rules = parts.map((part) => {
    if (part.kind !== 'table') return '';
    if (part.id === 'figures') return columnRules(part, () => '');
    if (part.id !== 'rows') return columnRules(part, groupRule);
    const print = repeatsRows ? '.repeated{display:none}' : printStyle(part);
    return `${columnRules(part, rowsRule)}@media print{${print}}\n`;
  });
  return STYLE + rules.join('');
}

/** The rules of each column. Numbers stand on the right. */
function columnRules(table: Table, ruleOf: (column: TableColumn, index: number, table: Table) => string): string {
  const rules = table.columns.map((column, index) => {
    const [cells, headings] = ['td', 'th'].map((tag) => `#${table.id} ${tag}:nth-child(${index + 1})`);
    const numbers = column.kind === 'number' ? `${cells}{${NUMBER}}${headings}{text-align:right}\n` : '';
    return numbers + ruleOf(column, index, table);
  });
  return rules.join('');
}

/** Texts are not broken into too many lines. */
function rowsRule({ kind, length = 0 }: TableColumn, index: number): string {
  const width = `calc(${Math.min(length, MAX_MIN_WIDTH)}ch + 26px)`;
  // The first column stays in sight, so it must leave room on a phone.
  const least = index === 0 ? `min(${width},36vw)` : width;
  return kind === 'number' ? '' : `@media screen{#rows td:nth-child(${index + 1}){min-width:${least}}}\n`;
}

/** A phone has no room for the least important columns of a table with many. */
function groupRule({ kind, importance }: TableColumn, index: number, { id, columns }: Table): string {
  const isWide = columns.length > 5;
  const cells = `#${id} :is(th,td):nth-child(${index + 1})`;
  const width = kind === 'bar' ? `${cells}{width:${isWide ? '23%' : '45%'};min-width:60px}` : '';
  const phone = isWide && importance < 4 ? 'display:none' : kind === 'number' ? undefined : 'flex:1 0 100%';
  return phone === undefined ? '' : `${width}@media screen and (max-width:640px){${cells}{${phone}}}\n`;
}

/** Wider rows are printed in landscape, and still wider ones as blocks of labelled values: paper would cut off their last columns. */
const MOST_CHARACTERS = { portrait: 115, landscape: 160 };
/** A longer text, or part of a name, is broken into lines. */
const MAX_TEXT = 12;
const PADDING = 2;
const LANDSCAPE = 'section.table,footer{page:wide}#rows td,#rows th{font-size:7pt;padding:2px 4px}';
const BLOCKS = `
#rows,#rows tbody,#rows tfoot{display:block}
#rows thead{display:none}
#rows tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(36mm,1fr));gap:4px 10px;border-bottom:1px solid var(--edge);padding:8px 0}
#rows td:nth-child(n){display:block;border:0;padding:0;text-align:left;white-space:normal;font-size:8pt;background:none!important}
#rows tr>td:first-child{grid-column:1/-1}
#rows td::before{display:block;color:var(--muted);font-size:6.5pt;font-weight:400}
`;
/** Longest name of a column that labels a printed cell. */
const MAX_LABEL = 60;

/** The style of a table on paper. */
function printStyle({ columns }: Table): string {
  const width = columns.reduce((sum, { heading, name = heading, kind, length: longest = 0 }) => {
    // With the commas of a number.
    const length = kind === 'number' ? Math.floor((4 * longest) / 3) : Math.min(longest, MAX_TEXT);
    const parts = name.split(/[_\s-]/).map((part) => Math.min(part.length, MAX_TEXT));
    return sum + Math.max(length, ...parts) + PADDING;
  }, 0);
  if (width <= MOST_CHARACTERS.portrait) return '#rows td,#rows th{font-size:7pt;padding:2px 4px}';
  if (width <= MOST_CHARACTERS.landscape) return LANDSCAPE;
  const labels = columns.map(
    ({ heading, name = heading }, index) =>
      `#rows td:nth-child(${index + 1})::before{content:"${escapeStyle(name.slice(0, MAX_LABEL))}"}\n`,
  );
  return BLOCKS + labels.join('');
}

/** A text as part of a CSS string: everything but letters and digits is escaped (CSS Syntax Level 3, section 4.3.7). */
function escapeStyle(text: string): string {
  return Array.from(toVisibleText(text), (character) =>
    /[A-Za-z0-9]/.test(character) ? character : `\\${character.codePointAt(0)!.toString(16)} `,
  ).join('');
}

const DARK = `
--page:#12161c;--text:#e6e9ee;--muted:#a3adba;--edge:#323b47;--stripe:#1f262f;--accent:#79b8ff;
--gain:#56d39b;--loss:#ff948a;--rose:#3f9f78;--fell:#c9584e;--box:#33270a;--box-edge:#8a6a14;--box-text:#ffdf9e;
--grid:#2c343f;--weekend:#212934;--earlier:#9aa5b3;--gap:#d6a437;`;

const LIGHT = `
--page:#fff;--text:#1b2129;--muted:#57606a;--edge:#d8dee4;--stripe:#f6f8fa;--accent:#0b5fbf;
--gain:#0a6b45;--loss:#b42318;--rose:#2f8f6b;--fell:#d05a4e;--box:#fff6df;--box-edge:#d4a72c;--box-text:#573d04;
--grid:#e3e8ed;--weekend:#f0f3f7;--earlier:#6e7781;--gap:#9a6700;`;

const STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:1140px;margin:0 auto;padding:28px 20px 48px}
h1{font-size:30px;line-height:1.2;letter-spacing:-.01em;margin:0 0 10px}
h2{font-size:17px;line-height:1.3;margin:0 0 4px}
section{margin:30px 0}
.about,.tile,.legend,.facts,.save,footer,summary{font-size:13px;color:var(--muted)}
.about{margin:0 0 6px}
.lead{font-size:17px;max-width:62em;margin:0 0 18px}
.tile b,.box.sandbox,th{font-weight:600}
.box{border:1px solid var(--box-edge);border-radius:8px;padding:12px 16px;margin:14px 0;background:var(--box);color:var(--box-text)}
.box ul{margin:0;padding-left:20px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));margin:18px 0;border:solid var(--edge);border-width:1px 0;overflow:hidden}
.tile{border-left:1px solid var(--edge);margin-left:-1px;padding:12px 14px 12px 15px;min-width:0;display:flex;flex-direction:column}
.tile:first-child{padding-left:1px}
.tile small{font-size:13px}
.tile dd{margin:0;font-variant-numeric:tabular-nums}
.tile dd.total{font-size:23px;line-height:1.3;font-weight:650;color:var(--text)}
.gain{color:var(--gain)}
.loss,.tile dd.total.loss{color:var(--loss)}
.legend,.facts{margin:4px 0}
.legend span{display:inline-block;margin-right:18px}
.swatch{width:24px;height:12px;margin-right:6px;vertical-align:-1px}
.plot{position:relative;margin:8px 0}
.plot svg{display:block;width:100%;height:auto}
.narrow{display:none}
summary{cursor:pointer;color:var(--accent);padding:4px 0}
table{border-collapse:collapse;width:100%}
th,td{padding:6px 12px;text-align:left;vertical-align:top;border-bottom:1px solid var(--edge)}
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
.groups .scroll{border:0;max-height:none}
.groups thead th{background:none;position:static;font-size:13px;color:var(--muted)}
.groups .chart{display:block;margin-top:2px}
.groups thead bdi,#rows thead bdi{overflow-wrap:normal}
#rows{font-size:14px}
#rows td{max-width:34em;overflow:hidden}
#rows th{max-width:20em;overflow:hidden;text-overflow:ellipsis}
#rows thead th{white-space:normal;vertical-align:bottom}
#rows tbody tr:nth-child(even) td{background:var(--stripe)}
#rows tbody tr:hover td{background:color-mix(in srgb,var(--accent) 12%,var(--page))}
#rows tbody td:first-child{background:var(--page)}
#rows tr>:first-child{position:sticky;left:0;border-right:1px solid var(--edge);max-width:40vw}
#rows thead th:first-child{z-index:2}
#rows tfoot td{font-weight:650;border-top:2px solid var(--edge);border-bottom:0;background:var(--page)}
#rows tbody tr:last-child td{border-bottom:0}
.long{max-height:4.5em;overflow:auto}
a{color:var(--accent)}
.save{margin:4px 0 10px}
:is(a,.scroll,summary,.long):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
footer{margin-top:28px;border-top:1px solid var(--edge);padding-top:10px}
dl.facts{display:flex;flex-wrap:wrap;gap:2px 22px;margin:0}
.facts div{display:flex;gap:6px;min-width:0}
.facts dd{margin:0;color:var(--text);min-width:0}
footer p{margin:8px 0 0}
code{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--text);background:var(--stripe);border:1px solid var(--edge);border-radius:6px;padding:8px 10px;display:block;margin:4px 0 0}
.chart text{font:12px system-ui,sans-serif;fill:var(--muted)}
.chart .grid{stroke:var(--grid)}
.chart .zero{stroke:var(--muted)}
.chart .weekend{fill:var(--weekend)}
.chart .line{fill:none;stroke:var(--accent);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.chart .area,.chart .dot,.chart .now{fill:var(--accent)}
.chart .area{opacity:.08}
.chart .earlier{stroke:var(--earlier);stroke-width:1.5;stroke-dasharray:3 3}
.chart .dot.earlier{fill:var(--earlier);stroke:none}
.chart .odd{stroke:var(--gap);stroke-width:2;fill:none}
.chart .note{fill:var(--text);paint-order:stroke;stroke:var(--page);stroke-width:4px;stroke-linejoin:round}
.chart .dot.part{fill:var(--page);stroke:var(--accent);stroke-width:2;stroke-dasharray:none}
.chart .dot.earlier.part{stroke:var(--earlier)}
.gain .now{fill:var(--rose)}
.loss .now{fill:var(--fell)}
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
