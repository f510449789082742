import type { GroupSummary } from '@obieg/contracts';
import { groupPathOf, sortByPath } from '@obieg/contracts/group-path';
import { limits } from '@obieg/contracts/limits';
import { foldText } from './fold-text';

export interface GroupSuggestions {
  groups: GroupSummary[];
  hasMore: boolean;
}

/** Returns up to ten groups with the term in path or description. Undefined below two characters (spec 2 §5). */
export const suggestGroups = (
  groups: readonly GroupSummary[],
  typed: string,
  excludedIds: ReadonlySet<number>,
): GroupSuggestions | undefined => {
  const term = foldText(typed.trim());
  if (term.length < limits.userSearchMinLength) {
    return undefined;
  }
  const found = sortByPath(groups).filter(
    (group) =>
      !excludedIds.has(group.id) &&
      (foldText(groupPathOf(group)).includes(term) || foldText(group.description ?? '').includes(term)),
  );
  return {
    groups: found.slice(0, limits.groupPickerSuggestions),
    hasMore: found.length > limits.groupPickerSuggestions,
  };
};

export const needsSearch = (groups: readonly GroupSummary[]) => groups.length >= limits.groupPickerSearchFrom;
