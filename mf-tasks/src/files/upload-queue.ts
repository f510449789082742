import { createRandomKey } from '@obieg/web-kit';
import { checkFile, type RejectionReason } from './choose-files';
import { isHeic } from './heic';

/** A file in the queue. It leaves the queue when it is uploaded or removed. */
export interface UploadItem {
  readonly id: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  /** The error of the call, or why the client rejected the file without a call. */
  readonly failure?: { error: unknown } | RejectionReason | undefined;
}

interface SendOptions {
  signal: AbortSignal;
  onProgress: (share: number) => void;
  /** The same for each retry of a file, so that the server attaches it once. */
  idempotencyKey: string;
}

type Send = (file: File, options: SendOptions) => Promise<void>;

type Prepared = { file: File } | { failure: RejectionReason };

/** Converts a photo in HEIC. Loads the code on demand: the first page of a visitor does not need it. */
const convertPhoto = async (file: File): Promise<Prepared> => {
  const { convertHeic } = await import(/* webpackChunkName: "mf-tasks-convert-heic" */ './convert-heic');
  const converted = await convertHeic(file);
  if (!converted) return { failure: 'heic' };
  const failure = checkFile(converted);
  return failure ? { failure } : { file: converted };
};

/** More parallel uploads would slow each other down and reach the rate limit sooner. */
const maxParallelUploads = 2;

/**
 * Creates a queue that sends two files at a time. It continues while its page is closed.
 *
 * @param onIdle gets the files that were sent since the queue was last idle
 */
export const createUploadQueue = (send: Send, onIdle?: (sent: readonly File[]) => void) => {
  let items: readonly UploadItem[] = [];
  let sent: File[] = [];
  const listeners = new Set<() => void>();
  const sending = new Map<string, AbortController>();

  const set = (next: readonly UploadItem[]): void => {
    items = next;
    for (const listener of listeners) listener();
  };
  const change = (id: string, part: Partial<UploadItem>): void =>
    set(items.map((item) => (item.id === id ? { ...item, ...part } : item)));
  const drop = (id: string): void => set(items.filter((item) => item.id !== id));

  const start = async ({ id, file }: UploadItem): Promise<void> => {
    const controller = new AbortController();
    sending.set(id, controller);
    change(id, { state: 'sending', progress: 0, failure: undefined });
    try {
      const prepared: Prepared = isHeic(file) ? await convertPhoto(file) : { file };
      if (controller.signal.aborted) return;
      if ('failure' in prepared) return change(id, { state: 'failed', failure: prepared.failure });
      if (prepared.file !== file) change(id, { file: prepared.file });
      await send(prepared.file, {
        signal: controller.signal,
        onProgress: (progress) => change(id, { progress }),
        idempotencyKey: id,
      });
      sent.push(prepared.file);
      drop(id);
    } catch (error) {
      if (!controller.signal.aborted) change(id, { state: 'failed', failure: { error } });
    } finally {
      sending.delete(id);
      startNext();
      reportIdle();
    }
  };
  const reportIdle = (): void => {
    if (sending.size > 0 || sent.length === 0) return;
    onIdle?.(sent);
    sent = [];
  };
  const startNext = (): void => {
    const waiting = items.filter(({ state }) => state === 'waiting');
    for (const item of waiting.slice(0, Math.max(0, maxParallelUploads - sending.size))) void start(item);
  };

  return {
    items: (): readonly UploadItem[] => items,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (files: readonly File[]): void => {
      const added = files.map((file): UploadItem => {
        const failure = checkFile(file);
        return { id: createRandomKey(), file, state: failure ? 'failed' : 'waiting', progress: 0, failure };
      });
      set([...items, ...added]);
      startNext();
    },
    retry: (id: string): void => {
      change(id, { state: 'waiting', failure: undefined });
      startNext();
    },
    /** Aborts the upload and removes it from the queue. */
    remove: (id: string): void => {
      sending.get(id)?.abort();
      drop(id);
    },
    clear: (): void => {
      for (const controller of sending.values()) controller.abort();
      sent = [];
      set([]);
    },
  };
};
export type UploadQueue = ReturnType<typeof createUploadQueue>;
