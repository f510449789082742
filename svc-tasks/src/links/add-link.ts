import { type addTaskLinkSchema, limits, type TaskLink } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import type { OpenedTask } from '../tasks/open-task';
import { recordLinkChange } from './links.events';
import {
  findAncestors,
  findLink,
  findPair,
  hasMaximumLinks,
  insertLink,
  isLinkTaken,
  lockParents,
} from './links.repo';
import { openTasksToLink } from './open-linked-tasks';

type Input = z.output<typeof addTaskLinkSchema>;
type Row = OpenedTask['row'];

/**
 * Checks that a task may become the parent of another one. Considers only tasks that the caller may see, so that the
 * answer tells nothing about others.
 *
 * @throws 409 for a second parent, a cycle or too many levels
 */
const checkParent = async (
  tx: Tx,
  { actor, language }: SignedInCaller,
  parent: Row,
  child: Row,
): Promise<void> => {
  const ofChild = await findAncestors(tx, actor, child);
  const ofParent = await findAncestors(tx, actor, parent);
  const isRefused =
    ofChild.levels > 0 || ofParent.ids.has(child.id) || ofParent.levels >= limits.taskAncestorsMax;
  if (isRefused) throw problem.conflict('CONFLICT', translate(language, 'parentRefused'));
};

/** Checks how many links of each task the caller sees. Does not say which one has reached the limit. @throws 409 */
const checkLimits = async (
  tx: Tx,
  { actor, language }: SignedInCaller,
  tasks: readonly Row[],
): Promise<void> => {
  for (const task of tasks)
    if (await hasMaximumLinks(tx, actor, task))
      throw problem.conflict('CONFLICT', translate(language, 'tooManyLinks'));
};

/** A relation has no direction. It starts at the older task, so that each pair has one. */
const directionOf = (type: Input['type'], own: Row, other: Row) =>
  type === 'RELATES' && other.id < own.id ? { source: other, target: own } : { source: own, target: other };

/** @returns the link, and whether it is new */
const addOnce = async (
  tx: Tx,
  caller: SignedInCaller,
  publicTaskId: number,
  { type, otherTaskId }: Input,
): Promise<{ link: TaskLink; isNew: boolean }> => {
  const { organizationId, actor, language } = caller;
  if (type === 'PARENT_OF') await lockParents(tx, organizationId);
  const opened = await openTasksToLink(tx, caller, publicTaskId, otherTaskId);
  const { source, target } = directionOf(type, opened.own.row, opened.other.row);
  const existing = await findPair(tx, type, source, target);
  if (existing && existing.source_task_id !== source.id)
    throw problem.conflict('CONFLICT', translate(language, 'linkReversed'));
  const read = async (id: number) => (await findLink(tx, publicTaskId, actor, id)) as TaskLink;
  if (existing) return { link: await read(existing.id), isNew: false };
  if (type === 'PARENT_OF') await checkParent(tx, caller, source, target);
  await checkLimits(tx, caller, [source, target]);
  const linkId = await insertLink(tx, {
    organization_id: organizationId,
    type,
    source_task_id: source.id,
    target_task_id: target.id,
    created_by_user_id: actor.userId,
  });
  recordLinkChange(tx, caller, 'added', {
    type,
    publicTaskId: source.public_task_id,
    otherTaskId: target.public_task_id,
  });
  return { link: await read(linkId), isNew: true };
};

/**
 * Links a task to another one. A repeated call returns the link that exists.
 *
 * @throws 404, 403, 409 and 422 as described above; 409 also for a link in the other direction
 */
export const addLink = async (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  input: Input,
): Promise<{ link: TaskLink; isNew: boolean }> => {
  if (input.otherTaskId === publicTaskId)
    throw problem.validation([{ field: 'otherTaskId', message: translate(caller.language, 'linkToItself') }]);
  const add = () =>
    withOrganization(db, caller.tenantScope, (tx) => addOnce(tx, caller, publicTaskId, input));
  try {
    return await add();
  } catch (error) {
    // The second attempt finds the link of the other transaction.
    if (isLinkTaken(error)) return add();
    throw error;
  }
};
