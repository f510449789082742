/** Keys of the browser's storage (spec 1 §3). */
export const storageKeys = {
  token: 'auth_token',
  user: 'auth_user',
  returnUrl: 'auth_return_url',
  taskListFilters: 'taskListFilters',
} as const;

/**
 * Cookie of a browser with a session. It contains nothing: the gateway leaves a visitor's data out of the page, and
 * grants nothing for it.
 */
export const signedInCookie = 'obieg_signed_in';

/** Cookie with the language that was chosen in this browser, so that the gateway writes the first page in it. */
export const languageCookie = 'obieg_language';
