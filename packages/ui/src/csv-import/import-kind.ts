import type { ImportProblem, ImportRow } from '@obieg/contracts';
import type { ReactNode } from 'react';
import type { ImportLanguage } from './texts';

/** The chosen file and what its columns are. */
export interface ImportChoice {
  file: File;
  preset: string;
  /** The field of each column; empty: ignored. */
  targets: readonly string[];
}

/** Rows of one call. */
export interface ImportBatch {
  /** Columns that are not ignored, in the order of the cells. */
  columns: readonly { heading: string; target: string }[];
  rows: readonly ImportRow[];
}

export interface ImportResult {
  outcome: string;
  problems: readonly ImportProblem[];
}

interface Option {
  value: string;
  label: string;
}

/** What is imported, and how. `Settings` is what the page asks for besides the columns. */
export interface ImportKind<Settings> {
  language: ImportLanguage;
  /** Applications whose files the page knows. */
  presets: readonly Option[];
  fields: readonly Option[];
  guessPreset: (headings: readonly string[]) => string;
  mapColumns: (headings: readonly string[], preset: string) => string[];
  /** Further fields of the step with the columns. */
  renderSettings: (choice: ImportChoice) => ReactNode;
  /** Returns what the user still has to choose. */
  findProblem: (choice: ImportChoice) => string | undefined;
  /** Returns the settings for all calls of a run and its repetitions. */
  readSettings: (choice: ImportChoice) => Settings;
  /** Outcomes in the order of their counts. All others count as refused. */
  outcomes: readonly {
    id: string;
    /** Whether the import would change something. */
    isChange: boolean;
    describe: (count: number, isDryRun: boolean) => string;
  }[];
  /** Sends a batch, again if the server is busy. Answers one result for each row. */
  send: (
    batch: ImportBatch,
    options: { settings: Settings; isDryRun: boolean; signal: AbortSignal },
  ) => Promise<readonly ImportResult[]>;
  /** Returns why a call failed. */
  describeFailure: (error: unknown) => string;
  saveFile: (content: Blob, name: string) => void;
  /** Asks before the page is left while an import runs. */
  renderLeaveGuard: (guard: { hasChanges: () => boolean; title: string; text: string }) => ReactNode;
  /** Leads to what was imported. */
  doneAction: ReactNode;
}
