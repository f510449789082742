import { isProblem, problem, type Tx } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { mayPlan } from '../policy/tasks.policy';
import { type OpenedTask, openTask, openTaskForUpdate } from '../tasks/open-task';

const ifVisible = (opening: Promise<OpenedTask>): Promise<OpenedTask | undefined> =>
  opening.catch((error: unknown) => {
    if (isProblem(error) && error.status === 404) return undefined;
    throw error;
  });

/** @throws 403 unless the caller is an operator or the task's assignee */
export const checkMayLink = ({ actor, language }: SignedInCaller, { row, view }: OpenedTask): void => {
  if (!mayPlan(view, row.is_assignee, actor)) throw problem.forbidden(translate(language, 'linkForbidden'));
};

/**
 * Locks two tasks, in the order of their numbers against deadlocks, and checks that the caller may link the first one.
 *
 * @throws 404 if the first one is invisible, 403 if it may not be linked, 422 if the other one is invisible
 */
export const openTasksToLink = async (
  tx: Tx,
  caller: SignedInCaller,
  publicTaskId: number,
  otherTaskId: number,
): Promise<{ own: OpenedTask; other: OpenedTask }> => {
  const opened = new Map<number, OpenedTask | undefined>();
  for (const id of [publicTaskId, otherTaskId].sort((one, another) => one - another))
    opened.set(id, await ifVisible(openTaskForUpdate(tx, caller, id, 'addition')));
  // Responds with the 404 of every other call.
  const own = opened.get(publicTaskId) ?? (await openTask(tx, caller, publicTaskId));
  checkMayLink(caller, own);
  const other = opened.get(otherTaskId);
  if (!other)
    throw problem.validation([
      { field: 'otherTaskId', message: translate(caller.language, 'linkedTaskNotFound') },
    ]);
  return { own, other };
};
