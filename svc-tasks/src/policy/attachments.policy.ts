import type { Actor } from '@obieg/service-kit';
import type { View } from './tasks.policy';

/** Decides who deletes a file, given that the actor sees its task: operators, and uploaders who may still attach. */
export const mayDeleteAttachment = (
  uploadedByUserId: number | null,
  view: View,
  actor: Actor | undefined,
): boolean =>
  actor !== undefined &&
  view !== 'visitor' &&
  (uploadedByUserId === actor.userId || (view === 'member' && actor.permissions.has('OPERATOR')));
