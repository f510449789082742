/** First characters that make a spreadsheet run the cell as a formula, also in their full-width forms and after spaces. */
const formulaStart = /^\s*[=+\-@|\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Quotes a cell (RFC 4180). An apostrophe keeps a spreadsheet from running text of people as a formula. */
const toCell = (value: string | null | undefined): string => {
  const text = value ?? '';
  return `"${formulaStart.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
};

/** Writes a line of a CSV file. */
export const toCsvLine = (cells: readonly (string | null | undefined)[], delimiter = ','): string =>
  `${cells.map(toCell).join(delimiter)}\r\n`;

/** Begins a CSV file. It tells spreadsheets that the file is UTF-8. */
export const csvStart = '\uFEFF';

/** Headers of a response with a CSV file, which nobody may store. */
export const csvHeaders = (filename: string): Record<string, string> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${filename}"`,
  'cache-control': 'no-store',
});
