import { isDeepStrictEqual } from 'node:util';
import { type ReleasePointer, releasePointerSchema } from '@obieg/contracts';
import { ReleaseConflictError, VersionRefusedError } from './errors';
import { pointerKey } from './layout';
import type { ObjectStore } from './object-store';

const nothingReleased: ReleasePointer = { revision: 0, stable: null, canary: null, history: [] };

const parsePointer = (id: string, content: Buffer): ReleasePointer => {
  try {
    return releasePointerSchema.parse(JSON.parse(content.toString('utf8')));
  } catch {
    throw new VersionRefusedError(
      `release.json of ${id} is damaged. Restore it from a backup, or remove it and release a version again.`,
    );
  }
};

/** @returns undefined if nothing of the remote was ever released @throws VersionRefusedError if it is damaged */
export const readPointer = async (
  store: ObjectStore,
  id: string,
): Promise<{ pointer: ReleasePointer; tag: string } | undefined> => {
  const file = await store.read(pointerKey(id));
  return file && { pointer: parsePointer(id, file.content), tag: file.tag };
};

/**
 * Whether the written change is still part of the pointer. A bucket that ignores the condition of a write accepts both
 * of two writers; the earlier one notices it here.
 */
const isStored = async (store: ObjectStore, id: string, written: ReleasePointer): Promise<boolean> => {
  const stored = await readPointer(store, id);
  const [entry] = written.history;
  return stored?.pointer.history.some((other) => isDeepStrictEqual(other, entry)) ?? false;
};

/**
 * Replaces the pointer of a remote with a conditional write.
 *
 * @param change returns the next pointer without its new revision, or the given one to change nothing
 * @throws ReleaseConflictError if the revision is not the expected one, or changed during the call
 */
export const changePointer = async (
  store: ObjectStore,
  id: string,
  expectedRevision: number | undefined,
  change: (pointer: ReleasePointer) => Promise<ReleasePointer>,
): Promise<ReleasePointer> => {
  const current = await readPointer(store, id);
  const pointer = current?.pointer ?? nothingReleased;
  if (expectedRevision !== undefined && expectedRevision !== pointer.revision)
    throw new ReleaseConflictError(
      `${id} is at revision ${pointer.revision}, not ${expectedRevision}. Look at its state and try again.`,
    );
  const changed = await change(pointer);
  if (changed === pointer) return pointer;
  const next = { ...changed, revision: pointer.revision + 1 };
  const content = Buffer.from(`${JSON.stringify(next, undefined, 2)}\n`);
  const isWritten = current
    ? await store.replace(pointerKey(id), content, current.tag)
    : await store.create(pointerKey(id), content);
  if (!isWritten || !(await isStored(store, id, next)))
    throw new ReleaseConflictError(
      `Another release of ${id} was made at the same time. Look at its state and try again.`,
    );
  return next;
};
