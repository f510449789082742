/** SQL: removes case and Polish diacritics. The generated column `search_text` uses the same expression. */
export const foldText = (text: string): string =>
  `translate(lower(${text} collate "pl-x-icu"), 'ąćęłńóśźż', 'acelnoszz')`;
