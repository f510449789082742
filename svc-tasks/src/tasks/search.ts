/** More words narrow a search no further in practice, and each costs a look at every text. */
const wordsMax = 8;

/** SQL: a text without case and Polish diacritics, so that "zolw" finds "Żółw"; `search_text` holds it so (its migration). */
export const foldText = (text: string): string =>
  `translate(lower(${text} collate "pl-x-icu"), 'ąćęłńóśźż', 'acelnoszz')`;

/** A number may be written `#123…`, or be found in the address of its task. */
const toNumber = (word: string): string =>
  word.replace(/^#(?=\d)/, '').replace(/^https?:.*\/task\/(\d{12})(?!\d).*$/i, '$1');

const wordsOf = (search: string): string[] =>
  search
    .normalize()
    .split(/\s+/)
    .map(toNumber)
    .filter((word) => word !== '')
    .slice(0, wordsMax);

/** SQL and its values: each word of the search stands in the task's number, title or description. */
export const searchConditions = (search = ''): { conditions: string[]; bindings: Record<string, string> } => {
  const words = wordsOf(search);
  return {
    // Folded by a query of its own, so once: a plan that is kept would do it for each task.
    conditions: words.map((_, index) => `strpos(t.search_text, (select ${foldText(`:word${index}`)})) > 0`),
    bindings: Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
  };
};
