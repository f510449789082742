import type { Language } from '@obieg/contracts';
import { createTranslate, ProblemError, problem } from '@obieg/service-kit';

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
  codeExpired: {
    mul: 'Ten kod już nie działa: minął jego czas albo wpisano pięć błędnych. Wyślij nowy kod.',
    pl: 'Ten kod już nie działa: minął jego czas albo wpisano pięć błędnych. Wyślij nowy kod.',
    en: 'This code no longer works: it has expired, or five wrong ones were entered. Request a new code.',
  },
  invalidToken: {
    mul: 'Nieprawidłowy lub wygasły token',
    pl: 'Nieprawidłowy lub wygasły token',
    en: 'The token is not valid or has expired',
  },
  apiTokenEnd: {
    pl: 'Token musi wygasać w przyszłości, najpóźniej za rok',
    en: 'A token must expire in the future, within a year',
  },
  apiTokenNotFound: {
    pl: 'Ten token został już odwołany',
    en: 'This token has already been revoked',
  },
  apiTokenTakenOver: {
    pl: 'Wcześniejsza próba utworzyła token, który został już użyty albo odwołany. Sprawdź listę tokenów.',
    en: 'An earlier attempt created a token that has been used or revoked since. See the list of tokens.',
  },
  tooManyApiTokens: {
    pl: 'Jest już 50 tokenów, więcej być nie może. Najpierw odwołaj jeden z nich.',
    en: 'There are 50 tokens already, which is the maximum. Revoke one of them first.',
  },
  integrationNotFound: { pl: 'Nie znaleziono integracji', en: 'Integration not found' },
  integrationNameTaken: {
    pl: 'Inna osoba lub integracja w organizacji ma już taką lub bardzo podobną nazwę.',
    en: 'Another member or integration of the organization has this or a very similar name.',
  },
  tooManyIntegrations: {
    pl: 'Organizacja może mieć najwyżej 50 integracji. Najpierw usuń jedną z nich.',
    en: 'An organization can have at most 50 integrations. Delete one of them first.',
  },
  challengeExpired: {
    pl: 'Minął czas na drugi krok logowania. Zaloguj się od nowa.',
    en: 'The time for the second step is over. Please log in again.',
  },
  wrongSecondStep: {
    pl: 'Ten kod jest nieprawidłowy albo był już użyty',
    en: 'This code is wrong or was already used',
  },
  wrongPasskey: {
    mul: 'Nie udało się potwierdzić klucza dostępu',
    pl: 'Nie udało się potwierdzić klucza dostępu',
    en: 'The passkey could not be confirmed',
  },
  setUpExpired: {
    mul: 'Minął czas na dodanie. Zacznij od nowa.',
    pl: 'Minął czas na dodanie. Zacznij od nowa.',
    en: 'The time for the set-up is over. Please start again.',
  },
  passkeyTaken: {
    mul: 'Ten klucz dostępu jest już dodany do konta',
    pl: 'Ten klucz dostępu jest już dodany do konta',
    en: 'This passkey has already been added to an account',
  },
  tooManyFactors: {
    mul: 'Masz już 20 składników. Najpierw usuń jeden z nich.',
    pl: 'Masz już 20 składników. Najpierw usuń jeden z nich.',
    en: 'You already have 20 factors. Remove one of them first.',
  },
  noTotpHere: {
    mul: 'Ten serwer nie przyjmuje kodów z aplikacji. Użyj klucza dostępu.',
    pl: 'Ten serwer nie przyjmuje kodów z aplikacji. Użyj klucza dostępu.',
    en: 'This server does not accept codes of an app. Use a passkey.',
  },
  confirmFirst: {
    mul: 'Potwierdź najpierw, że to Ty.',
    pl: 'Potwierdź najpierw, że to Ty.',
    en: 'Please confirm first that this is you.',
  },
  factorNotFound: {
    mul: 'Ten składnik został już usunięty',
    pl: 'Ten składnik został już usunięty',
    en: 'This factor has already been removed',
  },
  lastFactorRequired: {
    mul: 'Twoja organizacja wymaga drugiego składnika. Najpierw dodaj inny.',
    pl: 'Twoja organizacja wymaga drugiego składnika. Najpierw dodaj inny.',
    en: 'Your organization requires a second factor. Add another one first.',
  },
  noFactors: {
    mul: 'To konto nie ma drugiego składnika',
    pl: 'To konto nie ma drugiego składnika',
    en: 'This account has no second factor',
  },
  ownFactorFirst: {
    pl: 'Ta zasada obejmuje też Ciebie. Dodaj najpierw drugi składnik na swoim koncie albo zaloguj się z nim.',
    en: 'This rule applies to you, too. First add a second factor to your account, or sign in with it.',
  },
  resetBySystemAdmin: {
    pl: 'Składniki tej osoby może usunąć tylko administrator systemu.',
    en: 'Only a system administrator can reset the factors of this person.',
  },
  providerRequired: {
    pl: 'Organizacja wymaga logowania przez {name}.',
    en: 'Your organization requires you to sign in with {name}.',
  },
  notInProviderSession: {
    pl: 'Zalogowano przez dostawcę tożsamości organizacji. To konto można zmienić tylko po zalogowaniu hasłem, kodem lub kluczem dostępu.',
    en: 'You are signed in with the identity provider of this organization. To change your account, sign in by password, code or passkey.',
  },
  providerSignInExpired: {
    pl: 'To logowanie wygasło albo zaczęto je w innej przeglądarce. Zacznij od nowa.',
    en: 'This sign-in has expired or was started in another browser. Please start again.',
  },
  providerDenied: {
    pl: '{name} nie potwierdza logowania.',
    en: '{name} did not confirm the sign-in.',
  },
  providerFailed: {
    pl: '{name} nie odpowiada poprawnie. Spróbuj jeszcze raz albo powiadom administratora organizacji.',
    en: '{name} did not answer correctly. Please try again, or tell the administrator of your organization.',
  },
  providerNotForAddress: {
    pl: '{name} nie może potwierdzić Twojego adresu w tej organizacji. Powiadom jej administratora.',
    en: '{name} cannot confirm your address in this organization. Please tell its administrator.',
  },
  providerMembershipEnded: {
    pl: 'Twoje członkostwo w tej organizacji się skończyło. Poproś jej administratora o zaproszenie.',
    en: 'Your membership of this organization has ended. Ask its administrator for an invitation.',
  },
  providerNeedsFactor: {
    pl: 'Organizacja wymaga drugiego składnika, a dostawca tożsamości go nie potwierdza. Powiadom jej administratora.',
    en: 'Your organization requires a second factor, and the identity provider did not confirm one. Please tell its administrator.',
  },
  providerNotFound: { pl: 'Nie znaleziono dostawcy tożsamości', en: 'Identity provider not found' },
  tooManyProviders: {
    pl: 'Organizacja może mieć najwyżej {max} dostawców tożsamości.',
    en: 'An organization can have at most {max} identity providers.',
  },
  providersUnavailable: {
    pl: 'Ten serwer nie ma klucza, którym szyfruje sekrety dostawców tożsamości.',
    en: 'This server has no key that encrypts the secrets of identity providers.',
  },
  issuerInvalid: {
    pl: 'Podaj adres wystawcy, który zaczyna się od https://',
    en: 'Enter the address of the issuer, which starts with https://',
  },
  issuerUnknown: { pl: 'Ta nazwa nie ma adresu IP', en: 'This host name has no IP address' },
  issuerRefused: {
    pl: 'Ten adres prowadzi do sieci prywatnej albo nie używa TLS',
    en: 'This address leads to a private network or does not use TLS',
  },
  providerSecretNeeded: {
    pl: 'Podaj sekret: zapisany dotyczy innego wystawcy',
    en: 'Enter the secret: the saved one belongs to another issuer',
  },
  domainTaken: {
    pl: 'Domena {domain} należy już do innego dostawcy tej organizacji',
    en: 'The domain {domain} already belongs to another provider of this organization',
  },
  domainNotFound: { pl: 'Nie znaleziono domeny', en: 'Domain not found' },
  domainNotProved: {
    pl: 'W DNS nie ma jeszcze tego rekordu. Zmiana może potrwać do kilku godzin.',
    en: 'The DNS does not have this record yet. A change can take some hours.',
  },
  emergencyAccountNeeded: {
    pl: 'Wybierz konto awaryjne: administratora organizacji, który ma hasło',
    en: 'Choose an emergency account: an administrator of the organization with a password',
  },
  emergencyAccountInvalid: {
    pl: 'Konto awaryjne musi należeć do administratora organizacji, który ma hasło',
    en: 'An emergency account must belong to an administrator of the organization with a password',
  },
  wrongPassword: {
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
    pl: 'Ta osoba dostała zbyt wiele zaproszeń w ciągu godziny. Spróbuj ponownie później.',
    en: 'This person has received too many invitations within an hour. Please try again later.',
  },
  tooManyInvitationsHere: {
    pl: 'Organizacja wysłała zbyt wiele zaproszeń w ciągu godziny. Spróbuj ponownie później.',
    en: 'This organization has sent too many invitations within an hour. Please try again later.',
  },
  invitationAccepted: {
    pl: 'Ta osoba już przyjęła zaproszenie.',
    en: 'This person has already accepted the invitation.',
  },
  invitationAcceptedRemove: {
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
  userNotFound: { pl: 'Nie znaleziono użytkownika', en: 'User not found' },
  roleNotGrantable: {
    pl: 'Nie możesz nadać ani odebrać tej roli.',
    en: 'You do not have permission to grant or revoke this role.',
  },
  lastAdmin: {
    pl: 'Ostatni administrator organizacji zachowuje tę rolę.',
    en: 'The last administrator of an organization must keep this role.',
  },
  lastAcceptedAdmin: {
    pl: 'Nikt inny z tą rolą nie przyjął jeszcze zaproszenia, więc ostatni administrator ją zachowuje.',
    en: 'No other administrator has accepted the invitation yet, so the last one must keep this role.',
  },
  rolesHeld: {
    pl: 'Ta osoba należy już do organizacji i ma inne role. Potwierdź ich zmianę.',
    en: 'This person is already a member with other roles. Confirm the change.',
  },
  organizationMissing: {
    pl: 'Podaj organizację, do której zapraszasz.',
    en: 'Select the organization to invite into.',
  },
  noSuchOrganization: {
    pl: 'Nie ma takiej organizacji.',
    en: 'This organization does not exist.',
  },
  unknownTimeZone: {
    pl: 'Serwer nie zna tej strefy czasowej. Wybierz inną.',
    en: 'The server does not know this time zone. Please select another one.',
  },
  codeNameReserved: {
    pl: 'Ta nazwa kodowa jest zastrzeżona.',
    en: 'This code name is reserved.',
  },
  codeNameTaken: {
    pl: 'Organizacja o tej nazwie kodowej już istnieje.',
    en: 'An organization with this code name already exists.',
  },
  otherCodeName: {
    pl: 'Nazwa kodowa tej organizacji to teraz {codeName}.',
    en: 'The code name of this organization is now {codeName}.',
  },
  noSuchGroup: {
    pl: 'Nie ma takiej grupy.',
    en: 'This group does not exist.',
  },
  groupCircle: {
    pl: 'Grupa nie może być swoim własnym przodkiem.',
    en: 'A group cannot be its own ancestor.',
  },
  memberNotFound: {
    pl: 'Nie ma takiego członka organizacji.',
    en: 'This member does not exist in the organization.',
  },
  alreadyInGroup: {
    pl: 'Ten użytkownik już należy do grupy.',
    en: 'The user is already in the group.',
  },
  groupHeld: {
    pl: 'Nie można usunąć grupy: {reasons}.',
    en: 'The group cannot be deleted: {reasons}.',
  },
  heldByChildren: {
    pl: 'ma grupy podrzędne: {names}',
    en: 'it has child groups: {names}',
  },
  heldByTransitions: {
    pl: 'wskazują ją przejścia: {names}',
    en: 'transitions use it: {names}',
  },
  heldByTasks: {
    pl: 'są do niej przypisane zadania',
    en: 'tasks are assigned to it',
  },
  heldByReaders: {
    pl: 'wskazuje ją widoczność zadań',
    en: 'it may read a task',
  },
  andOthers: { pl: '{names} i inne', en: '{names} and others' },
};

/** Messages of English screens need no `mul`. */
export const translate = createTranslate(messages, 'en');

export const badToken = (language: Language): ProblemError =>
  problem.badRequest('INVALID_TOKEN', translate(language, 'invalidToken'));

export const challengeExpired = (language: Language): ProblemError =>
  problem.badRequest('CHALLENGE_EXPIRED', translate(language, 'challengeExpired'));

export const tooManyAttempts = (language: Language, retryAfterSeconds: number): ProblemError =>
  new ProblemError(429, 'TOO_MANY_REQUESTS', translate(language, 'tooManyAttempts'), { retryAfterSeconds });

export const tooManyInvitations = (
  language: Language,
  message: 'tooManyInvitations' | 'tooManyInvitationsHere',
  retryAfterSeconds: number,
): ProblemError =>
  new ProblemError(429, 'TOO_MANY_REQUESTS', translate(language, message), { retryAfterSeconds });
