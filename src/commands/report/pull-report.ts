/** From the options of a report's subcommand to the runs that they describe: of one client, of several together, or one of each. */

import type { Report } from '../../contract/report.ts';
import { isTemplate, placeholdersOf } from '../../core/file-template.ts';
import { likelyFormat } from '../../formats/likely-format.ts';
import type { Ports } from '../ports.ts';
import { refuseSandboxOptionsAlone } from '../sandbox-options.ts';
import { chooseConcurrency, chooseStrict } from '../settings.ts';
import { chooseClients, prepareClient, tellRanges } from './clients.ts';
import { csvDialect } from './csv-options.ts';
import { planOf, showPlans } from './dry-run.ts';
import { explainPull } from './explain.ts';
import { namedFormat } from './format.ts';
import { refuseLookOfOthers } from './look.ts';
import type { ReportOptions } from './options.ts';
import { pullEach } from './pull-each.ts';
import { pullTogether } from './pull-together.ts';
import { settle } from './settle.ts';
import { parseRenames, shapeRequest } from './shape-request.ts';
import type { Wanted } from './wanted.ts';

/** Makes the reports that the options describe, and tells how it went. */
export async function pullReport(report: Report, options: ReportOptions, ports: Ports): Promise<void> {
  ports.messages.settleFormat(likelyFormat(options, ports.env));
  refuseSandboxOptionsAlone(options);
  const asked = readOptions(report, options, ports);
  const clients = await chooseClients(options, ports);
  if (options.explain !== undefined) return explainPull(asked, clients, ports);
  const readWanted = async (): Promise<Wanted> => ({
    ...asked,
    concurrency: await chooseConcurrency(options.concurrency, ports),
    strict: await chooseStrict(options.strict, ports),
  });
  const isFileEach =
    clients[0]!.name !== undefined && placeholdersOf(options.output ?? '').includes('profile');
  if (isFileEach) return pullEach(await readWanted(), clients, ports);

  const prepared = [];
  for (const client of clients) prepared.push(await prepareClient(client, report, ports));
  tellRanges(prepared, ports);
  const settled = await settle(await readWanted(), prepared, ports);
  ports.messages.settleFormat(settled.format);
  return options.dryRun === true
    ? showPlans([await planOf(settled, ports)], ports)
    : pullTogether(settled, ports);
}

/** What the options say of the report, whoever's it is. Throws for what can be known to be wrong before anything is opened. */
function readOptions(
  report: Report,
  options: ReportOptions,
  ports: Ports,
): Omit<Wanted, 'concurrency' | 'strict'> {
  const request = shapeRequest(options);
  const renames = options.rename && parseRenames(options.rename);
  // Where the file's name is still to be filled, its ending may be too: then it comes first.
  const format = namedFormat(options, isTemplate(options.output) ? { env: {} } : ports);
  if (format === undefined) ports.messages.awaitFormat();
  else {
    ports.messages.settleFormat(format);
    csvDialect(options, format);
    refuseLookOfOthers(options, format);
  }
  return { report, options, request, renames, format };
}
