import type { Response } from 'got';

/** What the head of an answer says of it, whatever its status. Header values are as they came. */
export interface AnswerHead {
  readonly status: number;
  readonly date: string | undefined;
  readonly contentType: string | undefined;
  /** As it was on the wire, before the body was decompressed. */
  readonly contentEncoding: string | undefined;
}

/** Out of the raw headers: the HTTP library takes `content-encoding` out of the others when it decompresses. */
export function answerHead({ statusCode, rawHeaders }: Response): AnswerHead {
  const header = (name: string): string | undefined => {
    const index = rawHeaders.findIndex((each, at) => at % 2 === 0 && each.toLowerCase() === name);
    return index === -1 ? undefined : rawHeaders[index + 1];
  };
  return {
    status: statusCode,
    date: header('date'),
    contentType: header('content-type'),
    contentEncoding: header('content-encoding'),
  };
}
