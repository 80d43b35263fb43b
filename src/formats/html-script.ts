/**
 * The script of a page. It sorts, filters and copies the rows, saves them as CSV, and shows the exact figure under the pointer.
 * The page is complete without it. Numbers are compared as decimals, never changed.
 */

import { SHEET_SCRIPT } from './html-sheet.ts';

export const PAGE_SCRIPT = String.raw`
(() => {
  'use strict';
${SHEET_SCRIPT}
  const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

  function decimalOf(text) {
    const [, sign, whole, fraction = '', exponent = '0'] = NUMBER.exec(text);
    return { units: BigInt(sign + whole + fraction), scale: fraction.length - Number(exponent) };
  }

  // Rounding to doubles keeps the order, so only equal doubles need all digits.
  function compareNumbers(one, other) {
    const difference = Number(one) - Number(other);
    if (difference) return difference;
    const [left, right] = [decimalOf(one), decimalOf(other)];
    const shift = left.scale - right.scale;
    if (Math.abs(shift) > 5000) return 0;
    const a = shift < 0 ? left.units * 10n ** BigInt(-shift) : left.units;
    const b = shift > 0 ? right.units * 10n ** BigInt(shift) : right.units;
    return a < b ? -1 : a > b ? 1 : 0;
  }

  // The exact sum of numbers; undefined for digits beyond measure, and for texts that are cut.
  function sumOf(texts) {
    const numbers = texts.filter((text) => text !== '');
    if (!numbers.every((text) => NUMBER.test(text))) return undefined;
    const decimals = numbers.map(decimalOf);
    const scale = Math.max(0, ...decimals.map((each) => each.scale));
    if (decimals.some((each) => scale - each.scale > 5000)) return undefined;
    const units = decimals.reduce((sum, each) => sum + each.units * 10n ** BigInt(scale - each.scale), 0n);
    const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    const point = digits.length - scale;
    const whole = digits.slice(0, point).replace(/\B(?=(?:\d{3})+$)/g, ',');
    return (units < 0n ? '-' : '') + whole + (scale === 0 ? '' : '.' + digits.slice(point));
  }

  const compareTexts = new Intl.Collator(undefined, { numeric: true }).compare;

  function startTable(table) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    const names = heads.map((head) => head.textContent);
    const areNumeric = heads.map((head) => head.classList.contains('n'));
    const original = [...body.rows];
    let rows = original;
    let sorted = { column: -1, isDescending: false };
    const textsOf = (row) => Array.from(row.cells, (cell) => cell.textContent);
    const shownRows = () => rows.filter((row) => !row.hidden);
    const shownTexts = () => [names, ...shownRows().map(textsOf)];
    const status = document.getElementById('status');
    const count = (number) => number + (number === 1 ? ' row' : ' rows');

    function announce(done) {
      const shown = shownRows().length;
      const what = shown === rows.length ? count(shown) : shown + ' of ' + count(rows.length);
      status.textContent = done ? done + ' ' + what : what;
    }

    // What a filter shows stands in the printed page, too.
    const filtered = document.getElementById('filtered');
    const summed = [...heads.keys()].filter((column) => 'sum' in heads[column].dataset).slice(0, 6);
    const sumIn = (part, column) => sumOf(part.map((row) => row.cells[column].textContent));
    const sumsOfAll = new Map();
    function describeFilter() {
      const words = filter.value.trim();
      const shown = shownRows();
      filtered.hidden = words === '';
      const sums = summed.flatMap((column) => {
        if (!sumsOfAll.has(column)) sumsOfAll.set(column, sumIn(original, column));
        const [part, all] = [sumIn(shown, column), sumsOfAll.get(column)];
        return part === undefined || all === undefined ? [] : [names[column] + ' ' + part + ' of ' + all];
      });
      const what = shown.length === 0 ? 'no row matches' : shown.length + ' of ' + count(original.length);
      const figures = shown.length === 0 || sums.length === 0 ? '' : '; shown ' + sums.join(', ');
      filtered.textContent = 'Filter “' + words + '”: ' + what + figures + '. The rest of the page covers all rows.';
    }

    function sortBy(column) {
      const isNumeric = areNumeric[column];
      const isSame = sorted.column === column;
      // Numbers start with the largest. The third click restores the order of the report.
      const isOver = isSame && sorted.isDescending !== isNumeric;
      sorted = isOver ? { column: -1 } : { column, isDescending: isSame ? !sorted.isDescending : isNumeric };
      rows = original;
      if (!isOver) {
        const compare = isNumeric ? compareNumbers : compareTexts;
        const sign = sorted.isDescending ? -1 : 1;
        const keyed = original.map((row) => ({ row, key: row.cells[column].textContent }));
        keyed.sort((a, b) => (a.key === '') - (b.key === '') || (a.key === '' ? 0 : sign * compare(a.key, b.key)));
        rows = keyed.map(({ row }) => row);
      }
      heads.forEach((head, index) => {
        const order = sorted.isDescending ? 'descending' : 'ascending';
        head.setAttribute('aria-sort', index === sorted.column ? order : 'none');
      });
      // Rows of a connected body would each be laid out anew: a hundred times slower.
      body.remove();
      body.append(...rows);
      table.tHead.after(body);
    }

    heads.forEach((head, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      button.addEventListener('click', () => sortBy(column));
      head.append(button);
      head.setAttribute('aria-sort', 'none');
    });

    let searched;
    const filter = document.getElementById('filter');
    filter.addEventListener('input', () => {
      searched ??= new Map(original.map((row) => [row, textsOf(row).join('\n').toLowerCase()]));
      const wanted = filter.value.trim().toLowerCase();
      for (const row of original) row.hidden = !searched.get(row).includes(wanted);
      describeFilter();
      announce();
    });

    document.getElementById('copy').addEventListener('click', async () => {
      const texts = shownTexts();
      const isCopied = await copy(tsvOf(texts, areNumeric), markupOf(texts, areNumeric));
      announce(isCopied ? 'Copied' : 'Could not copy');
    });

    document.getElementById('save').addEventListener('click', () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([csvOf(shownTexts(), areNumeric)], { type: 'text/csv' }));
      link.download = table.dataset.file;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      announce('Saved');
    });

    document.getElementById('tools').hidden = false;
    announce();
  }

  // An event of copying takes markup as it is, also in a local file. The clipboard's own interface would rewrite it.
  async function copy(text, markup) {
    let isCopied = false;
    const fill = (event) => {
      event.clipboardData.setData('text/plain', text);
      event.clipboardData.setData('text/html', markup);
      event.preventDefault();
      isCopied = true;
    };
    document.addEventListener('copy', fill);
    document.execCommand('copy');
    document.removeEventListener('copy', fill);
    if (isCopied) return true;
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }

  function startChart(section) {
    const plot = section.querySelector('.plot');
    const rows = section.querySelector('.figures tbody').rows;
    const heads = section.querySelector('.figures thead').rows[0].cells;
    const tip = document.createElement('div');
    tip.className = 'tip';
    tip.hidden = true;
    plot.append(tip);
    for (const svg of plot.querySelectorAll('svg')) {
      const { width, height } = svg.viewBox.baseVal;
      const [left, step] = [Number(svg.dataset.left), Number(svg.dataset.step)];
      const cross = document.createElementNS('http://www.w3.org/2000/svg', 'line');
      cross.setAttribute('class', 'cross');
      cross.setAttribute('visibility', 'hidden');
      svg.append(cross);
      const hide = () => {
        tip.hidden = true;
        cross.setAttribute('visibility', 'hidden');
      };
      const show = (event) => {
        const area = svg.getBoundingClientRect();
        const scale = area.width / width;
        const place = Math.floor(((event.clientX - area.left) / scale - left) / step);
        const row = rows[place];
        if (!row) return hide();
        const [day, number, otherDay, otherNumber] = Array.from(row.cells, (cell) => cell.textContent);
        const now = day && day + ': ' + number;
        const before = otherDay && otherDay + ': ' + otherNumber;
        tip.textContent = [now, before].filter(Boolean).join('  ·  ');
        tip.hidden = false;
        const x = left + (place + 0.5) * step;
        const most = plot.clientWidth - tip.offsetWidth;
        tip.style.left = Math.max(0, Math.min(most, x * scale - tip.offsetWidth / 2)) + 'px';
        for (const [name, value] of [['x1', x], ['x2', x], ['y1', 10], ['y2', height - 26]]) {
          cross.setAttribute(name, value);
        }
        cross.setAttribute('visibility', 'visible');
      };
      svg.addEventListener('pointermove', show);
      svg.addEventListener('pointerdown', show);
      svg.addEventListener('pointerleave', hide);
    }
  }

  const table = document.getElementById('rows');
  if (table) startTable(table);
  for (const section of document.querySelectorAll('section.lines')) startChart(section);
})();
`;
