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
      for (const spelling of spellings) shown = shown.replaceAll(spelling, REPLACEMENT);
      return shown;
    },
  };
}
