import type { Language } from '@obieg/contracts';
import { ProblemError, problem } from '@obieg/service-kit';

/** Server messages. `mul` is the specification's mix: Polish on Polish screens, otherwise English. */
const messages = {
  codeSent: {
    mul: 'Kod weryfikacyjny został wysłany na podany adres email',
    pl: 'Kod weryfikacyjny został wysłany na podany adres e-mail',
    en: 'A verification code has been sent to this e-mail address',
  },
  emailVerified: {
    mul: 'Email został pomyślnie zweryfikowany!',
    pl: 'Adres e-mail został pomyślnie zweryfikowany!',
    en: 'The e-mail address has been verified!',
  },
  invalidCode: {
    mul: 'Nieprawidłowy kod weryfikacyjny',
    pl: 'Nieprawidłowy kod weryfikacyjny',
    en: 'The verification code is not valid',
  },
  invalidToken: {
    mul: 'Nieprawidłowy lub wygasły token',
    pl: 'Nieprawidłowy lub wygasły token',
    en: 'The token is not valid or has expired',
  },
  wrongPassword: {
    mul: 'Invalid email or password',
    pl: 'Nieprawidłowy adres e-mail lub hasło',
    en: 'Invalid email or password',
  },
  passwordTooShort: {
    mul: 'Hasło jest wymagane i musi mieć co najmniej 6 znaków',
    pl: 'Hasło jest wymagane i musi mieć co najmniej 6 znaków',
    en: 'A password is required and must have at least 6 characters',
  },
  tooManyAttempts: {
    mul: 'Zbyt wiele prób. Spróbuj ponownie za chwilę.',
    pl: 'Zbyt wiele prób. Spróbuj ponownie za chwilę.',
    en: 'Too many attempts. Please try again in a moment.',
  },
  tooManyInvitations: {
    mul: 'This person has received too many invitations within an hour. Please try again later.',
    pl: 'Ta osoba dostała zbyt wiele zaproszeń w ciągu godziny. Spróbuj ponownie później.',
    en: 'This person has received too many invitations within an hour. Please try again later.',
  },
  invitationAccepted: {
    mul: 'This person has already accepted the invitation.',
    pl: 'Ta osoba już przyjęła zaproszenie.',
    en: 'This person has already accepted the invitation.',
  },
  invitationAcceptedRemove: {
    mul: 'This person has already accepted the invitation. Remove the user instead.',
    pl: 'Ta osoba już przyjęła zaproszenie. Możesz usunąć użytkownika z organizacji.',
    en: 'This person has already accepted the invitation. Remove the user instead.',
  },
  usernameTaken: {
    mul: 'Ta nazwa użytkownika jest już zajęta.',
    pl: 'Ta nazwa użytkownika jest już zajęta.',
    en: 'This username is already taken.',
  },
  displayNameTaken: {
    mul: 'Ktoś w Twojej organizacji już ma taką lub bardzo podobną nazwę.',
    pl: 'Ktoś w Twojej organizacji już ma taką lub bardzo podobną nazwę.',
    en: 'Another member of your organization has this or a very similar name.',
  },
  wrongCurrentPassword: {
    mul: 'Obecne hasło jest nieprawidłowe.',
    pl: 'Obecne hasło jest nieprawidłowe.',
    en: 'The current password is not correct.',
  },
  sessionNotFound: {
    mul: 'Ta sesja już się zakończyła.',
    pl: 'Ta sesja już się zakończyła.',
    en: 'This session has already ended.',
  },
  userNotFound: { mul: 'User not found', pl: 'Nie znaleziono użytkownika', en: 'User not found' },
  roleNotGrantable: {
    mul: 'You do not have permission to grant or revoke this role.',
    pl: 'Nie możesz nadać ani odebrać tej roli.',
    en: 'You do not have permission to grant or revoke this role.',
  },
  lastAdmin: {
    mul: 'The last administrator of an organization must keep this role.',
    pl: 'Ostatni administrator organizacji zachowuje tę rolę.',
    en: 'The last administrator of an organization must keep this role.',
  },
  organizationMissing: {
    mul: 'Select the organization to invite into.',
    pl: 'Podaj organizację, do której zapraszasz.',
    en: 'Select the organization to invite into.',
  },
  noSuchOrganization: {
    mul: 'This organization does not exist.',
    pl: 'Nie ma takiej organizacji.',
    en: 'This organization does not exist.',
  },
  unknownTimeZone: {
    mul: 'The server does not know this time zone. Please select another one.',
    pl: 'Serwer nie zna tej strefy czasowej. Wybierz inną.',
    en: 'The server does not know this time zone. Please select another one.',
  },
  codeNameReserved: {
    mul: 'This code name is reserved.',
    pl: 'Ta nazwa kodowa jest zastrzeżona.',
    en: 'This code name is reserved.',
  },
  codeNameTaken: {
    mul: 'An organization with this code name already exists.',
    pl: 'Organizacja o tej nazwie kodowej już istnieje.',
    en: 'An organization with this code name already exists.',
  },
  otherCodeName: {
    mul: 'The code name of this organization is now {codeName}.',
    pl: 'Nazwa kodowa tej organizacji to teraz {codeName}.',
    en: 'The code name of this organization is now {codeName}.',
  },
  noSuchGroup: {
    mul: 'This group does not exist.',
    pl: 'Nie ma takiej grupy.',
    en: 'This group does not exist.',
  },
  groupCircle: {
    mul: 'A group cannot be its own ancestor.',
    pl: 'Grupa nie może być swoim własnym przodkiem.',
    en: 'A group cannot be its own ancestor.',
  },
  memberNotFound: {
    mul: 'This member does not exist in the organization.',
    pl: 'Nie ma takiego członka organizacji.',
    en: 'This member does not exist in the organization.',
  },
  alreadyInGroup: {
    mul: 'The user is already in the group.',
    pl: 'Ten użytkownik już należy do grupy.',
    en: 'The user is already in the group.',
  },
  groupHeld: {
    mul: 'The group cannot be deleted: {reasons}.',
    pl: 'Nie można usunąć grupy: {reasons}.',
    en: 'The group cannot be deleted: {reasons}.',
  },
  heldByChildren: {
    mul: 'it has child groups: {names}',
    pl: 'ma grupy podrzędne: {names}',
    en: 'it has child groups: {names}',
  },
  heldByTransitions: {
    mul: 'transitions use it: {names}',
    pl: 'wskazują ją przejścia: {names}',
    en: 'transitions use it: {names}',
  },
  heldByTasks: {
    mul: 'tasks are assigned to it',
    pl: 'są do niej przypisane zadania',
    en: 'tasks are assigned to it',
  },
  heldByReaders: {
    mul: 'it may read a task',
    pl: 'wskazuje ją widoczność zadań',
    en: 'it may read a task',
  },
  andOthers: { mul: '{names} and others', pl: '{names} i inne', en: '{names} and others' },
} satisfies Record<string, Record<Language, string>>;

type MessageKey = keyof typeof messages;

/** Returns a message in the request's language with its `{placeholders}` filled. */
export const translate = (language: Language, key: MessageKey, values: Record<string, string> = {}): string =>
  messages[key][language].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

export const badToken = (language: Language): ProblemError =>
  problem.badRequest('INVALID_TOKEN', translate(language, 'invalidToken'));

export const tooManyAttempts = (language: Language, retryAfterSeconds: number): ProblemError =>
  new ProblemError(429, 'TOO_MANY_REQUESTS', translate(language, 'tooManyAttempts'), { retryAfterSeconds });

export const tooManyInvitations = (language: Language, retryAfterSeconds: number): ProblemError =>
  new ProblemError(429, 'TOO_MANY_REQUESTS', translate(language, 'tooManyInvitations'), {
    retryAfterSeconds,
  });
