import { createTranslate } from '@obieg/service-kit';

const texts = {
  keyMissing: { pl: 'Wiersz nie ma klucza', en: 'The row has no key' },
  tooLong: {
    pl: 'Tekst jest za długi: najwyżej {max} znaków',
    en: 'The text is longer than {max} characters',
  },
  titleMissing: { pl: 'Tytuł jest wymagany', en: 'A title is required' },
  unknownStatus: { pl: 'Nie ma takiego statusu', en: 'This status does not exist' },
  unknownPriority: { pl: 'Nie ma takiego priorytetu', en: 'This priority does not exist' },
  unknownAssignee: {
    pl: 'Nie ma takiej osoby ani grupy w organizacji',
    en: 'No person or group of the organization has this name',
  },
  ambiguousAssignee: {
    pl: 'Kilka osób albo grup ma tę nazwę. Podaj adres albo ścieżkę grupy',
    en: 'Several people or groups have this name. Give the address or the path of the group',
  },
  notAssignable: {
    pl: 'Tej osobie nie można przypisać zadania',
    en: 'A task cannot be assigned to this person',
  },
  invalidReporter: { pl: 'To nie jest adres e-mail', en: 'This is not an e-mail address' },
  invalidTime: { pl: 'To nie jest znana data ani godzina', en: 'This is not a known date or time' },
  timeOutOfRange: { pl: 'Rok jest poza zakresem', en: 'The year is out of range' },
  createdInFuture: { pl: 'Data jest w przyszłości', en: 'The time is in the future' },
  updatedBeforeCreated: {
    pl: 'Data zmiany jest wcześniejsza niż data utworzenia',
    en: 'The update is earlier than the creation',
  },
  unknownQuestion: { pl: 'Nie ma takiego pytania', en: 'This question does not exist' },
  questionTwice: { pl: 'To pytanie ma dwie kolumny', en: 'This question has two columns' },
} as const;

export type ImportTextName = keyof typeof texts;
export const translateImport = createTranslate(texts, 'pl');
