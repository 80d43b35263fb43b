import { describe, expect, test } from 'vitest';
import type { Line, LineChart } from '../../../src/charts/chart-model.ts';
import { parseCalendarDate } from '../../../src/dates/date.ts';
import type { LinePart } from '../../../src/document/document.ts';
import { drawSvgLines } from '../../../src/html/svg-lines.ts';

function line(numbers: readonly (number | undefined)[], isComparison = false): Line {
  const points = numbers.flatMap((value, position) =>
    value === undefined
      ? []
      : [
          {
            position,
            value,
            label: String(position),
            shown: { text: String(value), tone: 'plain' as const },
            isIncomplete: false,
          },
        ],
  );
  return { name: '', place: 0, isOther: false, isComparison, total: undefined, share: undefined, points };
}

/** 1 January 2026 is a Thursday. */
function chartOf(...lines: readonly Line[]): LineChart {
  const first = parseCalendarDate('2026-01-01')!;
  return { title: '', own: [0, 10], lines, span: { unit: 'day', weekStart: 1, first, count: 10 } };
}

const PLOT = { width: 138, height: 136, label: 'a "label"', id: 'x' };
const draw = (chart: LineChart, part: Partial<LinePart> = {}): string =>
  String(drawSvgLines({ chart, gaps: [], average: undefined, marks: [], ...part }, PLOT));
const NUMBERS = [0, 10, undefined, undefined, 5, 5, 5, undefined, 10, 0];

describe('lines', () => {
  test('have a band for each day: weekends and gaps are bands, and lines break at gaps', () => {
    const gaps = [
      [2, 2],
      [7, 1],
    ] as const;
    const drawing = draw(chartOf(line(NUMBERS)), { gaps });
    // The labels of the axis, `10`, take 22 pixels; then 10 bands up to 10 pixels before the edge.
    const bands = (kind: string): readonly string[] =>
      [...drawing.matchAll(new RegExp(`<rect ${kind} x="([\\d.]+)" y="10" width="([\\d.]+)"`, 'g'))].map(
        ([, x, width]) => `${x} ${width}`,
      );
    expect(bands('class="weekend"')).toEqual(['43.2 10.6', '53.8 10.6', '117.4 10.6']);
    expect(bands('fill="url\\(#x\\)"')).toEqual(['43.2 21.2', '96.2 10.6']);
    expect([...drawing.matchAll(/class="line" d="([^"]+)"/g)].map(([, path]) => path)).toEqual([
      'M27.3 110L37.9 10',
      'M69.7 60L80.3 60L90.9 60',
      'M112.1 10L122.7 110',
    ]);
    expect(drawing).toContain('aria-label="a &quot;label&quot;"');
  });

  test('of an earlier range are dotted, and drawn before the others', () => {
    const drawing = draw(chartOf(line([1, 2]), line([2, 1], true)));
    const kinds = [...drawing.matchAll(/class="(line[^"]*)"/g)].map(([, kind]) => kind);
    expect(kinds).toEqual(['line earlier', 'line']);
  });
});
