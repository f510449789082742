import type { Actor } from '@obieg/service-kit';
import type { View } from './tasks.policy';

/**
 * Decides which files the link of the author's mail shows: all files of an unrestricted task, which its number opens
 * anyway, and only the author's own files of a restricted one.
 *
 * @returns the uploader whose files are shown; undefined for the files of all
 */
export const uploaderShownByLink = (
  { is_restricted }: { is_restricted: boolean },
  authorUserId: number,
): number | undefined => (is_restricted ? authorUserId : undefined);

/** Decides who deletes a file, given that the actor sees its task: operators, and uploaders who may still attach. */
export const mayDeleteAttachment = (
  uploadedByUserId: number | null,
  view: View,
  actor: Actor | undefined,
): boolean =>
  actor !== undefined &&
  view !== 'visitor' &&
  (uploadedByUserId === actor.userId || (view === 'member' && actor.permissions.has('OPERATOR')));
