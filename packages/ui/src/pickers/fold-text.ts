const plainLetters: Readonly<Record<string, string>> = {
  ą: 'a',
  ć: 'c',
  ę: 'e',
  ł: 'l',
  ń: 'n',
  ó: 'o',
  ś: 's',
  ź: 'z',
  ż: 'z',
};

/** Removes case and Polish diacritics for searching, like the server. */
export const foldText = (text: string): string =>
  text
    .normalize()
    .toLocaleLowerCase('pl')
    .replace(/[ąćęłńóśźż]/g, (letter) => plainLetters[letter] ?? letter);
