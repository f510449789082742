import type { CommentReaders, MentionCandidates, UnmatchedMentions } from '@obieg/contracts';
import { http, keepPreviousData, readBody, readList, useQuery } from '@obieg/web-kit';
import { taskKey } from '../../../task/task.api';

/** Visibility of a comment that is being written. */
export interface DraftVisibility {
  userIds: readonly number[];
  groupIds: readonly number[];
  visibleToAuthor: boolean;
}

const paramsOf = ({ userIds, groupIds, visibleToAuthor }: DraftVisibility) => ({
  ...(userIds.length > 0 ? { visibleUserIds: userIds.join(',') } : {}),
  ...(groupIds.length > 0 ? { visibleGroupIds: groupIds.join(',') } : {}),
  ...(visibleToAuthor ? { visibleToAuthor } : {}),
});

/** Searches people to mention. Without a term, the server lists those who have to do with the task first. */
export const useMentionCandidates = (
  taskId: number,
  searchTerm: string | undefined,
  visibility: DraftVisibility,
) =>
  useQuery({
    queryKey: [...taskKey(taskId), 'mention-candidates', searchTerm, visibility],
    queryFn: async ({ signal }) =>
      readList(
        await http.get<MentionCandidates>(`/tasks/${taskId}/mention-candidates`, {
          params: { ...paramsOf(visibility), ...(searchTerm ? { searchTerm } : {}) },
          signal,
        }),
        'candidates',
      ),
    enabled: searchTerm !== undefined,
    // The present list stays while the next letter is searched.
    placeholderData: keepPreviousData,
  });

/** Typed mentions that match no reader of the comment, as `@word`. `text` is empty without typed mentions. */
export const useUnmatchedMentions = (taskId: number, text: string, visibility: DraftVisibility) =>
  useQuery({
    queryKey: [...taskKey(taskId), 'unmatched-mentions', text, visibility],
    queryFn: async ({ signal }) =>
      readList(
        await http.get<UnmatchedMentions>(`/tasks/${taskId}/unmatched-mentions`, {
          params: { ...paramsOf(visibility), text },
          signal,
        }),
        'words',
      ).words,
    enabled: text !== '',
  });

/** Who would see the comment, as the server decides it. */
export const useCommentReaders = (taskId: number, visibility: DraftVisibility, isNeeded: boolean) =>
  useQuery({
    queryKey: [...taskKey(taskId), 'comment-readers', visibility],
    queryFn: async ({ signal }) =>
      readBody(
        await http.get<CommentReaders>(`/tasks/${taskId}/comment-readers`, {
          params: paramsOf(visibility),
          signal,
        }),
        'success',
      ),
    enabled: isNeeded,
  });
