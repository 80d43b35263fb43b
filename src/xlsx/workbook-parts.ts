/** The parts of a workbook that do not depend on its cells (ECMA-376, part 2, and part 1, 18.2). */

import { xmlText } from './sheet-text.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A sheet in the list of the workbook. */
export interface ListedSheet {
  readonly name: string;
  /** The range of its filter; undefined without one. */
  readonly filter: string | undefined;
}

/** The relations of the package. */
export const PACKAGE_RELATIONS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The numbers of the sheets: that of the rows, and that about the report. */
const SHEETS = [1, 2];
const SHEET_TYPES = SHEETS.map(
  (sheet) => `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
).join('');

/** The types of the parts of a workbook. */
export const CONTENT_TYPES = `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${SHEET_TYPES}</Types>`;

const SHEET_RELATIONS = SHEETS.map(
  (sheet) => `<Relationship Id="rId${sheet}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`,
).join('');

/** The relations of a workbook. */
export const WORKBOOK_RELATIONS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${SHEET_RELATIONS}<Relationship Id="rId${SHEETS.length + 1}" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`;

/** The part `workbook.xml`. Excel stores the range of a filter also as a hidden name. */
export function workbook(sheets: readonly ListedSheet[]): string {
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const names = sheets.flatMap(({ name, filter }, index) =>
    filter === undefined
      ? []
      : [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${xmlText(name.replaceAll("'", "''"))}'!${absolute(filter)}</definedName>`,
        ],
  );
  const defined = names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`;
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${listed.join('')}</sheets>${defined}</workbook>`;
}

/** `A1:B2` as `$A$1:$B$2`. */
function absolute(range: string): string {
  return range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
}
