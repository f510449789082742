import { type ConflictLanguage, conflictTexts } from './texts';
import type { JoinedChanges } from './use-joined-changes';

/** Returns the message after both changes were saved, or undefined if nothing was joined. */
export const describeJoined = <Values>(
  { getChange, fields }: Pick<JoinedChanges<Values>, 'getChange' | 'fields'>,
  language: ConflictLanguage,
): string | undefined => {
  const change = getChange();
  if (!change || change.taken.length === 0) return undefined;
  const labels = change.taken.map((name) => fields[name].label).join(', ');
  return conflictTexts[language].joined(labels, change.lastChange?.authorName ?? null);
};
