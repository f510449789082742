import type { Language } from '@obieg/contracts';
import { translate } from './server-messages';

/** More names than this say less; as on the screen. */
const namedGroups = 5;

const polish = (count: number, names: string): string => {
  if (count === 1) return `Wykonują je członkowie grupy ${names}.`;
  if (count <= namedGroups) return `Wykonują je członkowie jednej z grup: ${names}.`;
  return `Wykonują je członkowie jednej z ${count} grup, między innymi: ${names}.`;
};

const english = (count: number, names: string): string => {
  if (count === 1) return `Members of the group ${names} run it.`;
  if (count <= namedGroups) return `Members of one of these groups run it: ${names}.`;
  return `Members of one of ${count} groups run it, among them: ${names}.`;
};

/** That the caller may not run a transition, and whose members may, where that is known. */
export const describeForbiddenTransition = (
  language: Language,
  executorGroupNames: readonly string[],
): string => {
  const refusal = translate(language, 'transitionForbidden');
  const count = executorGroupNames.length;
  if (count === 0) return refusal;
  const names = executorGroupNames.slice(0, namedGroups).join(', ');
  return `${refusal} ${(language === 'en' ? english : polish)(count, names)}`;
};
