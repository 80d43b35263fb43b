/** Writes HTML and SVG. The template escapes every value, so no text of the service becomes an element or an attribute. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const SPECIAL = /[&<>"']/;
const EVERY_SPECIAL = /[&<>"']/g;

/** A piece of a document. Only `markup` and `trustedMarkup` create it. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A text, or pieces of markup. Undefined is nothing. */
type Content = string | number | Markup | undefined | readonly Content[];

/** The template as markup. A value stands between tags, or in a quoted attribute. */
export function markup(template: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = template[0]!;
  for (let index = 0; index < values.length; index++) {
    text += write(values[index]) + template[index + 1]!;
  }
  return new Markup(text);
}

/** The pieces with the text `separator` between two of them. */
export function joinMarkup(pieces: readonly Markup[], separator: string): Markup {
  return markup`${pieces.map((piece, index) => (index === 0 ? piece : [separator, piece]))}`;
}

/** Markup that this program wrote itself, such as its style. Never a text from outside. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text);
}

/** A text as markup, where it stands between tags or in a quoted attribute: for cells by the thousand, where `markup` is slow. */
export function escapeMarkup(text: string): string {
  return SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, (character) => ENTITIES[character]!) : text;
}

function write(content: Content): string {
  if (typeof content === 'string') return escapeMarkup(content);
  if (content instanceof Markup) return content.toString();
  if (content === undefined) return '';
  return typeof content === 'number' ? String(content) : content.map(write).join('');
}
