import { problem } from '@obieg/service-kit';
import { say } from '../messages/server-messages';
import type { Caller } from '../people/caller';
import type { TaskRow } from './tasks.repo';

export const entityTagOf = ({ revision }: Pick<TaskRow, 'revision'>): string => `"${revision}"`;

/**
 * 412 when the caller's If-Match names another revision than the locked task has. A tag that a proxy has weakened while
 * it compressed counts as what it was.
 */
export const checkRevision = (
  { language }: Caller,
  task: Pick<TaskRow, 'revision'>,
  ifMatch: string | undefined,
): void => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes(entityTagOf(task))) throw problem.preconditionFailed(say(language, 'savedInBetween'));
};
