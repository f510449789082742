import Papa from 'papaparse';

export const encodings = ['utf-8', 'windows-1250', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];
export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** How the text of a file is written. */
export interface CsvForm {
  encoding: Encoding;
  delimiter: Delimiter;
}

/** Why a file cannot be read. */
type FileProblem = 'empty' | 'notCsv' | 'damaged' | 'unreadable';
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

const sampleBytes = 64 * 1024;
const pieceBytes = 256 * 1024;
/** Longer than any row that a call can carry. A quote that is never closed makes a row of the rest of the file. */
const rowMaxLength = 1024 * 1024;

/** Bytes of ą, ł, ś, ź, Ź and ż in Windows-1250. In Windows-1252 they are signs that texts rarely contain. */
const polishBytes: ReadonlySet<number> = new Set([0xb9, 0xb3, 0x9c, 0x9f, 0x8f, 0xbf]);

const readBytes = async (file: Blob, start: number, end: number): Promise<Uint8Array> => {
  try {
    return new Uint8Array(await file.slice(start, end).arrayBuffer());
  } catch {
    throw new FileError('unreadable');
  }
};

const guessEncoding = (bytes: Uint8Array): Encoding => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return bytes.some((byte) => polishBytes.has(byte)) ? 'windows-1250' : 'windows-1252';
  }
};

/** Guesses encoding and delimiter from the beginning of a file. @throws FileError for an empty or binary file */
export const guessForm = async (file: Blob): Promise<CsvForm> => {
  const bytes = await readBytes(file, 0, sampleBytes);
  if (bytes.length === 0) throw new FileError('empty');
  if (bytes.includes(0)) throw new FileError('notCsv');
  const encoding = guessEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const { meta } = Papa.parse(text, { preview: 20, delimitersToGuess: [...delimiters] });
  return { encoding, delimiter: delimiters.find((one) => one === meta.delimiter) ?? ',' };
};

interface Piece {
  rows: string[][];
  /** Text after the last complete row. */
  rest: string;
}

/** Parses the complete rows of a text. Only the end of the file completes its last row. */
const parsePiece = (text: string, delimiter: Delimiter, isEnd: boolean): Piece => {
  const rows: string[][] = [];
  const ends: number[] = [];
  let isBroken = false;
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, meta, errors }) => {
      rows.push(data);
      ends.push(meta.cursor);
      isBroken ||= errors.some(({ code }) => code === 'MissingQuotes');
    },
  });
  if (isEnd && isBroken) throw new FileError('damaged');
  if (isEnd) return { rows, rest: '' };
  rows.pop();
  return { rows, rest: text.slice(ends.at(-2) ?? 0) };
};

/**
 * Reads the rows of a file piece by piece. Papa Parse's own reading of files decodes each slice on its own, which breaks
 * letters at the borders, so this decodes the file and hands texts to it.
 *
 * @throws FileError
 */
export const readCsv = async function* (
  file: Blob,
  { encoding, delimiter }: CsvForm,
): AsyncGenerator<{ rows: string[][]; readBytes: number }> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  for (let start = 0; start < file.size; start += pieceBytes) {
    const end = Math.min(start + pieceBytes, file.size);
    const isEnd = end === file.size;
    const text = rest + decoder.decode(await readBytes(file, start, end), { stream: !isEnd });
    const piece = parsePiece(text, delimiter, isEnd);
    if (piece.rest.length > rowMaxLength) throw new FileError('damaged');
    rest = piece.rest;
    yield { rows: piece.rows, readBytes: end };
  }
};

export interface FilePreview {
  headings: string[];
  /** The first rows. */
  rows: string[][];
}

const previewRows = 3;
export const isEmptyRow = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Reads the headings and the first rows. @throws FileError without headings or rows */
export const readPreview = async (file: Blob, form: CsvForm): Promise<FilePreview> => {
  let headings: string[] | undefined;
  const rows: string[][] = [];
  for await (const piece of readCsv(file, form)) {
    for (const row of piece.rows) {
      if (!headings) headings = row.map((heading) => heading.trim());
      else if (!isEmptyRow(row)) rows.push(row);
      if (rows.length === previewRows) break;
    }
    if (rows.length === previewRows) break;
  }
  if (!headings || isEmptyRow(headings) || rows.length === 0) throw new FileError('empty');
  return { headings, rows };
};
