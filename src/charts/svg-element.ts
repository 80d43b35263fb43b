/** Writes elements of SVG as text. */

import { escapeMarkup } from '../core/text.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with its children, which are markup already. An undefined attribute is left out; numbers are rounded. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined
      ? ''
      : ` ${key}="${typeof value === 'number' ? coordinate(value) : escapeMarkup(value)}"`,
  );
  const opening = `<${name}${written.join('')}`;
  return children.length === 0 ? `${opening}/>` : `${opening}>${children.join('')}</${name}>`;
}

/** A length in the drawing: a tenth of a pixel is invisible. */
export function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}
