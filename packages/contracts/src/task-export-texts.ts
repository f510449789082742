import type { TaskSortKey } from './task-list-query';
import type { priorities } from './task-values';

/**
 * Headings of the columns of an export, and the names of priorities. Imports read them, too. A text without an entry has
 * the name of its field as heading.
 */
export const taskExportTexts = {
  publicTaskId: { pl: 'Numer', en: 'Number' },
  title: { pl: 'Tytuł', en: 'Title' },
  statusName: { pl: 'Status', en: 'Status' },
  priority: { pl: 'Priorytet', en: 'Priority' },
  assignee: { pl: 'Przypisanie', en: 'Assignee' },
  createdBy: { pl: 'Utworzone przez', en: 'Created by' },
  createdAt: { pl: 'Data utworzenia', en: 'Created' },
  lastUpdatedAt: { pl: 'Ostatnia aktualizacja', en: 'Last updated' },
  dueAt: { pl: 'Termin', en: 'Due' },
  nextTargetAt: { pl: 'Najbliższy cel', en: 'Next target' },
  description: { pl: 'Opis', en: 'Description' },
  LOWEST: { pl: 'Najniższy', en: 'Lowest' },
  LOW: { pl: 'Niski', en: 'Low' },
  NORMAL: { pl: 'Normalny', en: 'Normal' },
  HIGH: { pl: 'Wysoki', en: 'High' },
  HIGHEST: { pl: 'Najwyższy', en: 'Highest' },
} as const satisfies Record<
  TaskSortKey | 'description' | (typeof priorities)[number],
  { pl: string; en: string }
>;
