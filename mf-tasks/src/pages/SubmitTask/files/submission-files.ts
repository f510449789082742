import { limits, type PendingUploadResponse, uploadSecretHeader } from '@obieg/contracts';
import { http, isApiError, readBody } from '@obieg/web-kit';
import { createUploadQueue, type UploadItem } from '../../../files/upload-queue';
import { readStoredFiles, type StoredFiles, writeStoredFiles } from './stored-files';

const path = '/tasks/new/attachments';

interface SendOptions {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

const upload = async (
  file: File,
  secret: string | undefined,
  { signal, onProgress }: SendOptions,
): Promise<PendingUploadResponse> => {
  const form = new FormData();
  form.append('file', file, file.name);
  const response = await http.post<PendingUploadResponse>(path, form, {
    signal,
    headers: secret === undefined ? {} : { [uploadSecretHeader]: secret },
    // An upload from a slow phone can take minutes. The server aborts stalled requests.
    timeout: 0,
    onUploadProgress: ({ progress = 0 }) => onProgress(progress),
  });
  return readBody(response, 'attachment');
};

/** The server knows neither secret nor file: the time to submit has passed, or another tab has sent the submission. */
const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** What the screen shows of the files of a submission. */
export interface SubmissionFilesState extends StoredFiles {
  /** Uploads in progress and failed ones. */
  items: readonly UploadItem[];
  removingId: string | undefined;
  /** Error of the last removal. */
  removalError: unknown;
  /** More files were chosen than a submission can have. */
  isOverLimit: boolean;
  /** Earlier files have expired, so they must be added again. */
  hasExpired: boolean;
}

/** Uploads and removes the files of one submission. Uploads continue while the user is at another step. */
const createSubmissionFiles = (draftId: string) => {
  let state: SubmissionFilesState = {
    ...readStoredFiles(draftId),
    items: [],
    removingId: undefined,
    removalError: undefined,
    isOverLimit: false,
    hasExpired: false,
  };
  const listeners = new Set<() => void>();
  const set = (change: Partial<SubmissionFilesState>): void => {
    state = { ...state, ...change };
    if ('files' in change) writeStoredFiles(draftId, { secret: state.secret, files: state.files });
    for (const listener of listeners) listener();
  };

  let firstUpload: Promise<PendingUploadResponse> | undefined;
  /** The first file issues the secret. Further files wait for it. */
  const uploadWithSecret = async (file: File, options: SendOptions): Promise<PendingUploadResponse> => {
    while (state.secret === undefined && firstUpload) await firstUpload.catch(() => undefined);
    options.signal.throwIfAborted();
    if (state.secret !== undefined) return upload(file, state.secret, options);
    firstUpload = upload(file, undefined, options).then((body) => {
      set({ secret: body.uploadSecret });
      return body;
    });
    try {
      return await firstUpload;
    } finally {
      firstUpload = undefined;
    }
  };
  const send = async (file: File, options: SendOptions): Promise<void> => {
    const { secret } = state;
    const body = await uploadWithSecret(file, options).catch((error: unknown) => {
      if (secret === undefined || !isGone(error)) throw error;
      // Another upload may have noticed it before, and have a new secret.
      if (state.secret === secret) set({ secret: undefined, hasExpired: state.files.length > 0, files: [] });
      return uploadWithSecret(file, options);
    });
    set({ files: [...state.files, body.attachment] });
  };

  const queue = createUploadQueue(send);
  queue.subscribe(() => set({ items: queue.items() }));
  const forget = (id: string): void => set({ files: state.files.filter((file) => file.id !== id) });

  return {
    state: (): SubmissionFilesState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (files: readonly File[]): void => {
      const free = limits.pendingAttachmentsMax - state.files.length - state.items.length;
      set({ isOverLimit: files.length > free, hasExpired: false });
      queue.add(files.slice(0, Math.max(0, free)));
    },
    retry: queue.retry,
    cancel: (id: string): void => {
      queue.remove(id);
      set({ isOverLimit: false });
    },
    remove: async (id: string): Promise<void> => {
      const { secret } = state;
      if (secret === undefined || state.removingId !== undefined) return;
      set({ removingId: id, removalError: undefined, isOverLimit: false });
      try {
        await http.delete(`${path}/${id}`, { headers: { [uploadSecretHeader]: secret } });
        forget(id);
      } catch (error) {
        if (isGone(error)) forget(id);
        else set({ removalError: error });
      }
      set({ removingId: undefined });
    },
    /** The server has refused the secret, so all files are gone. */
    expire: (): void => set({ secret: undefined, files: [], hasExpired: true }),
    dismissRemovalError: (): void => set({ removalError: undefined }),
  };
};
export type SubmissionFiles = ReturnType<typeof createSubmissionFiles>;

let current: { draftId: string; files: SubmissionFiles } | undefined;

/** Returns the files of a draft. A tab has one draft at a time. */
export const getSubmissionFiles = (draftId: string): SubmissionFiles => {
  if (current?.draftId !== draftId) current = { draftId, files: createSubmissionFiles(draftId) };
  return current.files;
};
