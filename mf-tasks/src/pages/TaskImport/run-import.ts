import {
  csvStart,
  hasUnstorableCharacters,
  type ImportRow,
  type ImportTasks,
  type ImportTasksResponse,
  importBytes,
  importRowsMax,
  type TaskImportResult,
  toCsvLine,
} from '@obieg/contracts';
import { http, isApiError, readList } from '@obieg/web-kit';
import type { ColumnTarget } from './guess-columns';
import { type CsvForm, isEmptyRow, readCsv } from './read-csv';

/** A file and what its columns are. */
export interface ImportPlan {
  file: File;
  form: CsvForm;
  headings: readonly string[];
  targets: readonly ColumnTarget[];
  source: string;
}

export interface ImportProblem {
  line: number;
  field: string;
  message: string;
}

export interface ImportProgress {
  /** From 0 to 1. */
  share: number;
  created: number;
  unchanged: number;
  refused: number;
  /** The first problems. */
  problems: readonly ImportProblem[];
}

/** Texts of what the page itself finds, and the heading of the column of problems. */
interface ImportTexts {
  problem: string;
  unstorable: string;
  tooLarge: string;
}

const shownProblemsMax = 200;
/** The server is busy or away. It says how long to wait, at most a minute. */
const defaultWaitSeconds = 5;
/** Attempts of a batch while the server is away. */
const attemptsMax = 6;

interface SourceRow extends ImportRow {
  /** All cells of the file, for the file of the refused rows. */
  original: readonly string[];
  bytes: number;
}

const toMapping = ({ headings, targets }: ImportPlan) =>
  targets.flatMap((target, index) => {
    if (target === '') return [];
    const heading = headings[index] ?? '';
    const column: ImportTasks['mapping'][number] = target.startsWith('answer:')
      ? { heading, field: 'answer', question: target.slice('answer:'.length) }
      : { heading, field: target as Exclude<ColumnTarget, '' | `answer:${string}`> };
    return [{ index, column }];
  });

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });

/** Sends a batch again while the server refuses or cannot take it. Keys make that safe. */
const sendBatch = async (body: ImportTasks, isDryRun: boolean, signal: AbortSignal) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await http.post<ImportTasksResponse>('/tasks/import', body, {
        params: { dryRun: isDryRun },
        signal,
      });
      return readList(response, 'results').results;
    } catch (error) {
      signal.throwIfAborted();
      if (!isApiError(error)) throw error;
      const isAway = error.status === undefined || error.status >= 502;
      if (error.status !== 429 && (!isAway || attempt === attemptsMax)) throw error;
      await wait(error.retryAfterSeconds ?? defaultWaitSeconds, signal);
    }
  }
};

const jsonBytes = (row: ImportRow): number => new TextEncoder().encode(JSON.stringify(row)).length + 1;

/** Collects the results of a run. Refused rows go into parts of a file, so that the browser can keep them on disk. */
const createOutcome = (headings: readonly string[], texts: ImportTexts) => {
  const counts = { created: 0, unchanged: 0, refused: 0 };
  const problems: ImportProblem[] = [];
  const parts: Blob[] = [new Blob([csvStart + toCsvLine([...headings, texts.problem])])];
  return {
    add: (rows: readonly SourceRow[], results: readonly TaskImportResult[]): void => {
      const lines: string[] = [];
      for (const [index, { outcome, problems: found }] of results.entries()) {
        const row = rows[index];
        if (outcome === 'CREATED') counts.created += 1;
        else if (outcome === 'UNCHANGED') counts.unchanged += 1;
        else counts.refused += 1;
        if (outcome === 'CREATED' || outcome === 'UNCHANGED' || !row) continue;
        const messages = found.map(({ field, message }) => `${field}: ${message}`);
        const cells = headings.map((_, column) => row.original[column]);
        lines.push(toCsvLine([...cells, messages.join('; ')]));
        for (const { field, message } of found)
          if (problems.length < shownProblemsMax) problems.push({ line: row.line, field, message });
      }
      if (lines.length > 0) parts.push(new Blob([lines.join('')]));
    },
    progress: (share: number): ImportProgress => ({ share, ...counts, problems: [...problems] }),
    getRefusedRows: (): Blob => new Blob(parts, { type: 'text/csv' }),
  };
};

interface RunOptions {
  isDryRun: boolean;
  signal: AbortSignal;
  texts: ImportTexts;
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
  { isDryRun, signal, texts, onProgress }: RunOptions,
): Promise<Blob> => {
  const columns = toMapping(plan);
  const outcome = createOutcome(plan.headings, texts);
  let batch: SourceRow[] = [];
  let bytes = 0;
  let line = 0;
  let share = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const body: ImportTasks = {
      source: plan.source,
      mapping: columns.map(({ column }) => column),
      rows: batch.map(({ line: number, cells }) => ({ line: number, cells })),
    };
    outcome.add(batch, await sendBatch(body, isDryRun, signal));
    onProgress(outcome.progress(share));
    batch = [];
    bytes = 0;
  };
  const add = async (original: string[]): Promise<void> => {
    const cells = columns.map(({ index }) => original[index] ?? '');
    const row = { line, cells, original, bytes: jsonBytes({ line, cells }) };
    const refusal = cells.some(hasUnstorableCharacters) ? texts.unstorable : undefined;
    const reason = row.bytes > importBytes ? texts.tooLarge : refusal;
    if (reason !== undefined) {
      const problem = { field: plan.headings[columns[0]?.index ?? 0] ?? '', message: reason };
      outcome.add([row], [{ line, outcome: 'REFUSED', problems: [problem] }]);
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
