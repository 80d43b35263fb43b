import { FORMAT_NAMES, FORMATS, type FormatName } from '../formats/registry.ts';
import { examples, type HelpRow, type HelpTopic, table, text } from './topic.ts';

const SHAPES: Readonly<Record<FormatName, string>> = {
  table: 'for people: numbers on the right, fitted to the terminal, what is left out is named',
  csv: 'one header, then a line a record; quoted as RFC 4180 says, lines end with LF',
  tsv: 'the same with tabs',
  json: 'one array, a record a line',
  ndjson: 'a record a line',
  markdown: 'a table of GitHub Flavored Markdown',
  chart: 'a line over days, or bars, each with its number',
};

export const formats: HelpTopic = {
  title: 'Formats and files',
  summary: 'what --format takes, and what a file holds',
  section: 'FORMATS',
  blocks: [
    table('--format takes:', FORMAT_NAMES.map(rowOf)),
    text(
      "The format is the first of: --format, the output file's ending, REPORTING_FORMAT, the profile's, your default " +
        '(`reporting config`), and what suits: table on a terminal, else csv.',
    ),
    text(
      'Figures keep the digits that the service sent: 0.10 stays 0.10. csv and tsv have the columns of all records, in order of ' +
        'first appearance; nested objects become dotted columns (campaign.id), arrays their JSON text, null is empty. ' +
        'json and ndjson keep records as they are.',
    ),
    text(
      '--output writes a file whole or not at all: a run that fails leaves the old one as it was. {profile}, {report}, {from} and ' +
        '{to} in its name stand for theirs. An empty report is an empty document of its format, with a note on stderr.',
    ),
    text(
      'For a double click in a spreadsheet there is --excel, and --decimal-comma where the comma is the decimal sign; --delimiter ' +
        'takes another character between fields.',
    ),
    examples(
      "reporting revenue --sandbox --period yesterday -o '{report}-{from}.csv'",
      'reporting revenue --sandbox --period last-month -f ndjson | head -3',
      'reporting revenue --sandbox --period last-month --excel -o month.csv',
      'reporting revenue --sandbox --period 2026-Q1 --format chart \\\n    --group-by campaign --sum revenue',
    ),
  ],
};

function rowOf(name: FormatName): HelpRow {
  const endings = FORMATS[name].extensions.join(', ');
  return [name, SHAPES[name] + (endings === '' ? '' : ` (${endings})`)];
}
