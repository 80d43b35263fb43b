/** Takes secrets out of texts that are about to be shown. */
export interface Redaction {
  /** From here on `secret` is taken out, as it is and as JSON, URLs and base64 spell it. */
  hide(secret: string): void;
  apply(text: string): string;
}

const REPLACEMENT = '[hidden]';

export function createRedaction(): Redaction {
  const spellings = new Set<string>();
  return {
    hide(secret) {
      if (secret === '') return;
      spellings.add(secret);
      spellings.add(JSON.stringify(secret).slice(1, -1));
      spellings.add(encodeURIComponent(secret));
      spellings.add(Buffer.from(secret).toString('base64'));
    },
    apply(text) {
      let shown = text;
      for (const spelling of spellings) shown = hideCut(shown.replaceAll(spelling, REPLACEMENT), spelling);
      return shown;
    },
  };
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
