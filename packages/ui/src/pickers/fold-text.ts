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

/** A text as searches compare it: without regard to case and Polish diacritics, as the server does. */
export const foldText = (text: string): string =>
  text
    .normalize()
    .toLocaleLowerCase('pl')
    .replace(/[ąćęłńóśźż]/g, (letter) => plainLetters[letter] ?? letter);
