import type { Language, Priority, TaskExportColumn } from '@obieg/contracts';
import { createTranslate } from '@obieg/service-kit';

/** Headings of the columns, and values that the list shows as words. */
const texts = {
  publicTaskId: { pl: 'Numer', en: 'Number' },
  title: { pl: 'Tytuł', en: 'Title' },
  statusName: { pl: 'Status', en: 'Status' },
  priority: { pl: 'Priorytet', en: 'Priority' },
  assignee: { pl: 'Przypisanie', en: 'Assignee' },
  createdBy: { pl: 'Utworzone przez', en: 'Created by' },
  createdAt: { pl: 'Data utworzenia', en: 'Created' },
  lastUpdatedAt: { pl: 'Ostatnia aktualizacja', en: 'Last updated' },
  dueAt: { pl: 'Termin', en: 'Due' },
  description: { pl: 'Opis', en: 'Description' },
  LOWEST: { pl: 'Najniższy', en: 'Lowest' },
  LOW: { pl: 'Niski', en: 'Low' },
  NORMAL: { pl: 'Normalny', en: 'Normal' },
  HIGH: { pl: 'Wysoki', en: 'High' },
  HIGHEST: { pl: 'Najwyższy', en: 'Highest' },
} as const satisfies Record<TaskExportColumn | Priority, { pl: string; en: string }>;

const translate = createTranslate(texts, 'pl');

export const headingOf = (column: TaskExportColumn, language: Language): string =>
  translate(language, column);

/** A priority that only a newer version knows stays as it is. */
export const nameOfPriority = (priority: string, language: Language): string =>
  priority in texts ? translate(language, priority as Priority) : priority;
