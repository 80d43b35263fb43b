/** What a dataset must hold after each run, worked out from the responses that the service gave. */

import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { linesOf, type PartitionOnDisk, plainNumber, readPartition } from './partition-on-disk.ts';
import { type Printed, type Pulled, parseRestatements, type Restated, restatedDays, tally } from './restated-days.ts';
import type { RunOutcome } from './run-process.ts';
import { dayOf, type Figures, type Served } from './world.ts';

/** The settings of the simulated dataset. */
export interface Settings {
  readonly reports: readonly string[];
  readonly clients: readonly string[];
  /** The first month. */
  readonly from: string;
  readonly format: 'parquet' | 'csv';
  readonly timeZone: string;
  readonly lookbackDays: number;
}

/** One run before it starts. */
export interface PlannedRun {
  /** The clock of its machine. */
  readonly nowMs: number;
  readonly lookbackDays: number;
  readonly forced: readonly string[];
  readonly part: Part;
  readonly isStrict: boolean;
}

/** What a run names: one client, or the first or the last month. */
export interface Part {
  readonly client?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Runs at once, and whether anything may go wrong in them. */
export interface Night {
  readonly plans: readonly PlannedRun[];
  readonly outcomes: readonly RunOutcome[];
  readonly served: readonly Served[];
  /** True for a single run without any fault. */
  readonly isCalm: boolean;
  /** True if a run was killed, or its disk failed. */
  readonly isBroken: boolean;
  readonly hasLocks: boolean;
}

interface Known {
  held: Pulled | undefined;
  disk: PartitionOnDisk | undefined;
  stamp: string;
  /** Restated days that were printed since the month holds `held`. */
  readonly printed: Set<string>;
  /** True if the files may not match. */
  isDirty: boolean;
  /** True if runs without locks may have mixed the files. */
  isMixed: boolean;
  /** True if the record was removed by hand. */
  isForced: boolean;
}

/** Why a pull fails. */
export type Trouble = 'clock' | 'drop' | 'type';

/** What a run does with a month. */
interface Expectation {
  readonly key: string;
  readonly range: { readonly from: string; readonly to: string };
  readonly isPulled: boolean;
}

const EXIT_CODES: Readonly<Record<Trouble, number>> = { clock: 2, drop: 9, type: 11 };
const SKEW_MS = 15 * 60 * 1000;
const DAY_MS = 86_400_000;
const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);
const lastOf = (month: string): string =>
  addDays(`${dayOf(Date.parse(`${month}-01`) + 31 * DAY_MS).slice(0, 7)}-01`, -1);

export class Violation extends Error {}

function assertThat(isTrue: boolean, message: () => string): asserts isTrue {
  if (!isTrue) throw new Violation(message());
}

export class Oracle {
  private readonly months = new Map<string, Known>();
  private readonly dayFormat: Intl.DateTimeFormat;

  constructor(
    readonly root: string,
    readonly settings: Settings,
  ) {
    this.dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: settings.timeZone });
  }

  dayIn(ms: number): string {
    return this.dayFormat.format(ms);
  }

  folderOf(key: string): string {
    const [report, client, month] = key.split('/');
    return path.join(this.root, `report=${report}`, `profile=${client}`, `month=${month}`);
  }

  private known(key: string): Known {
    const known = this.months.get(key) ?? {
      ...{ held: undefined, disk: undefined, stamp: '', isDirty: false, isMixed: false, isForced: false },
      printed: new Set<string>(),
    };
    this.months.set(key, known);
    return known;
  }

  /** Notes that a person removed the record of a month. */
  force(key: string): void {
    this.known(key).isForced = true;
  }

  /** Months whose files match, with a data file. */
  whole(): readonly string[] {
    const isWhole = ({ isDirty, disk }: Known): boolean => !isDirty && disk?.isWhole === true;
    return [...this.months].flatMap(([key, known]) => (isWhole(known) && known.disk!.lines.length > 0 ? [key] : []));
  }

  /** Notes that a person damaged a file of a month. The next run must notice it only if the data has another size. */
  damage(key: string, hasOtherSize: boolean): void {
    this.known(key).isDirty = true;
    this.known(key).isMixed = !hasOtherSize;
  }

  /** All months of a run, and those that it must pull. */
  expect({ nowMs, lookbackDays, forced, part }: PlannedRun): readonly Expectation[] {
    const { reports, clients, from } = this.settings;
    const yesterday = addDays(this.dayIn(nowMs), -1);
    const keys: string[] = [];
    for (let month = from; month <= yesterday.slice(0, 7); month = addDays(lastOf(month), 1).slice(0, 7)) {
      for (const client of clients) for (const report of reports) keys.push(`${report}/${client}/${month}`);
    }
    const own = keys.filter((key) => {
      const [, client, month] = key.split('/') as [string, string, string];
      return client === (part.client ?? client) && month >= (part.from ?? month) && month <= (part.to ?? month);
    });
    return own.map((key) => {
      const month = key.split('/')[2]!;
      const end = lastOf(month);
      const { held, isForced, disk } = this.known(key);
      const last = [yesterday < end ? yesterday : end, isForced ? '' : (held?.to ?? '')].sort()[1]!;
      const isSettled =
        held !== undefined &&
        !isForced &&
        disk?.record?.refused === undefined &&
        held.to === end &&
        held.pulledAtMs <= nowMs &&
        this.dayIn(held.pulledAtMs) >= addDays(end, lookbackDays);
      const isPulled = !isSettled || forced.includes(key);
      return { key, range: { from: `${month}-01`, to: last }, isPulled };
    });
  }

  /** Why the pull of a month must fail: clocks before the request, the figures after it. */
  troubleOf(key: string, { nowMs, forced }: PlannedRun, figures: Figures | undefined): Trouble | undefined {
    const { held, isForced } = this.known(key);
    if (held !== undefined && !isForced && held.pulledAtMs - nowMs > SKEW_MS) return 'clock';
    if (figures === undefined) return undefined;
    if (held !== undefined && !isForced && !forced.includes(key)) {
      // Records of new days do not make up for lost ones.
      const isOld = ([day]: readonly [string, unknown]): boolean => day === '' || held.figures.has(day);
      const [before, after] = [tally(held.figures), tally(new Map([...figures].filter(isOld)))];
      const isHalved = (one: number, other: number): boolean => one > 0 && other < one / 2;
      if (isHalved(before.records, after.records) || isHalved(before.cents, after.cents)) return 'drop';
    }
    return [...figures.values()].flat().some(({ clicks }) => clicks === '1.5') ? 'type' : undefined;
  }

  /** Compares the dataset with the responses of a night. Returns the troubles of its months. */
  observe(night: Night): ReadonlyMap<string, Trouble> {
    const { plans, outcomes, served, isCalm, isBroken, hasLocks } = night;
    const troubles = new Map<string, Trouble>();
    const printed = outcomes.flatMap(({ stdout }) => parseRestatements(stdout));
    for (const { key, day } of printed) this.known(key).printed.add(day);
    const missed = printed.filter(({ key }) => !this.settings.reports.includes(key.split('/')[0]!));
    assertThat(missed.length === 0, () => `stdout has other lines: ${outcomes[0]!.stdout}`);
    const dirty = new Set(
      [...this.months].flatMap(([key, { isDirty, isForced }]) => (isDirty || isForced ? [key] : [])),
    );
    const earliest = plans.reduce((one, other) => (other.nowMs < one.nowMs ? other : one));
    let changes = 0;
    const expected = plans.map((plan) => this.expect(plan));
    const keys = new Set([...expected.flat().map(({ key }) => key), ...this.months.keys()]);
    const required: Restated[] = [];
    for (const key of keys) {
      const known = this.known(key);
      const wasDirty = dirty.has(key);
      const responses = served.filter((each) => each.key === key);
      const roles = expected.map((each) => each.find((one) => one.key === key));
      for (const [index, role] of roles.entries()) {
        // A run that was killed may have left a settled month incomplete.
        const isPulled = role?.isPulled === true || (wasDirty && responses.length > 0);
        const trouble = isPulled && this.troubleOf(key, plans[index]!, responses.at(-1)?.figures);
        if (trouble) troubles.set(key, trouble);
      }
      const earlier = known.disk?.record;
      const isChanged = this.look(key);
      const { disk } = known;
      assertThat(
        !hasLocks || disk?.isWhole !== false || disk.record === undefined || disk.record?.sha256 === earlier?.sha256,
        () => `${key}: the record was replaced before the files that it describes`,
      );
      if (isChanged) changes += this.accept(key, responses, night, required) ? 1 : 0;
      if (!isCalm) {
        known.isDirty ||= responses.length > 0 && (isBroken || !hasLocks);
        known.isMixed ||= responses.length > 0 && !hasLocks;
        for (const [index, { exitCode, process }] of outcomes.entries()) {
          if (exitCode !== 0 || process.isDead || roles[index]?.isPulled !== true || !hasLocks) continue;
          this.assertFresh(key, roles[index], earliest, responses);
        }
        assertThat(
          isBroken || !hasLocks || wasDirty || disk === undefined || disk.isWhole,
          () => `${key}: the files do not match`,
        );
        continue;
      }
      const [plan, role, outcome] = [plans[0]!, roles[0], outcomes[0]!];
      const own = responses.filter((each) => each.process === outcome.process);
      if (role?.isPulled !== true) {
        const isAllowed = wasDirty || (!isChanged && own.length === 0);
        assertThat(isAllowed, () => `${key} is settled, and was pulled`);
      } else if (troubles.has(key)) {
        assertThat(!isChanged || wasDirty, () => `${key} was replaced in spite of ${troubles.get(key)}`);
      } else if (outcome.exitCode === 0) this.assertFresh(key, role, plan, own);
      if (outcome.exitCode === 0) {
        assertThat(disk?.isWhole !== false || known.isMixed, () => `${key}: exit 0, and the files do not match`);
        if (disk?.isWhole !== false) [known.isDirty, known.isMixed] = [false, false];
      }
    }
    if (isCalm) this.assertCalm(night, troubles, { changes, required, printed, dirty });
    return troubles;
  }

  /** Reads the files of a month if they changed. */
  private look(key: string): boolean {
    const known = this.known(key);
    const folder = this.folderOf(key);
    const stamp = [`data.${this.settings.format}`, '_data.json']
      .map((name) => lstatSync(path.join(folder, name), { throwIfNoEntry: false }))
      .map((found) => (found === undefined ? '-' : `${found.ino} ${found.size} ${found.mtimeMs}`))
      .join(', ');
    if (stamp === known.stamp) return false;
    const disk = readPartition(folder, this.settings.format);
    const isChanged = disk?.hash !== known.disk?.hash;
    [known.stamp, known.disk] = [stamp, disk];
    return isChanged;
  }

  /** Finds the response that a changed month holds. True if its figures are others than before. */
  private accept(key: string, responses: readonly Served[], night: Night, required: Restated[]): boolean {
    const known = this.known(key);
    const { disk, held } = known;
    if (disk === undefined) return false;
    const same = (figures: Figures): boolean => linesOf(figures).join('\n') === disk.lines.join('\n');
    const { record } = disk;
    if (record === undefined || !disk.isWhole) {
      const isKnown =
        disk.lines.length === 0 || [...responses, ...(held ? [held] : [])].some(({ figures }) => same(figures));
      assertThat(
        isKnown || known.isDirty,
        () => `${key}: the data file is neither old nor new\n${disk.lines.join('\n')}`,
      );
      known.isDirty = true;
      return false;
    }
    const pulledAtMs = Date.parse(record.pulledAt);
    const isOld = held !== undefined && held.from === record.from && held.to === record.to && same(held.figures);
    if (isOld && held.pulledAtMs === pulledAtMs) return false;
    const response = responses.findLast(
      ({ from, to, figures }) => from === record.from && to === record.to && same(figures),
    );
    assertThat(
      response !== undefined || isOld,
      () => `${key} holds what no response had: ${record.from}..${record.to}\n${disk.lines.join('\n')}`,
    );
    assertThat(
      !night.hasLocks ||
        held === undefined ||
        known.isForced ||
        pulledAtMs >= held.pulledAtMs ||
        night.outcomes.length > 1 ||
        isSkewed(night, held),
      () => `${key}: pulled at ${record.pulledAt} replaced a later pull`,
    );
    const figures = response?.figures ?? held!.figures;
    const next: Pulled = { from: record.from, to: record.to, figures, pulledAtMs };
    // Without its record, a month is a new one.
    const restated = held === undefined || known.isForced ? [] : restatedDays(key, held, next);
    for (const each of restated) {
      assertThat(known.printed.has(each.day), () => `${key}: the restatement of ${each.day} was not printed`);
    }
    required.push(...restated);
    known.held = next;
    known.isForced = false;
    known.printed.clear();
    return held === undefined || restated.length > 0 || held.to !== next.to || !same(held.figures);
  }

  /** The month holds the last response of a run that ended well. */
  private assertFresh(key: string, role: Expectation, plan: PlannedRun, responses: readonly Served[]): void {
    const { disk, held } = this.known(key);
    assertThat(disk?.isWhole === true && held !== undefined, () => `${key}: exit 0, and the month is not whole`);
    assertThat(
      held.to >= role.range.to && held.from === role.range.from,
      () => `${key}: exit 0, and days are missing after ${held.to}`,
    );
    // Another machine, whose clock is ahead a little, pulled it before.
    if (held.pulledAtMs > plan.nowMs && this.dayIn(held.pulledAtMs) >= this.dayIn(plan.nowMs)) return;
    const lines = linesOf(held.figures).join('\n');
    const isServed = responses.some(({ to, figures }) => to === held.to && linesOf(figures).join('\n') === lines);
    assertThat(isServed, () => `${key}: exit 0, and the month does not hold the last response`);
    assertThat(
      this.dayIn(held.pulledAtMs) >= this.dayIn(plan.nowMs),
      () => `${key}: exit 0, and the record says ${new Date(held.pulledAtMs).toISOString()}`,
    );
  }

  private assertCalm(
    { outcomes, plans }: Night,
    troubles: ReadonlyMap<string, Trouble>,
    { changes, required, printed, dirty }: Lines,
  ): void {
    const [{ exitCode, stdout, stderr }] = outcomes as [RunOutcome];
    const isNamed = [...troubles.values()].some((trouble) => EXIT_CODES[trouble] === exitCode);
    assertThat(
      troubles.size === 0 || isNamed || plans[0]!.isStrict,
      () => `exit ${exitCode} in spite of ${[...troubles]}`,
    );
    assertThat(
      troubles.size > 0 || exitCode === 0 || plans[0]!.isStrict,
      () => `exit ${exitCode} without a cause: ${stderr}`,
    );
    for (const { key, day, text } of printed) {
      const found = required.find((each) => each.key === key && each.day === day);
      const plain = text.replace(/\d+\.\d+/g, plainNumber);
      const isExpected = dirty.has(key) || found?.parts.every((part) => plain.includes(part)) === true;
      assertThat(isExpected, () => `a wrong line: ${key} ${day} ${text}; expected ${found?.parts}`);
    }
    if (changes > 0 || exitCode !== 0 || dirty.size > 0) return;
    assertThat(stdout + stderr === '', () => `nothing changed, and the run printed ${stdout}${stderr}`);
  }

  /** Months whose files do not match, and temporary files in folders of months. */
  damaged(): { readonly months: readonly string[]; readonly strays: readonly string[] } {
    const months = [...this.months]
      .filter(([, { disk }]) => disk !== undefined && !disk.isWhole)
      // Engines read nothing in a folder with only a file of days.
      .filter(([, { disk }]) => disk!.record !== undefined || disk!.lines.length > 0)
      .map(([key]) => key);
    const names = readdirSync(this.root, { recursive: true }) as string[];
    return { months, strays: names.filter((name) => path.basename(name).startsWith('.reporting-')) };
  }
}

/** True if a machine of the night was behind the clock that pulled the month. */
function isSkewed({ plans }: Night, held: Pulled): boolean {
  return plans.some(({ nowMs }) => nowMs < held.pulledAtMs);
}

/** What a run printed, and what it had to print. */
interface Lines {
  /** Number of months with other figures. */
  readonly changes: number;
  readonly required: readonly Restated[];
  readonly printed: readonly Printed[];
  /** Months whose files may not have matched. */
  readonly dirty: ReadonlySet<string>;
}
