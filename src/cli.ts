/** The way in. The version is told without loading what everything else needs: scripts ask for it all day. */

import { version } from './version.ts';

/** Runs the command line of `process` and sets its exit code. */
export async function start(process: NodeJS.Process): Promise<void> {
  if (isVersionAsked(process.argv.slice(2)) && (await isWritten(process.stdout, `${version}\n`))) return;
  const { runProcess } = await import('./run-process.ts');
  await runProcess(process);
}

function isVersionAsked([argument, ...others]: readonly string[]): boolean {
  return others.length === 0 && (argument === '--version' || argument === '-V');
}

/** False if the stream refuses: what to do about that is known further down. */
function isWritten(stream: NodeJS.WriteStream, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    stream.once('error', () => undefined);
    stream.write(text, (error) => resolve(error === undefined || error === null));
  });
}
