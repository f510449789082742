import type { Actor } from '@obieg/service-kit';
import type { FormerAssignee } from '../history/history.repo';

/** Reads the assignee of a query: `none`, `me`, `user:<id>` or `group:<id>`. */
export const readDraftAssignee = (assignee: string, { userId }: Pick<Actor, 'userId'>): FormerAssignee => {
  if (assignee === 'me') return { userId, groupId: null };
  const [kind, id] = assignee.split(':');
  if (kind === 'user') return { userId: Number(id), groupId: null };
  return { userId: null, groupId: kind === 'group' ? Number(id) : null };
};
