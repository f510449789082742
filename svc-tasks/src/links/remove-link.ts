import { type Database, problem, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { openTaskForUpdate } from '../tasks/open-task';
import { recordLinkChange } from './links.events';
import { deleteLink, findLink } from './links.repo';
import { checkMayLink } from './open-linked-tasks';

/** Removes a link. @throws 404 if the task, the link or the other task is invisible, 403 as for adding */
export const removeLink = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  linkId: number,
): Promise<void> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { actor, language } = caller;
    const opened = await openTaskForUpdate(tx, caller, publicTaskId, 'addition');
    checkMayLink(caller, opened);
    const link = await findLink(tx, publicTaskId, actor, linkId);
    const deleted = link ? await deleteLink(tx, linkId) : undefined;
    if (!link || !deleted) throw problem.notFound(translate(language, 'linkNotFound'));
    const ids = [publicTaskId, link.task.publicTaskId] as const;
    const [source, target] = deleted.source_task_id === opened.row.id ? ids : ids.toReversed();
    recordLinkChange(tx, caller, 'deleted', {
      type: deleted.type,
      publicTaskId: source as number,
      otherTaskId: target as number,
    });
  });
