import { Readable } from 'node:stream';
import {
  csvDelimiters,
  csvStart,
  findNextTarget,
  type TaskExportColumn,
  type TaskExportQuery,
  type TaskListItem,
  type TaskListResponse,
  taskExportColumns,
  taskExportMax,
  toCsvLine,
} from '@obieg/contracts';
import {
  type ConcurrencyLimit,
  type Database,
  problem,
  readOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { toClockTime } from '@obieg/workflow-rules';
import type { Knex } from 'knex';
import type { SignedInCaller } from '../callers/caller';
import { hasBasePermission, isListedFor, readerBindings } from '../policy/tasks.policy';
import { listTasks } from '../task-list/list-tasks';
import { presentTexts, type TextRow, textColumnNames } from '../tasks/text-columns';
import { type CachedConfiguration, getConfiguration } from '../workflow-model/configuration.repo';
import { isHiddenFromReporters } from '../workflow-model/hidden-answers';
import { headingOf, nameOfPriority } from './export-texts';

/** Tasks that are read at a time. A page of 200 kept lists of others waiting for its whole processor time. */
const pageSize = 50;
/** Pause after a page, in its duration. With one, lists of others took 2.3 times as long. */
const pausesPerPage = 2;

/** Only members see targets, and an import cannot read them. */
const defaultColumns = taskExportColumns.filter((column) => column !== 'nextTargetAt');

export interface ExportDependencies {
  db: Database;
  /** Pages that are read at a time, pauses included. The connections of the pool serve other calls. */
  limit: ConcurrencyLimit;
}

/** What a list leaves out of a task. */
interface CompleteTask extends TextRow {
  public_task_id: number;
  answers: Record<string, string>;
}

interface Question {
  id: number;
  heading: string;
}

/** All tasks to export, and their reader, looked up again before each page. */
interface Export {
  query: TaskExportQuery;
  findCallerNow: () => Promise<SignedInCaller>;
}

/** The questions whose answers the caller sees, in their order. A repeated heading gets the id of its question. */
const listQuestions = ({ actor }: SignedInCaller, configuration: CachedConfiguration): Question[] => {
  const shown = [...configuration.knownQuestions.values()]
    .filter(({ id }) => hasBasePermission(actor) || !isHiddenFromReporters(configuration, id))
    .sort((one, other) => one.sortOrder - other.sortOrder || one.id - other.id);
  const headings = new Set<string>();
  return shown.map(({ id, displayName }) => {
    const heading = headings.has(displayName) ? `${displayName} (#${id})` : displayName;
    headings.add(displayName);
    return { id, heading };
  });
};

/** Reads texts and answers of listed tasks. A task that the caller may no longer list is missing. */
const readComplete = async (
  db: Database,
  { actor, tenantScope }: SignedInCaller,
  tasks: readonly TaskListItem[],
): Promise<Map<number, CompleteTask>> => {
  const selectComplete = (knex: Knex): Knex.Raw =>
    knex.raw(
      `select t.public_task_id, t.answers, ${textColumnNames.map((column) => `t.${column}`).join(', ')}
         from tasks t
        where t.public_task_id = any(cast(:numbers as bigint[])) and t.deleted_at is null
          and ${isListedFor(actor)}`,
      { ...readerBindings(actor), numbers: tasks.map(({ publicTaskId }) => publicTaskId) },
    );
  const [rows = []] = await readOrganization(db, tenantScope, (knex) => [selectComplete(knex)]);
  return new Map((rows as unknown as CompleteTask[]).map((row) => [row.public_task_id, row]));
};

const assigneeOf = (task: TaskListItem): string | null =>
  task.assignedUserName ?? task.assignedGroupPath ?? task.assignedGroupName;

/** Cells of one page's tasks. Times are on the organization's clocks, as spreadsheets have no time zones. */
const createCells = (caller: SignedInCaller, { timeZone }: CachedConfiguration) => {
  const view = hasBasePermission(caller.actor) ? 'member' : 'author';
  const toTime = (instant: string | null | undefined): string | null => {
    const [seconds] = instant ? toClockTime(instant, timeZone).split('.') : [];
    return seconds?.replace('T', ' ') ?? null;
  };
  return (column: TaskExportColumn, task: TaskListItem, complete: CompleteTask): string | null => {
    switch (column) {
      case 'publicTaskId':
        return String(task.publicTaskId);
      case 'priority':
        return nameOfPriority(task.priority, caller.language);
      case 'assignee':
        return assigneeOf(task);
      case 'createdBy':
        return task.createdBy || (task.createdByName ?? null);
      case 'createdAt':
      case 'lastUpdatedAt':
      case 'dueAt':
        return toTime(task[column]);
      case 'nextTargetAt':
        return toTime(findNextTarget(task.targets)?.dueAt);
      case 'title':
      case 'statusName':
        return task[column];
      default:
        return presentTexts(complete, view)[column];
    }
  };
};

/** Reads a page. Exports then pause, so that they take at most a third of the process. */
const readPage = async (
  { db, limit }: ExportDependencies,
  caller: SignedInCaller,
  query: TaskExportQuery,
  page: { cursor: string | undefined; limit: number },
) => {
  const release = await limit.acquire(0);
  const startedAt = performance.now();
  try {
    const { jsonText } = await listTasks(db, caller, { ...query, ...page });
    const list = JSON.parse([jsonText].flat().join('')) as TaskListResponse;
    return { ...list, complete: await readComplete(db, caller, list.tasks) };
  } finally {
    setTimeout(release, pausesPerPage * (performance.now() - startedAt));
  }
};

const getConfigurationNow = ({ db }: ExportDependencies, caller: SignedInCaller) =>
  withOrganization(db, caller.tenantScope, (tx) => getConfiguration(tx, caller));

const writeLines = async function* (
  dependencies: ExportDependencies,
  first: SignedInCaller,
  { query, findCallerNow }: Export,
): AsyncGenerator<string> {
  const columns = query.columns ?? defaultColumns;
  const delimiter = csvDelimiters[query.delimiter];
  const configuration = await getConfigurationNow(dependencies, first);
  const questions = query.withAnswers ? listQuestions(first, configuration) : [];
  const headings = [
    ...columns.map((column) => headingOf(column, first.language)),
    ...questions.map(({ heading }) => heading),
  ];
  let start = csvStart + toCsvLine(headings, delimiter);
  let cursor: string | undefined;
  for (let left = taskExportMax; left > 0; left -= pageSize) {
    const caller = cursor === undefined ? first : await findCallerNow();
    // Whoever lost the permission meanwhile would see other answers than the headings name.
    if (hasBasePermission(caller.actor) !== hasBasePermission(first.actor)) throw problem.forbidden();
    const { tasks, complete, nextCursor } = await readPage(dependencies, caller, query, {
      cursor,
      limit: Math.min(left, pageSize),
    });
    const cellOf = createCells(caller, configuration);
    const lines = tasks.flatMap((task) => {
      const found = complete.get(task.publicTaskId);
      if (!found) return [];
      const cells = columns.map((column) => cellOf(column, task, found));
      const answers = questions.map(({ id }) => found.answers[id]);
      return [toCsvLine([...cells, ...answers], delimiter)];
    });
    yield start + lines.join('');
    start = '';
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
};

const continueWith = async function* (start: string, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start;
  yield* lines;
};

/**
 * Streams the tasks of a list as CSV, page by page: an export holds neither a connection nor its rows while it is read.
 * It ends early if the caller's session ends or the permission changes; the transfer then fails. A task that changes
 * its place in the order meanwhile can be missing or appear twice.
 *
 * @throws as a list does, before the first page
 */
export const exportTasks = async (
  dependencies: ExportDependencies,
  caller: SignedInCaller,
  request: Export,
): Promise<Readable> => {
  const lines = writeLines(dependencies, caller, request);
  const { value: start } = await lines.next();
  return Readable.from(continueWith(start ?? '', lines));
};
