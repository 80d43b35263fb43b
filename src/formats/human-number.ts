/** A number of more digits than this takes no commas: nobody reads it, and it would take for ever. */
const PLAIN = /^(-?)(\d{4,400})(\.\d+)?$/;

/** `token`, a JSON number, with commas between the thousands: `1,234.50`. No digit changes, and one with an exponent is left as it is. */
export function groupThousands(token: string): string {
  const match = PLAIN.exec(token);
  if (match === null) return token;
  const [, sign, whole, fraction = ''] = match;
  return sign + whole!.replace(/\B(?=(?:\d{3})+$)/g, ',') + fraction;
}
