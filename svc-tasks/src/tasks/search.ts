/** Each word scans every text, and further words rarely narrow the result. */
const wordsMax = 8;

/**
 * SQL: removes case and Polish diacritics, so that "zolw" finds "Żółw". The generated column `search_text` uses the
 * same expression.
 */
export const foldText = (text: string): string =>
  `translate(lower(${text} collate "pl-x-icu"), 'ąćęłńóśźż', 'acelnoszz')`;

/** Extracts the public number from `#123…` or from the URL of a task. Returns other words unchanged. */
const extractNumber = (word: string): string =>
  word.replace(/^#(?=\d)/, '').replace(/^https?:.*\/task\/(\d{12})(?!\d).*$/i, '$1');

const splitWords = (search: string): string[] =>
  search
    .normalize()
    .split(/\s+/)
    .map(extractNumber)
    .filter((word) => word !== '')
    .slice(0, wordsMax);

/** SQL conditions with their bindings. Each word must occur in the task's number, title or description. */
export const searchConditions = (search = ''): { conditions: string[]; bindings: Record<string, string> } => {
  const words = splitWords(search);
  return {
    // The subquery folds the word once per statement. A cached plan would otherwise fold it for each task.
    conditions: words.map((_, index) => `strpos(t.search_text, (select ${foldText(`:word${index}`)})) > 0`),
    bindings: Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
  };
};
