import type { EventData } from '@obieg/contracts';
import { recordEvent, type Tx } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';

type CommentState = Omit<EventData<'obieg.tasks.comment.added'>, 'organizationId'>;

/** Records the event of a written or edited comment. It has no text, because svc-tasks alone knows the readers. */
export const recordCommentChange = (
  tx: Tx,
  { organizationId, traceparent }: SignedInCaller,
  change: 'added' | 'changed',
  comment: CommentState,
): void =>
  recordEvent(tx, {
    type: `obieg.tasks.comment.${change}`,
    organizationId,
    aggregateId: comment.commentId,
    data: { organizationId, ...comment },
    traceparent,
  });

export const recordCommentDeleted = (
  tx: Tx,
  { organizationId, traceparent }: SignedInCaller,
  { publicTaskId, commentId }: Pick<CommentState, 'publicTaskId' | 'commentId'>,
): void =>
  recordEvent(tx, {
    type: 'obieg.tasks.comment.deleted',
    organizationId,
    aggregateId: commentId,
    data: { organizationId, publicTaskId, commentId },
    traceparent,
  });
