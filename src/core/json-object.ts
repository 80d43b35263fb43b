import { tryRead } from './errors.ts';

/** A JSON object whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** False for null and for lists. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `value` if it is a JSON object; otherwise undefined. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The JSON object in `text`; undefined for anything else. */
export function parseObject(text: string): JsonObject | undefined {
  return tryRead(() => asObject(JSON.parse(text)));
}
