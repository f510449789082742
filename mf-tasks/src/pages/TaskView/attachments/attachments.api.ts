import type { Attachment, UploadResponse } from '@obieg/contracts';
import {
  http,
  notify,
  onSessionChange,
  readAnswer,
  translate,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { useSyncExternalStore } from 'react';
import { createUploadQueue, type UploadQueue } from './upload-queue';

const attachmentsPath = (taskId: number): string => `/tasks/${taskId}/attachments`;

type Client = ReturnType<typeof useQueryClient>;

/** Reads the task and its activity anew; settles when the task is there with what has been attached. */
const refreshTask = async (client: Client, taskId: number): Promise<void> => {
  void client.invalidateQueries({ queryKey: ['tasks'] });
  void client.invalidateQueries({ queryKey: ['task', taskId, 'change-history'] });
  await client.invalidateQueries({ queryKey: ['task', taskId], exact: true });
};

const createTaskQueue = (client: Client, taskId: number): UploadQueue =>
  createUploadQueue(async (file, { signal, onProgress, idempotencyKey }) => {
    const form = new FormData();
    form.append('file', file, file.name);
    const response = await http.post<UploadResponse>(attachmentsPath(taskId), form, {
      signal,
      headers: { 'Idempotency-Key': idempotencyKey },
      // A slow phone may need minutes; the server ends what hangs.
      timeout: 0,
      onUploadProgress: ({ progress = 0 }) => onProgress(progress),
    });
    readAnswer(response, 'success');
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

/** The task's queue, one for as long as somebody is signed in: uploads go on while one looks at something else. */
const queueOf = (client: Client, taskId: number): UploadQueue => {
  const ofClient = queues.get(client) ?? createQueues();
  queues.set(client, ofClient);
  const queue = ofClient.get(taskId) ?? createTaskQueue(client, taskId);
  ofClient.set(taskId, queue);
  return queue;
};

export const useUploads = (taskId: number) => {
  const queue = queueOf(useQueryClient(), taskId);
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  return { items, add: queue.add, retry: queue.retry, remove: queue.remove };
};

/** The content of an attachment, under the type that the server has made sure of. */
export const fetchAttachment = async (taskId: number, { id, mimeType }: Attachment): Promise<Blob> => {
  const { data } = await http.get<ArrayBuffer>(`${attachmentsPath(taskId)}/${id}/download`, {
    responseType: 'arraybuffer',
    timeout: 0,
  });
  return new Blob([data], { type: mimeType });
};

/** What is attached never changes, so it is fetched once while its preview is open or may be opened again. */
export const useAttachment = (taskId: number, attachment: Attachment) =>
  useQuery({
    queryKey: ['attachment', taskId, attachment.id],
    queryFn: () => fetchAttachment(taskId, attachment),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
