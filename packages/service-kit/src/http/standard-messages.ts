import { type Language, languages } from '@obieg/contracts';

/** Refusals that any service or the gateway may say, in Polish, by their English text; English stands in the mix, too. */
const polish: Readonly<Record<string, string>> = {
  'Sign in to continue.': 'Zaloguj się, aby kontynuować.',
  'The session has ended.': 'Sesja została zakończona.',
  'The session has ended, or the account is not a member here any more.':
    'Sesja została zakończona albo konto nie należy już do tej organizacji.',
  'The token has expired.': 'Sesja wygasła.',
  'The token is not valid.': 'Token jest nieprawidłowy.',
  'The token is not valid or has expired.': 'Token jest nieprawidłowy albo wygasł.',
  'The token belongs to another address.': 'Token należy do innego adresu.',
  'You lack the permission for this.': 'Brak uprawnień do wykonania tej czynności.',
  'There is no such thing here.': 'Nie ma tu takiego zasobu.',
  'There is no organization at this address.': 'Pod tym adresem nie ma organizacji.',
  'Somebody else saved in between.': 'Ktoś inny zapisał zmiany w międzyczasie.',
  'The request is too large.': 'Żądanie jest za duże.',
  'The headers are too large.': 'Nagłówki są za duże.',
  'This kind of content is not accepted.': 'Ten rodzaj treści nie jest przyjmowany.',
  'This method is not offered here.': 'Ta metoda nie jest tu dostępna.',
  'The input is not valid.': 'Dane są nieprawidłowe.',
  'The request holds characters that cannot be stored.': 'Żądanie zawiera znaki, których nie można zapisać.',
  'The request holds a value that cannot be stored.': 'Żądanie zawiera wartość, której nie można zapisać.',
  'Too many requests. Please wait a moment.': 'Zbyt wiele żądań. Odczekaj chwilę.',
  'The service is away for a moment. Please try again.':
    'Usługa jest chwilowo niedostępna. Spróbuj ponownie.',
  'The service took too long. Please try again.': 'Usługa odpowiadała zbyt długo. Spróbuj ponownie.',
  'The service broke off. Please try again.': 'Usługa przerwała odpowiedź. Spróbuj ponownie.',
  'The application is being deployed. Please try again.':
    'Aplikacja jest właśnie wdrażana. Spróbuj ponownie.',
  'Something went wrong on our side.': 'Coś poszło nie tak po naszej stronie.',
};

/** What a request's `Accept-Language` asks for first; the specification's mix where it is none of ours. */
export const readLanguage = (acceptLanguage: string): Language => {
  const asked = acceptLanguage
    .slice(0, 3)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return languages.find((language) => language === asked) ?? 'mul';
};

/** A refusal's own text, or its Polish where that is asked for and the text is one of the standard ones. */
export const translateStandard = (text: string, language: Language): string =>
  (language === 'pl' ? polish[text] : undefined) ?? text;
