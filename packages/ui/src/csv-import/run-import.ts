import {
  csvStart,
  hasUnstorableCharacters,
  type ImportProblem,
  type ImportRow,
  importBytes,
  importRowsMax,
  toCsvLine,
} from '@obieg/contracts';
import type { ImportBatch, ImportResult } from './import-kind';
import { type CsvForm, isEmptyRow, readCsv } from './read-csv';

/** A file and what its columns are. */
export interface ImportPlan {
  file: File;
  form: CsvForm;
  headings: readonly string[];
  /** The field of each column; empty: ignored. */
  targets: readonly string[];
}

/** A problem in a row. */
export interface LineProblem extends ImportProblem {
  line: number;
}

export interface ImportProgress {
  /** From 0 to 1. */
  share: number;
  /** Rows of each outcome. */
  counts: Readonly<Record<string, number>>;
  refused: number;
  /** The first problems. */
  problems: readonly LineProblem[];
}

/** Texts of what the page itself finds, and the heading of the column of problems. */
interface ProblemTexts {
  problem: string;
  unstorable: string;
  rowTooLarge: string;
}

const shownProblemsMax = 200;

interface SourceRow extends ImportRow {
  /** All cells of the file, for the file of the refused rows. */
  original: readonly string[];
  bytes: number;
}

/** Columns that are not ignored, with their place in the file. */
const listColumns = ({ headings, targets }: ImportPlan) =>
  targets.flatMap((target, index) =>
    target === '' ? [] : [{ index, column: { heading: headings[index] ?? '', target } }],
  );

const jsonBytes = (row: ImportRow): number => new TextEncoder().encode(JSON.stringify(row)).length + 1;

interface OutcomeOptions {
  headings: readonly string[];
  texts: ProblemTexts;
  outcomes: readonly string[];
}

/** Collects the results of a run. Refused rows go into parts of a file, so that the browser can keep them on disk. */
const createOutcome = ({ headings, texts, outcomes }: OutcomeOptions) => {
  const counts: Record<string, number> = Object.fromEntries(outcomes.map((outcome) => [outcome, 0]));
  let refused = 0;
  const problems: LineProblem[] = [];
  const parts: Blob[] = [new Blob([csvStart + toCsvLine([...headings, texts.problem])])];
  const refuse = (row: SourceRow, found: readonly ImportProblem[]): string => {
    refused += 1;
    for (const { field, message } of found)
      if (problems.length < shownProblemsMax) problems.push({ line: row.line, field, message });
    const cells = headings.map((_, column) => row.original[column]);
    return toCsvLine([...cells, found.map(({ field, message }) => `${field}: ${message}`).join('; ')]);
  };
  return {
    add: (rows: readonly SourceRow[], results: readonly ImportResult[]): void => {
      const lines: string[] = [];
      for (const [index, { outcome, problems: found }] of results.entries()) {
        const row = rows[index];
        const count = counts[outcome];
        if (count !== undefined) counts[outcome] = count + 1;
        else if (row) lines.push(refuse(row, found));
      }
      if (lines.length > 0) parts.push(new Blob([lines.join('')]));
    },
    progress: (share: number): ImportProgress => ({
      share,
      counts: { ...counts },
      refused,
      problems: [...problems],
    }),
    getRefusedRows: (): Blob => new Blob(parts, { type: 'text/csv' }),
  };
};

interface RunOptions extends Pick<OutcomeOptions, 'texts' | 'outcomes'> {
  signal: AbortSignal;
  send: (batch: ImportBatch) => Promise<readonly ImportResult[]>;
  onProgress: (progress: ImportProgress) => void;
}

/**
 * Reads the file piece by piece and sends its rows in batches, one after the other.
 *
 * @returns the refused rows as CSV
 * @throws FileError, ApiError, or the reason of the signal
 */
export const runImport = async (
  plan: ImportPlan,
  { signal, texts, outcomes, send, onProgress }: RunOptions,
): Promise<Blob> => {
  const columns = listColumns(plan);
  const outcome = createOutcome({ headings: plan.headings, texts, outcomes });
  let batch: SourceRow[] = [];
  let bytes = 0;
  let line = 0;
  let share = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const results = await send({
      columns: columns.map(({ column }) => column),
      rows: batch.map(({ line: number, cells }) => ({ line: number, cells })),
    });
    outcome.add(batch, results);
    onProgress(outcome.progress(share));
    batch = [];
    bytes = 0;
  };
  const add = async (original: string[]): Promise<void> => {
    const cells = columns.map(({ index }) => original[index] ?? '');
    const row = { line, cells, original, bytes: jsonBytes({ line, cells }) };
    const refusal = cells.some(hasUnstorableCharacters) ? texts.unstorable : undefined;
    const reason = row.bytes > importBytes ? texts.rowTooLarge : refusal;
    if (reason !== undefined) {
      const problem = { field: plan.headings[columns[0]?.index ?? 0] ?? '', message: reason };
      outcome.add([row], [{ outcome: 'REFUSED', problems: [problem] }]);
      return;
    }
    if (batch.length === importRowsMax || bytes + row.bytes > importBytes) await flush();
    batch.push(row);
    bytes += row.bytes;
  };
  for await (const piece of readCsv(plan.file, plan.form)) {
    for (const row of piece.rows) {
      line += 1;
      signal.throwIfAborted();
      if (line > 1 && !isEmptyRow(row)) await add(row);
    }
    share = piece.readBytes / plan.file.size;
    onProgress(outcome.progress(share));
  }
  await flush();
  onProgress(outcome.progress(1));
  return outcome.getRefusedRows();
};
