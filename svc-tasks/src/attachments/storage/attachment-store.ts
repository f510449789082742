import type { Readable } from 'node:stream';

/** Stores files under names of `createObjectName`. Knows neither tasks nor permissions. */
export interface AttachmentStore {
  /** Folder for files during their upload. `put` moves them to the store. */
  readonly incomingFolder: string;
  /** Moves a complete file from `path` to the store. @throws if it was not stored */
  put(name: string, path: string): Promise<void>;
  /** Opens a file as a stream. @throws if it does not exist */
  open(name: string): Promise<Readable>;
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>;
  /** Describes the store for `/readyz`. @throws if the store is unavailable */
  check(): Promise<string>;
}
