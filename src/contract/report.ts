/** A report of the service: one endpoint, as a value. */
export interface Report {
  /** Its subcommand. */
  readonly name: string;
  /** Its path below the base URL, with a leading slash. */
  readonly path: string;
  /** One line of help. */
  readonly summary: string;
  /** What help says beyond that. */
  readonly remark?: string;
}
