import { type Priority, priorities, taskExportTexts } from '@obieg/contracts';

/** Names of other applications: Jira (two schemes), Redmine and Zammad, in English and Polish. */
const otherNames: Record<Priority, readonly string[]> = {
  HIGHEST: ['blocker', 'critical', 'immediate', 'krytyczny', 'natychmiastowy'],
  HIGH: ['major', 'urgent', 'pilny', '3 high', '3 wysoki'],
  NORMAL: ['medium', 'średni', '2 normal', '2 normalny'],
  LOW: ['minor', '1 low', '1 niski'],
  LOWEST: ['trivial'],
};

const byName: ReadonlyMap<string, Priority> = new Map(
  priorities.flatMap((priority) =>
    [priority, ...Object.values(taskExportTexts[priority]), ...otherNames[priority]].map(
      (name) => [name.toLowerCase(), priority] as const,
    ),
  ),
);

/** Finds a priority by its code, its name in any of our languages, or its name in another application. */
export const findPriority = (name: string): Priority | undefined => byName.get(name.trim().toLowerCase());
