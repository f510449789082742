import { type CommentReadersQuery, type Language, limits } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import type { OpenedTask } from '../tasks/open-task';

/** SQL: a comment `c` that the caller has not sent yet. */
export const draftComment = `(select cast(:writerId as bigint) as author_user_id,
  cast(:visibleToAuthor as boolean) as is_visible_to_author,
  cast(:visibleUserIds as bigint[]) as visible_user_ids,
  cast(:visibleGroupIds as bigint[]) as visible_group_ids) c`;

const checkCount = (language: Language, field: string, ids: readonly number[]): void => {
  if (ids.length > limits.visibilityMax)
    throw problem.validation([{ field, message: translate(language, 'tooManyReaders') }]);
};

/** @throws 422 if the draft names more people or groups than a comment can */
export const draftBindings = (
  { actor, language }: SignedInCaller,
  task: OpenedTask['row'],
  { visibleToAuthor, visibleUserIds, visibleGroupIds }: CommentReadersQuery,
) => {
  checkCount(language, 'visibleUserIds', visibleUserIds);
  checkCount(language, 'visibleGroupIds', visibleGroupIds);
  return { writerId: actor.userId, taskId: task.id, visibleToAuthor, visibleUserIds, visibleGroupIds };
};
export type DraftBindings = ReturnType<typeof draftBindings>;
