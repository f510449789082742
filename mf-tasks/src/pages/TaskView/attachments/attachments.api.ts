import type { Attachment } from '@obieg/contracts';
import { http, isApiError, sharedKeys, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../../../query-keys';
import { taskCall } from '../../../task/reporter-access';
import { taskKey } from '../../../task/task.api';

export const attachmentsPath = (taskId: number): string => `${taskCall(taskId).path}/attachments`;

export type Client = ReturnType<typeof useQueryClient>;

/** Refetches the task with its activity. Resolves when the task contains the new attachment. */
export const refreshTask = async (client: Client, taskId: number): Promise<void> => {
  void client.invalidateQueries({ queryKey: sharedKeys.tasks });
  await client.invalidateQueries({ queryKey: taskKey(taskId), exact: true });
};

/** Downloads an attachment. The blob has the MIME type that the server has verified. */
export const fetchAttachment = async (taskId: number, { id, mimeType }: Attachment): Promise<Blob> => {
  const { data } = await http.get<ArrayBuffer>(`${attachmentsPath(taskId)}/${id}/download`, {
    headers: taskCall(taskId).headers,
    responseType: 'arraybuffer',
    timeout: 0,
  });
  return new Blob([data], { type: mimeType });
};

/** Attachments are immutable, so the query never becomes stale. */
export const useAttachment = (taskId: number, attachment: Attachment) =>
  useQuery({
    queryKey: ownKey('attachment', taskId, attachment.id),
    queryFn: () => fetchAttachment(taskId, attachment),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** Deletes an attachment. A 404 means that another user was faster. */
export const useDeleteAttachment = (taskId: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Attachment) => {
      await http.delete(`${attachmentsPath(taskId)}/${id}`).catch((error: unknown) => {
        if (!isApiError(error) || error.status !== 404) throw error;
      });
      client.removeQueries({ queryKey: ownKey('attachment', taskId, id) });
    },
    onSettled: () => refreshTask(client, taskId),
  });
};
