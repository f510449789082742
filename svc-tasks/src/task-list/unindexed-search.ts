import type { Actor } from '@obieg/service-kit';
import { preparedReader } from '../policy/reader-sql';
import { isListedFor } from '../policy/tasks.policy';
import { extractNumber } from '../search/parse-search';
import { foldText } from '../search/sql-fold';

/** Each word scans every text, and further words rarely narrow the result. */
const wordsMax = 5;

/**
 * SQL conditions with their bindings for a task `t` while the index of the organization is built for the first time:
 * each word occurs in the number, title or description. Reads every task. `case` compares only tasks that the caller may
 * see, so that the duration does not depend on others.
 */
export const unindexedConditions = (
  actor: Actor,
  search = '',
): { conditions: string[]; bindings: Record<string, string> } => {
  const words = search.normalize().split(/\s+/).map(extractNumber).filter(Boolean).slice(0, wordsMax);
  return {
    conditions: words.map(
      (_, index) => `(case when ${isListedFor(actor, preparedReader)}
        then strpos(t.search_text, (select ${foldText(`:word${index}`)})) > 0 else false end)`,
    ),
    bindings: Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
  };
};
