import { type SavedTaskView, type SaveTaskView, taskViewLimits } from '@obieg/contracts';
import {
  type Creation,
  createOnce,
  type Database,
  matchesRevision,
  problem,
  readOrganization,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { describeLastChange } from '../members/last-change';
import { translate } from '../messages/server-messages';
import { mayChange, maySee, mayShare, mayUnshare, type ViewFacts } from './views.policy';
import { presentView } from './views.presenter';
import {
  countViews,
  deleteViewRow,
  insertView,
  lockView,
  selectViews,
  updateView,
  type ViewRow,
} from './views.repo';

/** Path and header of a change. */
interface ViewReference {
  viewId: number;
  ifMatch: string | undefined;
}

export const listViews = async (
  db: Database,
  { tenantScope, actor }: SignedInCaller,
): Promise<SavedTaskView[]> => {
  const [rows = []] = await readOrganization(db, tenantScope, (knex) => [selectViews(knex, actor.userId)]);
  return (rows as unknown as ViewRow[]).map((row) => presentView(row, actor));
};

const checkMayShare = ({ actor, language }: SignedInCaller): void => {
  if (!mayShare(actor)) throw problem.forbidden(translate(language, 'shareViewForbidden'));
};

/** Concurrent calls can exceed the maximum by a few. @throws 409 */
const checkCount = async (tx: Tx, { actor, language }: SignedInCaller, isShared: boolean): Promise<void> => {
  const counted = isShared ? { is_shared: true } : { is_shared: false, owner_user_id: actor.userId };
  const max = isShared ? taskViewLimits.sharedMax : taskViewLimits.ownMax;
  if ((await countViews(tx, counted)) >= max)
    throw problem.conflict('CONFLICT', translate(language, isShared ? 'tooManySharedViews' : 'tooManyViews'));
};

/** Once per idempotency key. @throws 403 unless the caller may share the view it shares, 409 at the maximum number of views */
export const createView = (
  db: Database,
  caller: SignedInCaller,
  view: SaveTaskView,
  creation: Creation | undefined,
): Promise<SavedTaskView> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { organizationId, actor } = caller;
    if (view.isShared) checkMayShare(caller);
    return createOnce(tx, creation, async () => {
      await checkCount(tx, caller, view.isShared);
      return presentView(await insertView(tx, organizationId, actor.userId, view), actor);
    });
  });

/** @throws 404 unless the caller may see the view, 403 unless it may change it, 412 if `ifMatch` is not its revision */
const lockChangeableView = async (
  tx: Tx,
  { actor, language }: SignedInCaller,
  { viewId, ifMatch }: ViewReference,
): Promise<ViewRow> => {
  const row = await lockView(tx, viewId);
  if (!row || !maySee(row, actor)) throw problem.notFound(translate(language, 'viewNotFound'));
  if (!mayChange(row, actor)) throw problem.forbidden(translate(language, 'changeViewForbidden'));
  if (!matchesRevision(row, ifMatch))
    throw problem.preconditionFailed(
      translate(language, 'viewSavedElsewhere'),
      await describeLastChange(tx, row),
    );
  return row;
};

/** Checks a change of `isShared`. @throws 403, 409 */
const checkSharing = async (
  tx: Tx,
  caller: SignedInCaller,
  before: ViewFacts,
  isShared: boolean,
): Promise<void> => {
  if (before.is_shared === isShared) return;
  if (isShared) checkMayShare(caller);
  else if (!mayUnshare(before, caller.actor))
    throw problem.forbidden(translate(caller.language, 'unshareViewForbidden'));
  await checkCount(tx, caller, isShared);
};

/** @throws 404, 403, 409 and 412 as `createView` and `lockChangeableView` */
export const changeView = (
  db: Database,
  caller: SignedInCaller,
  reference: ViewReference,
  view: SaveTaskView,
): Promise<SavedTaskView> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const before = await lockChangeableView(tx, caller, reference);
    await checkSharing(tx, caller, before, view.isShared);
    return presentView(
      await updateView(tx, { id: before.id, authorId: caller.actor.userId }, view),
      caller.actor,
    );
  });

/** @throws 404, 403 and 412 as `lockChangeableView` */
export const deleteView = (db: Database, caller: SignedInCaller, reference: ViewReference): Promise<void> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { id } = await lockChangeableView(tx, caller, reference);
    await deleteViewRow(tx, id);
  });
