import { type Language, type TaskExportColumn, taskExportTexts } from '@obieg/contracts';
import { createTranslate } from '@obieg/service-kit';

const translate = createTranslate(taskExportTexts, 'pl');

const textOf = (name: string, language: Language): string =>
  name in taskExportTexts ? translate(language, name as keyof typeof taskExportTexts) : name;

export const headingOf = (column: TaskExportColumn, language: Language): string => textOf(column, language);

/** A priority that only a newer version knows stays as it is. */
export const nameOfPriority = (priority: string, language: Language): string => textOf(priority, language);
