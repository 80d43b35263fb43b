/** A reader of workbooks (ZIP and XML) that shares no code with the program. It reads what a spreadsheet shows and stores. */

import { inflateRawSync } from 'node:zlib';

/** A cell that is not empty. */
export interface WorkbookCell {
  readonly type: 'number' | 'text' | 'boolean';
  /** The text, or the digits of a number. */
  readonly value: string;
  /** The number format, `General` by default. */
  readonly format: string;
  readonly formula: string | undefined;
  readonly isBold: boolean;
  /** That of the font, as RGB; undefined for black. */
  readonly color: string | undefined;
  readonly isQuoted: boolean;
  /** The side of its cell that it is at, if that is not the one of its type. */
  readonly align: string | undefined;
}

export interface WorkbookSheet {
  readonly name: string;
  readonly xml: string;
  /** The cells by place: `B2`. */
  readonly cells: ReadonlyMap<string, WorkbookCell>;
}

/** The parts of a ZIP file by name, found through its directory. Throws for a part whose sizes are wrong. */
export function unzip(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const parts = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const [nameLength, extraLength] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)];
    // In ZIP64, sizes and offset are in a field after the name: size, compressed size, offset (APPNOTE.TXT of PKWARE, section 4.5.3).
    const isZip64 = bytes.readUInt32LE(at + 20) === 0xffffffff;
    const large = (index: number) => Number(bytes.readBigUInt64LE(at + 50 + nameLength + 8 * index));
    const compressed = isZip64 ? large(1) : bytes.readUInt32LE(at + 20);
    const size = isZip64 ? large(0) : bytes.readUInt32LE(at + 24);
    const local = isZip64 ? large(2) : bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(start, start + compressed));
    if (content.length !== size) throw new Error(`a part has ${content.length} bytes instead of ${size}`);
    parts.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), content);
    at += 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** The sheets of a workbook, in order. */
export function readWorkbook(bytes: Buffer): readonly WorkbookSheet[] {
  const parts = unzip(bytes);
  const partOf = (name: string): string => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`the workbook has no part ${name}`);
    return part.toString();
  };
  const styles = stylesOf(partOf('xl/styles.xml'));
  return elements(partOf('xl/workbook.xml'), 'sheet').map(({ attributes }, index) => {
    const xml = partOf(`xl/worksheets/sheet${index + 1}.xml`);
    const cells = elements(xml, 'c')
      .filter(({ content }) => content !== '')
      .map((cell) => readCell(cell, styles));
    return { name: decode(attributes.name!), xml, cells: new Map(cells) };
  });
}

interface Element {
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string;
}

/** The elements with this name, which do not contain each other. */
function elements(xml: string, name: string): readonly Element[] {
  const pattern = new RegExp(`<${name}((?: [^<>]*?)?)(?:/>|>([\\s\\S]*?)</${name}>)`, 'g');
  return Array.from(xml.matchAll(pattern), ([, attributes = '', content = '']) => ({
    attributes: Object.fromEntries(
      Array.from(attributes.matchAll(/([\w:]+)="([^"]*)"/g), ([, key, value]) => [key!, value!]),
    ),
    content,
  }));
}

type Style = Pick<WorkbookCell, 'format' | 'isBold' | 'color' | 'isQuoted' | 'align'>;

const BUILT_IN: Readonly<Record<string, string>> = { 0: 'General', 49: '@' };

function stylesOf(xml: string): readonly Style[] {
  const formats = new Map(
    elements(xml, 'numFmt').map(({ attributes }) => [attributes.numFmtId!, decode(attributes.formatCode!)]),
  );
  const fonts = elements(elements(xml, 'fonts')[0]!.content, 'font');
  return elements(elements(xml, 'cellXfs')[0]!.content, 'xf').map(({ attributes, content }) => ({
    format: BUILT_IN[attributes.numFmtId!] ?? formats.get(attributes.numFmtId!)!,
    isBold: fonts[Number(attributes.fontId)]!.content.includes('<b/>'),
    color: /<color rgb="FF(.*?)"/.exec(fonts[Number(attributes.fontId)]!.content)?.[1],
    isQuoted: attributes.quotePrefix === '1',
    align: /horizontal="(\w+)"/.exec(content)?.[1],
  }));
}

const TYPES: Readonly<Record<string, WorkbookCell['type']>> = {
  inlineStr: 'text',
  str: 'text',
  b: 'boolean',
  n: 'number',
};

function readCell(
  { attributes, content }: Element,
  styles: readonly Style[],
): readonly [place: string, cell: WorkbookCell] {
  const style = styles[Number(attributes.s ?? 0)]!;
  const formula = elements(content, 'f')[0]?.content;
  const value = decode(elements(content, attributes.t === 'inlineStr' ? 't' : 'v')[0]!.content);
  const type = TYPES[attributes.t ?? 'n']!;
  return [attributes.r!, { type, value, ...style, formula: formula && decode(formula) }];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decode(xml: string): string {
  return xml
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const DAY_MS = 86_400_000;

/** The text of a cell as in CSV: the day of a date, the percentage of a hundredth. */
export function textOfCell(cell: WorkbookCell | undefined): string {
  if (cell === undefined) return '';
  const { type, value, format } = cell;
  if (type === 'boolean') return value === '1' ? 'true' : 'false';
  if (type === 'text') return value;
  if (format === 'yyyy-mm-dd')
    return new Date(Date.UTC(1899, 11, 30) + Number(value) * DAY_MS).toISOString().slice(0, 10);
  return format.includes('%') ? hundredfold(value) : value;
}

/** The number, of at least two decimals, times 100. */
function hundredfold(number: string): string {
  const [, sign, whole, cents, rest] = /^(-?)(\d+)\.(\d\d)(\d*)$/.exec(number)!;
  const digits = `${whole}${cents}`.replace(/^0+(?=\d)/, '');
  return `${sign}${digits}${rest === '' ? '' : `.${rest}`}`;
}

/** The header and the rows of a sheet as texts, without the row of totals, which an empty row precedes. */
export function sheetRows({ cells, xml }: WorkbookSheet): readonly (readonly string[])[] {
  const [, letters, last] = /<autoFilter ref="A1:([A-Z]+)(\d+)"/.exec(xml) ?? [];
  if (letters === undefined) return [];
  const columns = Array.from({ length: columnNumber(letters) }, (_, index) => columnName(index + 1));
  return Array.from({ length: Number(last) }, (_, row) =>
    columns.map((column) => textOfCell(cells.get(`${column}${row + 1}`))),
  );
}

function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function columnName(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? columnName(rest) : '') + String.fromCharCode(65 + ((number - 1) % 26));
}
