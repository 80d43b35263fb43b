/** Nights of `sync` in a world that a seed decides. */

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { clientProfile, storeProfiles } from '../harness/profiles.ts';
import type { Home } from '../harness/run-cli.ts';
import { type Handler, installService } from './memory-http.ts';
import { Oracle, type Part, type PlannedRun, type Settings, type Trouble, Violation } from './oracle.ts';
import { createRandom, type Random } from './random.ts';
import { type RunOutcome, runProcess, terminated } from './run-process.ts';
import { type Fate, installProcesses, type Machine, SimulatedProcess } from './simulated-process.ts';
import { dayOf, SAME_SIZE, World } from './world.ts';
import { WorldClock } from './world-clock.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const BASE_URL = 'http://127.0.0.1:9/v2/reporting';
const ZONES = [...['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu', 'Pacific/Kiritimati']];

/** The numbers of a seed's nights and runs. */
export interface Simulated {
  nights: number;
  runs: number;
  kills: number;
  pulls: number;
}

let handler: Handler;

/** Prepares this process for simulations. Returns a function that restores it. */
export function installSimulation(): () => void {
  const restore = [installProcesses(), installService(() => handler)];
  return () => {
    for (const each of restore) each();
  };
}

/** Simulates the nights of a seed. Throws an error that names the night. */
export async function simulate(seed: number, nights: number, log?: (line: string) => void): Promise<Simulated> {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
  const root = mkdtempSync(path.join(parent, 'reporting-simulation-'));
  const life = new Life(seed, root, log);
  try {
    while (life.count.nights < nights) await life.liveNight();
    await life.recover();
    return life.count;
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const night = life.count.nights;
    error.message += `\n${life.history.slice(-12).join('\n')}`;
    error.message = `seed ${seed}, night ${night}: ${error.message}\nrepeat it: npm run simulate -- --seed ${seed} --nights ${night}`;
    throw error;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

interface RunChoices {
  readonly machine?: Machine;
  readonly fate?: Fate;
  readonly hasLocks?: boolean;
  readonly lookbackDays?: number;
  readonly forced?: readonly string[];
  readonly part?: Part;
  readonly isStrict?: boolean;
}

class Life {
  readonly count: Simulated = { nights: 0, runs: 0, kills: 0, pulls: 0 };
  /** The last runs, for the message of a failure. */
  readonly history: string[] = [];
  private readonly random: Random;
  private readonly clock: WorldClock;
  private readonly world: World;
  private readonly oracle: Oracle;
  private readonly settings: Settings;
  private readonly machines: readonly Machine[];
  private day: string;
  private pid = 100;
  /** Effects of the last run. */
  private effects = 60;

  constructor(
    seed: number,
    private readonly root: string,
    private readonly log: ((line: string) => void) | undefined,
  ) {
    const random = createRandom(seed, 1);
    this.random = random;
    const firstMs = Date.parse('2021-01-01') + random.below(1500) * DAY_MS;
    this.day = dayOf(firstMs);
    const clients = ['acme', 'brava', 'coral'].slice(0, random.pick([1, 1, 1, 2, 3]));
    this.settings = {
      reports: random.pick([['revenue'], ['revenue', 'domains'], ['domains', 'revenue']]),
      clients,
      from: dayOf(firstMs - random.below(100) * DAY_MS).slice(0, 7),
      format: random.pick(['parquet', 'csv']),
      timeZone: random.pick(ZONES),
      lookbackDays: random.pick([1, 3, 3, 7, 35]),
    };
    this.machines = ['one', 'two', 'three'].map((name) => ({ name, boots: 1, offsetMs: this.skew() }));
    this.clock = new WorldClock(firstMs);
    const start = dayOf(firstMs - 130 * DAY_MS);
    this.world = new World(clients, start, createRandom(seed, 2));
    this.world.advanceTo(this.day);
    handler = (request, response, process) => this.world.answer(request, response, process);
    const work = path.join(root, 'work');
    for (const folder of [work, path.join(root, 'tmp')]) mkdirSync(folder);
    storeProfiles(
      { root } as Home,
      Object.fromEntries(clients.map((each) => [each, clientProfile({ baseUrl: BASE_URL }, each)])),
    );
    this.oracle = new Oracle(path.join(work, 'sales'), this.settings);
    mkdirSync(path.join(work, 'sales'));
  }

  private skew(): number {
    return this.random.pick([0, 0, 3_000, -3_000, 8 * MINUTE_MS, -6 * MINUTE_MS]);
  }

  async liveNight(): Promise<void> {
    const { random, world, clock } = this;
    this.count.nights++;
    this.day = dayOf(Date.parse(this.day) + (random.chance(0.03) ? 2 + random.below(60) : 1) * DAY_MS);
    clock.nowMs = Math.max(clock.nowMs + MINUTE_MS, Date.parse(this.day) + random.below(1439) * MINUTE_MS);
    // Days of the zones in the east are over before those of UTC.
    world.advanceTo(dayOf(clock.nowMs + DAY_MS));
    this.stepClocks();
    world.faultShare = random.chance(0.15) ? random.pick([0.05, 0.3, 0.8]) : 0;
    world.refusedClient = random.chance(0.03) ? random.pick(this.settings.clients) : undefined;
    // Of the last three months, in nights without and with faults.
    world.lostMonth = random.chance(0.06) ? dayOf(clock.nowMs - random.below(90) * DAY_MS).slice(0, 7) : undefined;
    if (random.chance(0.05)) this.damage();
    await this.runTonight(random.next());
    [world.faultShare, world.refusedClient, world.onRequest] = [0, undefined, () => undefined];
    // The service finds its records again, or a person accepts the loss.
    if (random.chance(0.7)) world.lostMonth = undefined;
    await this.verify();
    if (random.chance(0.5)) await this.recover();
    world.lostMonth = undefined;
  }

  /** Sets a clock wrong by hours or days now and then, and right again. */
  private stepClocks(): void {
    const { random } = this;
    for (const machine of this.machines) {
      if (Math.abs(machine.offsetMs) > 15 * MINUTE_MS) {
        if (random.chance(0.7)) machine.offsetMs = this.skew();
      } else if (random.chance(0.01)) {
        const size = random.pick([1 / 24, 3 / 24, 2, 40]) * DAY_MS;
        machine.offsetMs = random.chance(0.5) ? size : -size;
      } else if (random.chance(0.05)) machine.offsetMs = this.skew();
    }
  }

  private async runTonight(kind: number): Promise<void> {
    const { random, world } = this;
    const isCalm = world.faultShare === 0 && world.refusedClient === undefined;
    const at = 1 + random.below(Math.ceil(this.effects * 1.1));
    const usual: RunChoices = random.chance(0.2) ? { lookbackDays: 90 } : {};
    // A longer lookback finds what has changed in settled months.
    for (let left = usual.lookbackDays === undefined ? 0 : 4; left > 0; left--) world.restate(20 + random.below(70));
    if (kind < 0.5) await this.runOnce({ ...usual, isCalm });
    else if (kind < 0.54) await this.runAtMidnight(isCalm);
    else if (kind < 0.62) await this.failAtRename();
    else if (kind < 0.74) await this.runOnce({ ...usual, fate: { killAt: at, isTorn: random.chance(0.5) } });
    else if (kind < 0.77) await this.runOnce({ ...usual, fate: { interruptAt: at } });
    else if (kind < 0.81) await this.runOnce({ ...usual, fate: { failAt: at } });
    else if (kind < 0.84) await this.runOnce({ ...usual, fate: { fullFrom: at } });
    else if (kind < 0.87) await this.runOnce({ ...usual, isStrict: true });
    else if (kind < 0.9) await this.runTogether(this.parts());
    else {
      if (random.chance(0.7)) world.onRequest = () => random.chance(0.2) && world.restate();
      const hasLocks = random.chance(0.6);
      const fate = random.chance(0.3) ? { killAt: at } : {};
      await this.runTogether([{ hasLocks, fate }, { hasLocks }]);
    }
    // The next run may fail before it repairs anything.
    if (kind < 0.5 || !random.chance(0.3)) return;
    world.refusedClient = random.pick(this.settings.clients);
    await this.runOnce(usual);
  }

  /** Runs that have each month of the dataset once: of other clients, or of other months. */
  private parts(): readonly RunChoices[] {
    const { random, settings, clock } = this;
    if (random.chance(0.5) && settings.clients.length > 1)
      return settings.clients.map((client) => ({ part: { client } }));
    const to = dayOf(clock.nowMs - (31 + random.below(70)) * DAY_MS).slice(0, 7);
    if (to < settings.from) return [{}, {}];
    const next = dayOf(Date.parse(`${to}-01`) + 31 * DAY_MS).slice(0, 7);
    return [{ part: { to } }, { part: { from: next } }];
  }

  /** Settled months get other digits, and a run that pulls them ends while it replaces their files. */
  private async failAtRename(): Promise<void> {
    const { random, world, settings } = this;
    for (let left = 8; left > 0; left--) world.restate(settings.lookbackDays + random.below(70), SAME_SIZE);
    const at = 1 + random.below(6);
    const fate = random.chance(0.5) ? { killAt: at } : { failAt: at };
    await this.runOnce({ lookbackDays: 90, fate: { ...fate, isOfRenames: true } });
  }

  /** A machine on which it is tomorrow, and then one on which it is still today. */
  private async runAtMidnight(isCalm: boolean): Promise<void> {
    const { clock, oracle } = this;
    const minutes = (machine: Machine): number => machine.offsetMs / MINUTE_MS;
    const usable = this.machines.filter((each) => Math.abs(minutes(each)) < 15);
    const [late, early] = usable
      .sort((one, other) => one.offsetMs - other.offsetMs)
      .slice(0, 1)
      .concat(usable.at(-1) ?? []);
    if (late === undefined || early === undefined) return this.runOnce({ isCalm }).then(() => undefined);
    let midnightMs = Math.ceil(clock.nowMs / (15 * MINUTE_MS)) * 15 * MINUTE_MS;
    while (oracle.dayIn(midnightMs) === oracle.dayIn(midnightMs - 1)) midnightMs += 15 * MINUTE_MS;
    clock.nowMs = Math.max(clock.nowMs, midnightMs - (early.offsetMs + late.offsetMs) / 2);
    this.world.advanceTo(dayOf(clock.nowMs + DAY_MS));
    for (const machine of [early, late]) await this.runOnce({ isCalm, machine });
  }

  /** Copies the data of another month to one. */
  private damage(): void {
    const { random, oracle, settings } = this;
    const months = oracle.whole();
    if (months.length === 0) return;
    const [key, other] = [random.pick(months), random.pick(months)];
    const [file, source] = [key, other].map((each) => path.join(oracle.folderOf(each), `data.${settings.format}`)) as [
      string,
      string,
    ];
    if (other === key) return;
    this.note(`  copy the data of ${other} to ${key}`);
    oracle.damage(key, statSync(file).size !== statSync(source).size);
    copyFileSync(source, file);
  }

  private async runOnce({ isCalm = false, ...choices }: RunChoices & { readonly isCalm?: boolean }): Promise<Ran> {
    return this.runTogether([choices], isCalm);
  }

  /** Runs processes at once, and compares the dataset with what they were told. */
  private async runTogether(choices: readonly RunChoices[], isCalm = false): Promise<Ran> {
    const { clock, oracle, random, world } = this;
    world.served = [];
    const isAlone = choices.length === 1;
    const yields = isAlone ? async () => undefined : () => this.yieldTurn();
    const started = choices.map((each) => {
      const machine = each.machine ?? random.pick(this.machines);
      const { fate = {}, hasLocks = true } = each;
      // Systems use process ids again.
      this.pid = random.chance(0.2) ? this.pid : this.pid + 1;
      const process = new SimulatedProcess(
        machine,
        isAlone ? this.pid : ++this.pid,
        clock,
        fate,
        hasLocks,
        yields,
        terminated,
      );
      const plan: PlannedRun = {
        nowMs: clock.nowMs + machine.offsetMs,
        lookbackDays: each.lookbackDays ?? this.settings.lookbackDays,
        forced: each.forced ?? [],
        part: each.part ?? {},
        isStrict: each.isStrict === true,
      };
      return { process, plan, argv: this.argv(each) };
    });
    for (const { process, argv } of started)
      this.note(`${new Date(clock.nowMs).toISOString()} ${describe(process, argv)}`);
    const outcomes = await clock.during(
      Promise.all(started.map(({ process, argv }) => runProcess(process, argv, this.root, () => random.next()))),
    );
    for (const { process, exitCode, stdout, stderr } of outcomes) {
      this.note(`  exit ${process.isDead ? 'killed' : exitCode}, ${process.effects} effects\n${stdout}${stderr}`);
      this.count.runs++;
      if (process.isDead) {
        this.count.kills++;
        process.machine.boots += random.chance(0.3) ? 1 : 0;
      }
    }
    this.effects = outcomes[0]!.process.effects;
    this.count.pulls += world.served.length;
    const broken = outcomes.some(({ process }) => process.isDead || Object.keys(process.fate).length > 0);
    const night = {
      ...{ plans: started.map(({ plan }) => plan), outcomes, served: world.served },
      ...{ isCalm, isBroken: broken, hasLocks: started.every(({ process }) => process.hasLocks) },
    };
    return { outcomes, troubles: oracle.observe(night) };
  }

  private async yieldTurn(): Promise<void> {
    for (let turns = this.random.below(4); turns > 0; turns--) await new Promise(setImmediate);
  }

  private argv({ lookbackDays, forced = [], part = {}, isStrict }: RunChoices): readonly string[] {
    const { reports, timeZone, format, lookbackDays: usual } = this.settings;
    const isFirst = !existsSync(path.join(this.oracle.root, '_dataset.json'));
    const types = ['--type', 'clicks=integer'];
    const { from = isFirst ? this.settings.from : undefined, to, client } = part;
    const clients = client === undefined ? ['--all-profiles'] : ['--profile', client];
    const first = [...(client === undefined ? clients : []), '--timezone', timeZone, '--format', format];
    return [
      'sync',
      ...(isFirst ? [reports.join(','), 'sales', ...first, '--lookback', `${usual}d`] : ['sales']),
      ...types,
      ...(lookbackDays === undefined || isFirst ? [] : ['--lookback', `${lookbackDays}d`]),
      ...forced.flatMap((key) => ['--force', key]),
      ...(client === undefined ? [] : clients),
      ...(from === undefined ? [] : ['--from', from]),
      ...(to === undefined ? [] : ['--to', to]),
      ...(isStrict === true ? ['--strict'] : []),
    ];
  }

  /** Runs without faults until one ends well, as a person would; the next one must have nothing to do. */
  async recover(): Promise<void> {
    const { oracle, world, clock } = this;
    const machine = this.machines.reduce((one, other) => (other.offsetMs > one.offsetMs ? other : one));
    let forced: readonly string[] = [];
    for (let attempt = 1; ; attempt++) {
      if (attempt > 6) throw new Violation('the dataset does not converge');
      clock.nowMs += MINUTE_MS;
      const { outcomes, troubles } = await this.runOnce({ isCalm: true, machine, forced });
      const found = oracle.damaged();
      if (outcomes[0]!.exitCode === 0 && found.months.length === 0) break;
      forced = keysOf(troubles, 'drop');
      if (keysOf(troubles, 'type').length > 0) world.repair();
      for (const key of [...keysOf(troubles, 'clock'), ...found.months]) this.removeRecord(key);
    }
    const { outcomes } = await this.runOnce({ isCalm: true, machine });
    const [{ exitCode, stdout, stderr }] = outcomes as [RunOutcome];
    if (exitCode !== 0 || stdout + stderr !== '')
      throw new Violation(`the second run is not silent: exit ${exitCode}\n${stdout}${stderr}`);
    // A clock that was ahead can have left some in months to come.
    const month = oracle.dayIn(clock.nowMs + machine.offsetMs - DAY_MS).slice(0, 7);
    const strays = oracle.damaged().strays.filter((name) => (/month=([\d-]+)/.exec(name)?.[1] ?? '9') <= month);
    if (strays.length > 0) throw new Violation(`temporary files stay: ${strays.join(', ')}`);
    await this.verify();
  }

  private removeRecord(key: string): void {
    this.note(`  remove _data.json of ${key}`);
    rmSync(path.join(this.oracle.folderOf(key), '_data.json'), { force: true });
    this.oracle.force(key);
  }

  /** `verify` finds the months whose files do not match. */
  private async verify(): Promise<void> {
    if (!existsSync(path.join(this.oracle.root, '_dataset.json'))) return;
    const process = new SimulatedProcess(
      this.machines[0]!,
      ++this.pid,
      this.clock,
      {},
      true,
      async () => undefined,
      terminated,
    );
    const { exitCode, stdout } = await this.clock.during(
      runProcess(process, ['verify', 'sales'], this.root, () => 0.5),
    );
    const damaged = this.oracle.damaged().months;
    const folders = new Set(stdout.match(/report=.*?month=[\d-]+/g));
    const missed = damaged.filter((key) => !folders.has(path.relative(this.oracle.root, this.oracle.folderOf(key))));
    if (missed.length > 0 || (exitCode !== 0 && damaged.length === 0))
      throw new Violation(`verify: exit ${exitCode}, and ${missed} do not match\n${stdout}`);
  }

  private note(text: string): void {
    const line = text.trimEnd();
    this.log?.(line);
    this.history.push(line);
    if (this.history.length > 40) this.history.shift();
  }
}

/** The results of runs at once. */
interface Ran {
  readonly outcomes: readonly RunOutcome[];
  readonly troubles: ReadonlyMap<string, Trouble>;
}

function keysOf(troubles: ReadonlyMap<string, Trouble>, kind: Trouble): readonly string[] {
  return [...troubles].flatMap(([key, each]) => (each === kind ? [key] : []));
}

function describe({ machine, fate, hasLocks }: SimulatedProcess, argv: readonly string[]): string {
  const clock = machine.offsetMs === 0 ? '' : ` with a clock ${machine.offsetMs / MINUTE_MS} min ahead`;
  return `machine ${machine.name}${clock}: ${argv.join(' ')} ${JSON.stringify(fate)}${hasLocks ? '' : ' without locks'}`;
}
