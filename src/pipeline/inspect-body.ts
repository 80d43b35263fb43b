import { ReportingError } from '../core/reporting-error.ts';
import type { Window } from '../core/windows.ts';
import { type Body, receiveSegment, type Segment } from '../segments/segment.ts';
import type { Spool } from '../segments/spool.ts';
import { DOCTOR_ADVICE } from '../segments/unexpected-body.ts';

export interface InspectOptions {
  /** The body's member that holds the records. */
  readonly recordsMember: string;
  readonly createSpool: () => Promise<Spool>;
}

/**
 * What a body holds, for doctor: received and checked just as for a report, and then thrown away. Throws as
 * `receiveSegment` does; the hints do not name doctor.
 */
export async function inspectBody(
  body: Body,
  window: Window,
  { recordsMember, createSpool }: InspectOptions,
): Promise<Omit<Segment, 'file'>> {
  const spool = await createSpool();
  try {
    return await receiveSegment(body, window, { file: spool.filePath(0), recordsMember });
  } catch (error) {
    throw error instanceof ReportingError
      ? error.with({}, { hint: error.hint?.replace(DOCTOR_ADVICE, '') })
      : error;
  } finally {
    await spool.remove();
  }
}
