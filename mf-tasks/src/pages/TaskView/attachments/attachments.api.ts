import type { Attachment, UploadResponse } from '@obieg/contracts';
import {
  http,
  isApiError,
  notify,
  onSessionChange,
  readBody,
  translate,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { useSyncExternalStore } from 'react';
import { createUploadQueue, type UploadQueue } from '../../../files/upload-queue';
import { taskCall } from '../../../task/reporter-access';
import { taskKey } from '../../../task/task.api';

const attachmentsPath = (taskId: number): string => `${taskCall(taskId).path}/attachments`;

type Client = ReturnType<typeof useQueryClient>;

/** Refetches the task with its activity. Resolves when the task contains the new attachment. */
const refreshTask = async (client: Client, taskId: number): Promise<void> => {
  void client.invalidateQueries({ queryKey: ['tasks'] });
  await client.invalidateQueries({ queryKey: taskKey(taskId), exact: true });
};

const createTaskQueue = (client: Client, taskId: number): UploadQueue =>
  createUploadQueue(async (file, { signal, onProgress, idempotencyKey }) => {
    const form = new FormData();
    form.append('file', file, file.name);
    const response = await http.post<UploadResponse>(attachmentsPath(taskId), form, {
      signal,
      headers: { ...taskCall(taskId).headers, 'Idempotency-Key': idempotencyKey },
      // An upload from a slow phone can take minutes. The server aborts stalled requests.
      timeout: 0,
      onUploadProgress: ({ progress = 0 }) => onProgress(progress),
    });
    readBody(response, 'success');
    await refreshTask(client, taskId);
    notify.success(translate('mf-tasks', 'attachments.done', { name: file.name }));
  });

const createQueues = (): Map<number, UploadQueue> => {
  const queues = new Map<number, UploadQueue>();
  onSessionChange(() => {
    for (const queue of queues.values()) queue.clear();
    queues.clear();
  });
  return queues;
};

const queues = new WeakMap<Client, Map<number, UploadQueue>>();

/** Returns the queue of a task. It lives until the session changes, so uploads continue on other pages. */
const getQueue = (client: Client, taskId: number): UploadQueue => {
  const clientQueues = queues.get(client) ?? createQueues();
  queues.set(client, clientQueues);
  const queue = clientQueues.get(taskId) ?? createTaskQueue(client, taskId);
  clientQueues.set(taskId, queue);
  return queue;
};

export const useUploads = (taskId: number) => {
  const queue = getQueue(useQueryClient(), taskId);
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  return { items, add: queue.add, retry: queue.retry, remove: queue.remove };
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
    queryKey: ['attachment', taskId, attachment.id],
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
      client.removeQueries({ queryKey: ['attachment', taskId, id] });
    },
    onSettled: () => refreshTask(client, taskId),
  });
};
