/** How a document of CSV is spelled, where it is not the plain one. */
export interface CsvDialect {
  /** What stands between two fields: one character of ASCII. */
  readonly delimiter: string;
  /** Numbers have a comma for the point: `0,10`. */
  readonly hasDecimalComma: boolean;
  /** For a spreadsheet that opens the file without questions: what it would change or run is kept from it. */
  readonly isForSpreadsheets: boolean;
}

export const PLAIN_CSV: CsvDialect = { delimiter: ',', hasDecimalComma: false, isForSpreadsheets: false };
