import type { Migration } from '@obieg/service-kit';
import { taskSearchMigration } from './20261127145000_task_search';

/**
 * Drops the search index without audiences, with its queue and its triggers. No release since 158f2849 reads it; the
 * one of `search_by_audience` replaced it. Each change of a text was queued twice.
 */
export const formerSearchMigration: Migration = {
  name: '20261129150010_former_search',
  up: taskSearchMigration.down,
  down: taskSearchMigration.up,
};
