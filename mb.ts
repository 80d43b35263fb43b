import { readFileSync } from 'node:fs';
import { createColumn } from './src/core/columns.ts';
import { createRowScanner } from './src/records/row-scanner.ts';
import { createSchemaSurvey } from './src/records/schema.ts';
import { createGroupTable } from './src/transform/group-table.ts';
import { KeyTable } from './src/transform/key-table.ts';
const all = readFileSync('/tmp/g/recs.ndjson');
const blocks: Buffer[] = [];
for (let at = 0; at < all.length; ) { let end = Math.min(all.length, at + 256 * 1024); if (end < all.length) end = all.lastIndexOf(10, end) + 1; blocks.push(all.subarray(at, end)); at = end; }
const cols = (names: string[]) => names.map((n) => createColumn([n]));
function time(what: string, f: () => void) { let best = 1e9; for (let i = 0; i < 4; i++) { const t = process.cpuUsage(); f(); const u = process.cpuUsage(t); best = Math.min(best, (u.user + u.system) / 1000); } console.log(what.padEnd(24), best.toFixed(0)); }
function scanAll(names: string[], visit: (row: any) => void) { const s = createRowScanner(cols(names)); const row: any = { block: blocks[0], starts: s.starts, ends: s.ends }; for (const b of blocks) { row.block = b; for (let at = 0; at < b.length; ) { at = s.scan(b, at); visit(row); } } }
const six = ['campaign_id', 'domain', 'country', 'impressions', 'clicks', 'revenue', 'campaign'];
const none = () => {};
time('scan 1', () => scanAll(['revenue'], none));
time('scan 7', () => scanAll(six, none));
time('survey 6', () => { const v = createSchemaSurvey(cols(six)); scanAll(six, (r) => v.addRow(r)); });
time('keys', () => { const k = new KeyTable([{ column: createColumn(['campaign']), name: 'c' }]); scanAll(['campaign'], (r) => k.numberOf(r, 0)); });
const g = (names: string[]) => () => { const t = createGroupTable({ keys: [{ column: createColumn(['campaign']), name: 'c' }], aggregations: names.map((n) => ({ kind: 'sum' as const, column: createColumn([n]), name: n })), withCount: false }); let o = 0; scanAll(['campaign', ...names], (r) => t.add(r, 0, o++)); };
time('group 1', g(['revenue']));
time('group 3', g(['impressions', 'clicks', 'revenue']));
