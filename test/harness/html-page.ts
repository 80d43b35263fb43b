/** Reads the parts of a page from its markup. It shares no code with the program. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of markup: without tags, with characters for entities. */
export function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replace(/&([^;]+);/g, (entity, name: string) => ENTITIES[name] ?? `unknown entity ${entity}`);
}

function between(page: string, start: string, end: string): string {
  const from = page.indexOf(start);
  if (from === -1) return '';
  const to = page.indexOf(end, from);
  return page.slice(from + start.length, to === -1 ? undefined : to);
}

/** The cells of each row of a part of a table: `thead`, `tbody` or `tfoot`. */
function rowsOf(table: string, part: string): string[][] {
  return between(table, `<${part}>`, `</${part}>`)
    .split('<tr')
    .slice(1)
    .map((row) =>
      row
        .split(/<t[dh](?=[ >])[^>]*>/)
        .slice(1)
        .map((cell) => textOf(cell.replace(/\n$/, ''))),
    );
}

/** The table of the rows: the header, then the rows. */
export function tableOf(page: string): string[][] {
  const table = between(page, '<table id="rows">', '</table>');
  return [...rowsOf(table, 'thead'), ...rowsOf(table, 'tbody')];
}

export function totalsOf(page: string): readonly string[] | undefined {
  return rowsOf(between(page, '<table id="rows">', '</table>'), 'tfoot')[0];
}

/** The figures of the lines: the header, then a row for each unit of time. */
export function figuresOf(page: string): string[][] {
  const table = between(page, '<details class="figures">', '</details>');
  return [...rowsOf(table, 'thead'), ...rowsOf(table, 'tbody')];
}

/** The bars: the header, then a row for each bar, without its drawing. */
export function barsOf(page: string): string[][] {
  const table = between(page, '<table id="bars">', '</table>');
  const hasBars = table.includes('<svg');
  return [...rowsOf(table, 'thead'), ...rowsOf(table, 'tbody')].map((row) => (hasBars ? row.slice(0, -1) : row));
}

/** The tiles: name, total, and the words about the change. */
export function tilesOf(page: string): string[][] {
  return between(page, '<dl class="tiles">', '</dl>')
    .split('<div class="tile">')
    .slice(1)
    .map((tile) => [...tile.matchAll(/<(?:dt|dd)[^>]*>(.*?)<\/(?:dt|dd)>/g)].map(([, text]) => textOf(text!)));
}

/** The texts of the box. */
export function notesOf(page: string): string[] {
  return [...between(page, '<div class="box" role="note">', '</div>').matchAll(/<li>(.*?)<\/li>/gs)].map(([, text]) =>
    textOf(text!),
  );
}

/** The facts at the foot, by name. */
export function factsOf(page: string): Record<string, string> {
  const list = between(page, '<dl class="facts">', '</dl>');
  return Object.fromEntries(
    [...list.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [name, textOf(value!)]),
  );
}

export function commandOf(page: string): string {
  return textOf(between(page, '<code>', '</code>'));
}

/** The answer, and the sentences below it. */
export function answerOf(page: string): readonly [headline: string, lead: string] {
  return [textOf(between(page, '<h1>', '</h1>')), textOf(between(page, '<p class="lead">', '</p>'))];
}

/** The table of the groups that moved: the header, the rows and the total, without the drawings. */
export function moversOf(page: string): string[][] {
  const table = between(page, '<table id="movers">', '</table>');
  return ['thead', 'tbody', 'tfoot'].flatMap((part) => rowsOf(table, part)).map((row) => row.toSpliced(5, 1));
}

/** The CSV that the page saves; undefined without a link to it. */
export function csvOf(page: string): string | undefined {
  const data = /<a download="[^"]+\.csv" href="data:text\/csv;charset=utf-8;base64,([^"]*)">/.exec(page)?.[1];
  return data === undefined ? undefined : Buffer.from(data, 'base64').toString();
}
