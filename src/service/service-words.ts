import { toVisibleLine } from '../core/visible-text.ts';

const MAX_LENGTH = 300;
const MESSAGE_MEMBERS = ['message', 'error', 'detail', 'error_description', 'title', 'errors'];

/**
 * What an error body says, as one visible line; empty if it says nothing a person can read. The interface shows no
 * shape for it (part 7), so none is expected: plain text as it is, JSON by a member that usually holds the message, no HTML.
 */
export function serviceWords(body: string): string {
  const text = body.trim();
  if (text.startsWith('<')) return '';
  return toVisibleLine(messageIn(text) ?? text, MAX_LENGTH);
}

function messageIn(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return findMessage(value, 3);
}

function findMessage(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  if (Array.isArray(value)) return findMessage(value[0], depth - 1);
  const members = new Map(Object.entries(value));
  for (const name of MESSAGE_MEMBERS) {
    const found = findMessage(members.get(name), depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
