import { type Language, languages } from '@obieg/contracts';

/**
 * Polish texts of problems that any service or the gateway can send, by English text. The specification's mix uses
 * the English text.
 */
const polish: Readonly<Record<string, string>> = {
  'Sign in to continue.': 'Zaloguj się, aby kontynuować.',
  'The session has ended.': 'Sesja została zakończona.',
  'The session has ended, or the account is no longer a member of this organization.':
    'Sesja została zakończona albo konto nie należy już do tej organizacji.',
  'The token has expired.': 'Sesja wygasła.',
  'The token is not valid.': 'Token jest nieprawidłowy.',
  'The token is not valid or has expired.': 'Token jest nieprawidłowy albo wygasł.',
  'The token belongs to another address.': 'Token należy do innego adresu.',
  'You do not have permission for this action.': 'Brak uprawnień do wykonania tej czynności.',
  'Not found.': 'Nie ma tu takiego zasobu.',
  'No organization exists at this address.': 'Pod tym adresem nie ma organizacji.',
  'Another user saved changes in the meantime.': 'Ktoś inny zapisał zmiany w międzyczasie.',
  'An earlier attempt was saved with other values. Find it in the list and change it there.':
    'Poprzednia próba została zapisana z innymi wartościami. Znajdź ją na liście i tam zmień.',
  'The request is too large.': 'Żądanie jest za duże.',
  'The headers are too large.': 'Nagłówki są za duże.',
  'This content type is not accepted.': 'Ten rodzaj treści nie jest przyjmowany.',
  'This method is not allowed here.': 'Ta metoda nie jest tu dostępna.',
  'The input is not valid.': 'Dane są nieprawidłowe.',
  'The request contains characters that cannot be stored.':
    'Żądanie zawiera znaki, których nie można zapisać.',
  'The request contains a value that cannot be stored.': 'Żądanie zawiera wartość, której nie można zapisać.',
  'Too many requests. Please wait a moment.': 'Zbyt wiele żądań. Odczekaj chwilę.',
  'The service is temporarily unavailable. Please try again.':
    'Usługa jest chwilowo niedostępna. Spróbuj ponownie.',
  'Sign-in and accounts are unavailable at the moment. Please try again shortly.':
    'Logowanie i konta są chwilowo niedostępne. Spróbuj ponownie za chwilę.',
  'The workflow configuration is unavailable at the moment. Please try again shortly.':
    'Konfiguracja obiegu jest chwilowo niedostępna. Spróbuj ponownie za chwilę.',
  'Tasks are unavailable at the moment. Please try again shortly.':
    'Zadania są chwilowo niedostępne. Spróbuj ponownie za chwilę.',
  'The service took too long. Please try again.': 'Usługa odpowiadała zbyt długo. Spróbuj ponownie.',
  'The service closed the connection. Please try again.': 'Usługa przerwała odpowiedź. Spróbuj ponownie.',
  'The application is being deployed. Please try again.':
    'Aplikacja jest właśnie wdrażana. Spróbuj ponownie.',
  'An internal error occurred.': 'Coś poszło nie tak po naszej stronie.',
};

/** Returns the first supported language of `Accept-Language`. Default: the specification's mix. */
export const readLanguage = (acceptLanguage: string): Language => {
  const requested = acceptLanguage
    .slice(0, 3)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return languages.find((language) => language === requested) ?? 'mul';
};

/** Translates a standard text. A custom text stays unchanged. */
export const translateStandard = (text: string, language: Language): string =>
  (language === 'pl' ? polish[text] : undefined) ?? text;
