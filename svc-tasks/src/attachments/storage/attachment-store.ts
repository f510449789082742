import type { Readable } from 'node:stream';

/**
 * Where attachments are kept, each under a name that `newObjectName` has made. Nothing here knows of tasks or of who may
 * see what.
 */
export interface AttachmentStore {
  /** A folder for files on their way in; from here `keep` takes them over. */
  readonly incomingFolder: string;
  /** Takes a complete file over under this name; afterwards it is no longer at its path. Throws when it is not kept. */
  put(name: string, path: string): Promise<void>;
  /** The file as a stream; rejects when it is not there. */
  open(name: string): Promise<Readable>;
  /** Harmless when there is nothing of this name. */
  remove(name: string): Promise<void>;
  /** Says where files go; throws when they cannot go there. */
  check(): Promise<string>;
}
