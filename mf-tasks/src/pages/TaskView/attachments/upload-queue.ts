import { createRandomKey } from '../../../random-key';
import { type Refusal, refusalOf } from './choose-files';

/** One file on its way; it leaves the queue when it has arrived or is taken off. */
export interface UploadItem {
  readonly id: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  /** What the call failed with, or why it was not even made: trying that again would change nothing. */
  readonly failure?: { error: unknown } | Refusal | undefined;
}

interface SendOptions {
  signal: AbortSignal;
  onProgress: (share: number) => void;
  /** The same for every try of one file, so that a repeated try attaches once. */
  idempotencyKey: string;
}

type Send = (file: File, options: SendOptions) => Promise<void>;

/** More at once would only make each slower and fill the server's limit sooner. */
const atOnce = 2;

/** Sends files, two at a time; tells its listeners of each change. Lives on while its page is not open. */
export const createUploadQueue = (send: Send) => {
  let items: readonly UploadItem[] = [];
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
      await send(file, {
        signal: controller.signal,
        onProgress: (progress) => change(id, { progress }),
        idempotencyKey: id,
      });
      drop(id);
    } catch (error) {
      if (!controller.signal.aborted) change(id, { state: 'failed', failure: { error } });
    } finally {
      sending.delete(id);
      advance();
    }
  };
  const advance = (): void => {
    const waiting = items.filter(({ state }) => state === 'waiting');
    for (const item of waiting.slice(0, Math.max(0, atOnce - sending.size))) void start(item);
  };

  return {
    items: (): readonly UploadItem[] => items,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (files: readonly File[]): void => {
      const added = files.map((file): UploadItem => {
        const failure = refusalOf(file);
        return { id: createRandomKey(), file, state: failure ? 'failed' : 'waiting', progress: 0, failure };
      });
      set([...items, ...added]);
      advance();
    },
    retry: (id: string): void => {
      change(id, { state: 'waiting', failure: undefined });
      advance();
    },
    /** Breaks off what is under way and takes it off the list. */
    remove: (id: string): void => {
      sending.get(id)?.abort();
      drop(id);
    },
    clear: (): void => {
      for (const controller of sending.values()) controller.abort();
      set([]);
    },
  };
};
export type UploadQueue = ReturnType<typeof createUploadQueue>;
