/** The findings of a page. They cover all records that meet the conditions, as tiles and charts do: not only the rows that it shows. */

import type { Column } from '../core/columns.ts';
import { toVisibleLine } from '../core/text.ts';
import { groupThousands, roundRatio } from '../document/display-number.ts';
import { readDays, readGroups } from '../document/read-findings.ts';
import { visibleName } from '../document/short-cell.ts';
import { type Findings, findFindings } from '../findings/findings.ts';
import type { Wording } from '../findings/phrases.ts';
import { visibleText } from '../records/cells.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { Summaries, SummaryRows } from '../records/summaries.ts';
import type { EncoderInput } from './format.ts';

/** Groups that a page lists; the table of the rows has the others. */
const MAX_MOVERS = 30;
/** Characters of a name. */
const MAX_NAME = 80;

export interface PageFindings {
  readonly findings: Findings;
  readonly wording: Wording;
  /** The main measure. */
  readonly measure: Column;
  /** True if the movers are the groups of a comparison. */
  readonly hasMovers: boolean;
}

/** Undefined without a measure, or without the days of the report. */
export async function readPageFindings(
  input: EncoderInput,
  { measures, byGroup, byTime }: Summaries,
): Promise<PageFindings | undefined> {
  const { range, comparedRange, changePerDay, hidden, keys, currencies, daily } = input;
  const [main] = measures;
  if (main === undefined || range === undefined) return undefined;
  const { column: measure, total, compared } = main;
  const isMixed = total?.startsWith('"') === true;
  const areGroups = keys?.areGroups === true && keys.groups.length > 0;
  const isOfRanges = comparedRange !== undefined && comparedRange.weeks === undefined;
  const hasMovers = isOfRanges && compared !== undefined && areGroups && !isMixed;
  const groups = hasMovers ? byGroup : undefined;
  const ofGroups = groups && columnOf(groups, measure);
  const ofDays = daysOf(daily, groups ?? byGroup, measure);
  const findings = await findFindings({
    currencies: isMixed ? (currencies?.codes ?? []) : unitsOf(measure, input),
    range,
    comparedRange,
    // Groups that a condition leaves out are among all records.
    days: hidden?.byConditions === 0 ? changePerDay?.days : undefined,
    total: { now: total, before: compared?.before },
    groups: groups === undefined || ofGroups === undefined ? [] : readGroups(groups.recordSet, groups.keys, ofGroups),
    maxMovers: MAX_MOVERS,
    dayRows: ofDays ?? daysOf(byTime, byTime, measure),
    judgesDays: ofDays !== undefined || !areGroups,
  });
  const noun = (byGroup?.keys.groups ?? []).map((column) => visibleName(column, input.renames)).join(', ');
  return {
    findings,
    measure,
    hasMovers: ofGroups !== undefined,
    wording: {
      measure: visibleName(measure, input.renames),
      number: groupThousands,
      about: roundRatio,
      group: (key) => toVisibleLine(key.map(visibleText).filter(Boolean).join(' ') || '(none)', MAX_NAME),
      noun,
    },
  };
}

/** The currency of an amount, if there is one. */
export function unitsOf({ path }: Column, { currencies }: Pick<EncoderInput, 'currencies'>): readonly string[] {
  const codes = currencies?.codes ?? [];
  return codes.length === 1 && kindOfName(path).isAmount ? codes : [];
}

function columnOf({ recordSet }: SummaryRows, { name }: Column): Column | undefined {
  return recordSet.columns.find(({ path }) => path.join('.') === name);
}

function daysOf(rows: SummaryRows | undefined, groups: SummaryRows | undefined, measure: Column) {
  const column = rows && columnOf(rows, measure);
  return rows && column && groups && readDays(rows, groups.keys, column);
}
