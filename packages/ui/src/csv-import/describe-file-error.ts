import { FileError } from './read-csv';
import { type ImportLanguage, importTexts } from './texts';

/** Says why a file cannot be read. Other failures are no fault of the file. */
export const describeFileError = (error: unknown, language: ImportLanguage): string =>
  importTexts[language].fileProblems[error instanceof FileError ? error.problem : 'unreadable'];
