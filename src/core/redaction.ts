/** Takes secrets out of texts that are about to be shown. */
export interface Redaction {
  /**
   * From here on `secret` is taken out, as it is and as JSON, URLs and base64 spell it. One of fewer than eight characters may
   * be a word, or a part of many: it is taken out only where a whole value stands.
   */
  hide(secret: string): void;
  apply(text: string): string;
}

const REPLACEMENT = '[hidden]';
/** A shorter secret is hidden only where it is a whole value. */
export const MIN_SECRET_LENGTH = 8;

export function createRedaction(): Redaction {
  const spellings = new Set<string>();
  const values = new Map<string, RegExp>();
  return {
    hide(secret) {
      if (secret === '') return;
      for (const spelling of spellingsOf(secret)) {
        if (secret.length >= MIN_SECRET_LENGTH) spellings.add(spelling);
        else values.set(spelling, wholeValue(spelling));
      }
    },
    apply(text) {
      let shown = text;
      for (const spelling of spellings) shown = hideCut(shown.replaceAll(spelling, REPLACEMENT), spelling);
      for (const value of values.values()) shown = shown.replace(value, REPLACEMENT);
      return shown;
    },
  };
}

function spellingsOf(secret: string): readonly string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ];
}

/**
 * Matches `secret` where it is a whole value: in quotation marks; after `=` or a colon (`reporting-api-token: abc`,
 * `user:abc@host`), if no further word follows; after the words "token", "Bearer" and "Basic".
 */
function wholeValue(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const places = [
    `(?<=["'])${literal}(?=["'])`,
    `(?<==|: ?)${literal}(?![\\w-]| \\w)`,
    `(?<=\\b(?:[Tt]oken|[Bb]earer|[Bb]asic) )${literal}(?![\\w-])`,
  ];
  return new RegExp(places.join('|'), 'g');
}

/** A beginning that is shorter tells nobody anything, and may be a word. */
const LEAST_LENGTH = 6;

/** Takes out the beginning of a secret where the text was cut behind it, and so shows an ellipsis. */
function hideCut(text: string, secret: string): string {
  let shown = text;
  for (let length = secret.length - 1; length >= LEAST_LENGTH; length--) {
    shown = shown.replaceAll(`${secret.slice(0, length)}…`, `${REPLACEMENT}…`);
  }
  return shown;
}
