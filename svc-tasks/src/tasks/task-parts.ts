import type { Database } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { Caller } from '../callers/caller';
import {
  type CachedConfiguration,
  getConfigurationOfVersion,
  selectConfigurationVersion,
} from '../workflow-model/configuration.repo';
import { type OpenedTask, readTask } from './open-task';

/** Selects a part of one task. */
export interface PartSelection {
  caller: Caller;
  publicTaskId: number;
  /** Continues a list behind this entry; 0 begins it. */
  afterId: number;
}

/** The opened task, for presenting a part of it. */
export interface PartContext extends OpenedTask {
  db: Database;
  caller: Caller;
  /** Only for a part with `needsConfiguration`. */
  getConfiguration(): Promise<CachedConfiguration>;
}

type Rows = Record<string, unknown>[];

/** A part of a task that is read in the transaction that opens the task: alone, or with others for the task's page. */
export interface TaskPart<Result> {
  needsConfiguration?: true;
  /** Queries without a visibility check. */
  select(knex: Knex, selection: PartSelection): (Knex.QueryBuilder | Knex.Raw)[];
  /** Presents the rows of each query for the caller's view. */
  present(context: PartContext, rows: readonly Rows[]): Result | Promise<Result>;
}

/** Reads one part. @throws 404 if the task does not exist or is not visible */
export const readTaskPart = async <Result>(
  db: Database,
  part: TaskPart<Result>,
  selection: PartSelection,
): Promise<Result> => {
  const { caller, publicTaskId } = selection;
  const { parts, ...opened } = await readTask(db, caller, publicTaskId, (knex) => [
    ...part.select(knex, selection),
    ...(part.needsConfiguration ? [selectConfigurationVersion(knex)] : []),
  ]);
  const getConfiguration = () => getConfigurationOfVersion(db, caller, parts.at(-1));
  return part.present({ ...opened, db, caller, getConfiguration }, parts);
};
