import type { GroupSummary } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { foldText } from './fold-text';

export interface GroupSuggestions {
  groups: GroupSummary[];
  hasMore: boolean;
}

/** Returns up to ten groups with the term in name or description. Undefined below two characters (spec 2 §5). */
export const suggestGroups = (
  groups: readonly GroupSummary[],
  typed: string,
  excludedIds: ReadonlySet<number>,
): GroupSuggestions | undefined => {
  const term = foldText(typed.trim());
  if (term.length < limits.userSearchMinLength) {
    return undefined;
  }
  const found = groups.filter(
    ({ id, name, description }) =>
      !excludedIds.has(id) && (foldText(name).includes(term) || foldText(description ?? '').includes(term)),
  );
  return {
    groups: found.slice(0, limits.groupPickerSuggestions),
    hasMore: found.length > limits.groupPickerSuggestions,
  };
};

export const needsSearch = (groups: readonly GroupSummary[]) => groups.length >= limits.groupPickerSearchFrom;
