/** Options in messages, as they are written on the command line. */

/** The option with this member: `windowColumns` is `--window-columns`. */
export function flagOf(member: string): string {
  return `--${member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A member in JSON: `baseUrl` is `base_url`. */
export function snakeCase(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
