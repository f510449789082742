import { createTranslate } from '@obieg/service-kit';

const texts = {
  emailMissing: { pl: 'Adres e-mail jest wymagany', en: 'An e-mail address is required' },
  invalidEmail: { pl: 'To nie jest adres e-mail', en: 'This is not an e-mail address' },
  invalidUsername: {
    pl: 'Ta nazwa użytkownika jest niedozwolona',
    en: 'This username is not allowed',
  },
  usernameTaken: { pl: 'Ta nazwa użytkownika jest już zajęta', en: 'This username is already taken' },
  invalidDisplayName: {
    pl: "Nazwa może mieć do 80 liter, cyfr, spacji oraz znaków . ' -",
    en: "A name can have up to 80 letters, digits, spaces and . ' -",
  },
  rolesMissing: { pl: 'Nowa osoba potrzebuje roli', en: 'A new member needs a role' },
  unknownRole: { pl: 'Nie ma takiej roli: {name}', en: 'This role does not exist: {name}' },
  roleNotGrantable: {
    pl: 'Nie możesz nadać ani odebrać tej roli',
    en: 'You do not have permission to grant or revoke this role',
  },
  unknownGroup: { pl: 'Nie ma takiej grupy: {name}', en: 'This group does not exist: {name}' },
  groupGone: { pl: 'Grupa została właśnie usunięta', en: 'The group has just been deleted' },
  ambiguousGroup: {
    pl: 'Kilka grup ma tę nazwę: {name}. Podaj ścieżkę grupy',
    en: 'Several groups have this name: {name}. Give the path of the group',
  },
  invalidInvitation: { pl: 'Wpisz „tak” albo „nie”', en: 'Write "yes" or "no"' },
} as const;

export type ImportTextName = keyof typeof texts;
export const translateImport = createTranslate(texts, 'pl');
