import type { UploadResponse } from '@obieg/contracts';
import { http, notify, onSessionChange, readBody, translate, useQueryClient } from '@obieg/web-kit';
import { useSyncExternalStore } from 'react';
import { createUploadQueue, type UploadQueue } from '../../../files/upload-queue';
import { onDemandNamespace } from '../../../i18n/messages';
import { taskCall } from '../../../task/reporter-access';
import { attachmentsPath, type Client, refreshTask } from './attachments.api';

/** Says once what has been attached, however many files were chosen together. */
const notifyAttached = ([first, ...others]: readonly File[]): void => {
  if (!first) return;
  notify.success(
    others.length === 0
      ? translate(onDemandNamespace, 'attachments.done', { name: first.name })
      : translate(onDemandNamespace, 'attachments.doneTogether', { count: others.length + 1 }),
  );
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
  }, notifyAttached);

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
