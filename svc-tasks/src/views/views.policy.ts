import type { Actor } from '@obieg/service-kit';

export interface ViewFacts {
  owner_user_id: number;
  is_shared: boolean;
}

export const isOwner = ({ owner_user_id }: ViewFacts, { userId }: Actor): boolean => owner_user_id === userId;

export const mayShare = ({ permissions }: Actor): boolean => permissions.has('OPERATOR');

/** A private view is invisible to all other members, administrators included. */
export const maySee = (view: ViewFacts, actor: Actor): boolean => view.is_shared || isOwner(view, actor);

/** Operators maintain all shared views. */
export const mayChange = (view: ViewFacts, actor: Actor): boolean =>
  view.is_shared ? mayShare(actor) : isOwner(view, actor);

/** Only the owner makes a shared view private, because it disappears for all others. */
export const mayUnshare = (view: ViewFacts, actor: Actor): boolean =>
  isOwner(view, actor) && mayChange(view, actor);
