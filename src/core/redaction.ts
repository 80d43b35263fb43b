const REPLACEMENT = '[hidden]';
/** A shorter secret is hidden only where it is a whole value. */
export const MIN_SECRET_LENGTH = 8;
/** A shorter part of a secret reveals nothing, and can be a word. */
const MIN_PART_LENGTH = 6;

/** Replaces secrets in texts before they are shown. `hide` adds them. */
export function createRedaction() {
  const spellings = new Set<string>();
  const values = new Map<string, RegExp>();
  return {
    /**
     * Adds a secret. `apply` hides it as it is, and as JSON, URLs and base64 spell it. A secret of fewer than eight characters
     * can be a word or a part of words, so `apply` hides it only where it is a whole value.
     */
    hide(secret: string): void {
      if (secret === '') return;
      for (const spelling of spellingsOf(secret)) {
        if (secret.length >= MIN_SECRET_LENGTH) spellings.add(spelling);
        else values.set(spelling, wholeValue(spelling));
      }
    },
    apply(text: string): string {
      let shown = text;
      for (const spelling of spellings) shown = hideCut(shown.replaceAll(spelling, REPLACEMENT), spelling);
      for (const value of values.values()) shown = shown.replace(value, REPLACEMENT);
      return shown;
    },
  };
}

/** A secret as it is, and as JSON, URLs and base64 spell it; one of eight characters or more also inside a longer base64 text. */
export function spellingsOf(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  // Half of a surrogate pair has no spelling in a URL. Such a token is rejected later, and must not break messages before that.
  const inUrl = encodeURIComponent(secret.toWellFormed());
  const spellings = [secret, inJson, inUrl, Buffer.from(secret).toString('base64')];
  if (secret.length < MIN_SECRET_LENGTH) return spellings;
  const inBase64 = [0, 1, 2].map((bytesBefore) => base64Within(secret, bytesBefore));
  return [
    ...spellings,
    inUrl.replace(/%../g, (text) => text.toLowerCase()),
    // Some JSON writers escape what HTML or JavaScript may misread.
    inJson.replaceAll('/', '\\/'),
    inJson.replace(/[&'<>+`]/g, escapeInJson),
    inJson.replace(/[&'<>+`]/g, (character) => escapeInJson(character).toUpperCase().replace('U', 'u')),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

function escapeInJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The characters of a base64 text that depend on `secret` alone, if `bytesBefore` bytes (modulo 3) come before it. */
function base64Within(secret: string, bytesBefore: number): string {
  const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
  const end = Math.floor((bytes.length * 8) / 6);
  return bytes.toString('base64').slice(Math.ceil((bytesBefore * 8) / 6), end);
}

/**
 * Matches `secret` where it is a whole value: in quotation marks; after `=` or a colon (`reporting-api-token: abc`,
 * `user:abc@host`) unless another word follows; and after the words "token", "Bearer" and "Basic".
 */
function wholeValue(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const contexts = [
    `(?<=["'])${literal}(?=["'])`,
    `(?<==|: ?)${literal}(?![\\w-]| \\w)`,
    `(?<=\\b(?:[Tt]oken|[Bb]earer|[Bb]asic) )${literal}(?![\\w-])`,
  ];
  return new RegExp(contexts.join('|'), 'g');
}

/** Hides a prefix of the secret before an ellipsis, where a text was cut. */
function hideCut(text: string, secret: string): string {
  if (!text.includes('…')) return text;
  let shown = text;
  for (let length = secret.length - 1; length >= MIN_PART_LENGTH; length--) {
    shown = shown.replaceAll(`${secret.slice(0, length)}…`, `${REPLACEMENT}…`);
  }
  return shown;
}

/**
 * Hides the secret in text from outside, in each of its spellings, and every part of it with at least six characters: a
 * service that refuses a token may quote a part of it. Parts of a secret shorter than `MIN_SECRET_LENGTH` stay.
 */
export function hideParts(text: string, secret: string): string {
  const redaction = createRedaction();
  redaction.hide(secret);
  const redacted = redaction.apply(text);
  if (secret.length < MIN_SECRET_LENGTH) return redacted;
  let shown = '';
  for (let at = 0; at < redacted.length; ) {
    const length = sharedLength(redacted, at, secret);
    shown += length === 0 ? redacted[at] : REPLACEMENT;
    at += length || 1;
  }
  return shown;
}

/** The length of the longest part of `secret` at index `at` of `text`; 0 below the minimum. */
function sharedLength(text: string, at: number, secret: string): number {
  let length = MIN_PART_LENGTH;
  if (at + length > text.length || !secret.includes(text.slice(at, at + length))) return 0;
  while (at + length < text.length && secret.includes(text.slice(at, at + length + 1))) length++;
  return length;
}
