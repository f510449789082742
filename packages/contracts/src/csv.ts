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

/** Returns the text of a parsed cell, without the apostrophe that `toCsvLine` writes before a formula. */
export const readCsvCell = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Begins a CSV file. It tells spreadsheets that the file is UTF-8. */
export const csvStart = '\uFEFF';
