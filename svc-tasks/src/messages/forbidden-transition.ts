import type { Language } from '@obieg/contracts';
import { translate } from './server-messages';

/** Equals the number of names on the task screen. */
const groupNamesMax = 5;

const polish = (count: number, names: string): string => {
  if (count === 1) return `Wykonują je członkowie grupy ${names}.`;
  if (count <= groupNamesMax) return `Wykonują je członkowie jednej z grup: ${names}.`;
  return `Wykonują je członkowie jednej z ${count} grup, między innymi: ${names}.`;
};

const english = (count: number, names: string): string => {
  if (count === 1) return `Only members of the group ${names} can run it.`;
  if (count <= groupNamesMax) return `Only members of one of these groups can run it: ${names}.`;
  return `Only members of one of ${count} groups can run it, including: ${names}.`;
};

/** Error text for a transition that the caller may not run, with the executor groups if there are any. */
export const describeForbiddenTransition = (
  language: Language,
  executorGroupNames: readonly string[],
): string => {
  const message = translate(language, 'transitionForbidden');
  const count = executorGroupNames.length;
  if (count === 0) return message;
  const names = executorGroupNames.slice(0, groupNamesMax).join(', ');
  return `${message} ${(language === 'en' ? english : polish)(count, names)}`;
};
