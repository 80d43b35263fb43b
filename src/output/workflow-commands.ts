/**
 * Commands for GitHub Actions. Its runner reads each line of a step's stdout and stderr: `::error title=…::text` is shown in the
 * summary of the run. The forms are those of src/Runner.Common/ActionCommand.cs in actions/runner.
 */

/** True in a step of GitHub Actions, or of a runner that is compatible with it. */
export function isWorkflow(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.GITHUB_ACTIONS === 'true';
}

/** The line that shows `text`, of one line or more, as a warning or an error of the run. */
export function toCommand(kind: 'warning' | 'error', text: string): string {
  const data = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${kind} title=reporting::${data}`;
}

/**
 * `line` without commands, which a text of the service can contain: `::name::` at its start, and `##[name]` anywhere, the older
 * form. The escapes have the same meaning in a line of JSON.
 */
export function withoutCommands(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1\\u003a').replaceAll('##[', '#\\u0023[');
}
