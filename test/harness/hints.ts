/** The hints of failures that say nothing more exact, by the kind of the error. */
export const HINTS = {
  refused: 'check the base URL and the range, or ask the operator of the service',
  unavailable: 'try again later; if it keeps failing, tell the operator of the service',
  malformed: 'if a new request gets the same response, tell the operator of the service',
  output: 'check that its directory exists and has room, and that you can write to it',
};
