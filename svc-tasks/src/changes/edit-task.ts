import type { editTaskSchema } from '@obieg/contracts';
import { checkRevision, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { createEntryContext, insertChangeEntry } from '../history/history.repo';
import { translate } from '../messages/server-messages';
import { followTargets } from '../targets/follow-targets';
import { getTaskDetails, type OpenedTask, openTaskDetailsForUpdate } from '../tasks/open-task';
import { recordTaskChanged } from '../tasks/tasks.events';
import { type TaskDetailsRow, type TaskRow, updateTask } from '../tasks/tasks.repo';
import { hasOtherTexts, readTexts } from '../tasks/text-columns';
import { type CachedConfiguration, getConfiguration } from '../workflow-model/configuration.repo';
import { compareTasks } from './compare-tasks';
import { correctAnswers } from './correct-answers';
import { editVisibility } from './edit-visibility';

type Input = z.output<typeof editTaskSchema>;

/** @throws 403 without OPERATOR */
export const checkMayEdit = ({ actor, language }: SignedInCaller, { view }: OpenedTask): void => {
  if (view !== 'member' || !actor.permissions.has('OPERATOR'))
    throw problem.forbidden(translate(language, 'editForbidden'));
};

const areSameAnswers = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.entries(one).every(([id, answer]) => other[id] === answer);

/** Writes the edit. @returns the updated row; undefined if the edit changes nothing */
const writeEdit = async (
  tx: Tx,
  caller: SignedInCaller,
  task: TaskDetailsRow,
  input: Input,
  configuration: CachedConfiguration,
): Promise<TaskRow | undefined> => {
  const answers = correctAnswers(configuration, task.answers, input.workflowParameters, caller.language);
  const texts = readTexts(input, 'member');
  const visibility = await editVisibility(tx, caller, task, input);
  const isChange =
    visibility.isChange ||
    input.title !== task.title ||
    hasOtherTexts(task, texts) ||
    !areSameAnswers(answers, task.answers);
  if (!isChange) return undefined;
  const { isRestricted } = visibility;
  const saved = await updateTask(tx, task, {
    title: input.title,
    ...texts,
    is_restricted: isRestricted,
    answers,
  });
  if (!areSameAnswers(answers, task.answers)) await followTargets(tx, configuration, saved, 'ANSWERS');
  return saved;
};

/**
 * Lists the changes of a saved edit. The new readers are already in the database; the task's row is written with the
 * commit, so `saved` is passed.
 */
const listChanges = async (
  tx: Tx,
  caller: SignedInCaller,
  task: TaskDetailsRow,
  saved: TaskRow,
  configuration: CachedConfiguration,
) => {
  const { visible_users, visible_groups } = await getTaskDetails(tx, caller, task);
  return compareTasks(task, { ...task, ...saved, visible_users, visible_groups }, configuration);
};

/** Writes an edit with its history entry and event. The caller has checked the permission. */
export const saveEdit = async (
  tx: Tx,
  caller: SignedInCaller,
  task: TaskDetailsRow,
  input: Input,
): Promise<TaskRow> => {
  const configuration = await getConfiguration(tx, caller);
  const saved = await writeEdit(tx, caller, task, input, configuration);
  const comment = input.comment?.trim() || null;
  if (!saved && comment === null) return task;
  insertChangeEntry(tx, createEntryContext(caller, task), {
    change_type: 'EDIT',
    changes: saved ? await listChanges(tx, caller, task, saved, configuration) : [],
    comment,
  });
  if (saved) recordTaskChanged(tx, saved, caller.traceparent);
  return saved ?? task;
};

/**
 * Edits title, texts, visibility and answers (spec 3 §7). A call without changes only records its comment.
 *
 * @returns the saved task
 * @throws 403 without OPERATOR, 412 if `ifMatch` is not the current revision, 422 for invalid answers or readers
 */
export const editTask = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  input: Input,
  ifMatch: string | undefined,
): Promise<TaskRow> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const opened = await openTaskDetailsForUpdate(tx, caller, publicTaskId);
    checkMayEdit(caller, opened);
    checkRevision(opened.row, ifMatch, translate(caller.language, 'savedByAnotherUser'));
    return saveEdit(tx, caller, opened.row, input);
  });
