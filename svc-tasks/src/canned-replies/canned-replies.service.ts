import {
  type CannedReply,
  cannedReplyLimits,
  listUnknownPlaceholders,
  type SaveCannedReply,
} from '@obieg/contracts';
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
import {
  countReplies,
  deleteReplyRow,
  insertReply,
  lockReply,
  presentReply,
  selectReplies,
  updateReply,
} from './canned-replies.repo';

/** Path and header of a change. */
interface ReplyReference {
  replyId: number;
  ifMatch: string | undefined;
}

export const listReplies = async (db: Database, { tenantScope }: SignedInCaller): Promise<CannedReply[]> => {
  const [rows = []] = await readOrganization(db, tenantScope, (knex) => [selectReplies(knex)]);
  return (rows as unknown as Parameters<typeof presentReply>[0][]).map(presentReply);
};

/** @throws 403 unless the caller has OPERATOR */
const checkMayChange = ({ actor, language }: SignedInCaller): void => {
  if (!actor.permissions.has('OPERATOR'))
    throw problem.forbidden(translate(language, 'changeCannedRepliesForbidden'));
};

/** Bounds the message, because a content can be one long placeholder. */
const namedPlaceholderMaxLength = 40;

/** @throws 422, which names the first unknown placeholders */
const checkPlaceholders = ({ content }: SaveCannedReply, { language }: SignedInCaller): void => {
  const unknown = listUnknownPlaceholders(content);
  if (unknown.length === 0) return;
  const names = unknown
    .slice(0, 3)
    .map((name) => `{{${name.slice(0, namedPlaceholderMaxLength)}}}`)
    .join(', ');
  const message = `${translate(language, 'unknownPlaceholders')}: ${names}`;
  throw problem.validation([{ field: 'content', message }]);
};

/** Once per idempotency key. @throws 403 without OPERATOR, 409 at the maximum number of replies, 422 for an unknown placeholder */
export const createReply = (
  db: Database,
  caller: SignedInCaller,
  reply: SaveCannedReply,
  creation: Creation | undefined,
): Promise<CannedReply> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { organizationId, actor } = caller;
    checkMayChange(caller);
    checkPlaceholders(reply, caller);
    return createOnce(tx, creation, async () => {
      if ((await countReplies(tx)) >= cannedReplyLimits.max)
        throw problem.conflict('CONFLICT', translate(caller.language, 'tooManyCannedReplies'));
      return presentReply(await insertReply(tx, { organizationId, authorId: actor.userId }, reply));
    });
  });

/** @throws 403 without OPERATOR, 404, 412 if `ifMatch` is not the reply's revision */
const checkChange = async (
  tx: Tx,
  caller: SignedInCaller,
  { replyId, ifMatch }: ReplyReference,
): Promise<void> => {
  checkMayChange(caller);
  const row = await lockReply(tx, replyId);
  if (!row) throw problem.notFound(translate(caller.language, 'cannedReplyNotFound'));
  if (!matchesRevision(row, ifMatch))
    throw problem.preconditionFailed(
      translate(caller.language, 'cannedReplySavedElsewhere'),
      await describeLastChange(tx, row),
    );
};

/** @throws 403, 404 and 412 as `checkChange`, 422 for an unknown placeholder */
export const changeReply = (
  db: Database,
  caller: SignedInCaller,
  reference: ReplyReference,
  reply: SaveCannedReply,
): Promise<CannedReply> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    await checkChange(tx, caller, reference);
    checkPlaceholders(reply, caller);
    return presentReply(
      await updateReply(tx, { id: reference.replyId, authorId: caller.actor.userId }, reply),
    );
  });

/** @throws 403, 404 and 412 as `checkChange` */
export const deleteReply = (db: Database, caller: SignedInCaller, reference: ReplyReference): Promise<void> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    await checkChange(tx, caller, reference);
    await deleteReplyRow(tx, reference.replyId);
  });
