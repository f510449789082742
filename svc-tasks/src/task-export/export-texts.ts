import { type Language, type Priority, type TaskExportColumn, taskExportTexts } from '@obieg/contracts';
import { createTranslate } from '@obieg/service-kit';

const translate = createTranslate(taskExportTexts, 'pl');

export const headingOf = (column: TaskExportColumn, language: Language): string =>
  translate(language, column);

/** A priority that only a newer version knows stays as it is. */
export const nameOfPriority = (priority: string, language: Language): string =>
  priority in taskExportTexts ? translate(language, priority as Priority) : priority;
