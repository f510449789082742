interface ConflictTexts {
  title: string;
  author: (name: string) => string;
  unknownAuthor: string;
  own: string;
  choose: string;
  chooseMissing: string;
  mine: string;
  theirs: string;
  taken: (fields: string) => string;
  joined: (fields: string, author: string | null) => string;
  empty: string;
}

const pl: ConflictTexts = {
  title: 'W międzyczasie zapisano inne zmiany.',
  author: (name) => `Autor: ${name}`,
  unknownAuthor: 'Autor: inna osoba',
  own: 'W innej karcie lub na innym urządzeniu',
  choose: 'Wybierz wartości i zapisz ponownie. Do tego czasu nic się nie zmieni.',
  chooseMissing: 'Wybierz, która wartość ma zostać.',
  mine: 'Twoja wartość',
  theirs: 'Zapisana wartość',
  taken: (fields) => `Przejęte zmiany w innych polach: ${fields}.`,
  joined: (fields, author) =>
    `Zapisano razem z równoczesnymi zmianami${author === null ? '' : ` (autor: ${author})`}: ${fields}.`,
  empty: '–',
};

const en: ConflictTexts = {
  title: 'Other changes were saved in the meantime.',
  author: (name) => `By ${name}`,
  unknownAuthor: 'By another user',
  own: 'In another tab or on another device',
  choose: 'Choose the values and save again. Nothing changes until then.',
  chooseMissing: 'Choose the value to keep.',
  mine: 'Your value',
  theirs: 'Saved value',
  taken: (fields) => `Changes of other fields that were taken over: ${fields}.`,
  joined: (fields, author) =>
    `Saved together with simultaneous changes${author === null ? '' : ` by ${author}`}: ${fields}.`,
  empty: '–',
};

/** The screen's language. A screen knows whether the specification's mix means Polish or English there. */
export type ConflictLanguage = 'pl' | 'en';

/** Separate from `i18n/`, which is part of the first load. */
export const conflictTexts: Record<ConflictLanguage, ConflictTexts> = { pl, en };
