import {
  currentSession,
  http,
  onLanguageChange,
  onSessionChange,
  persistentStorage,
  readChosenLanguage,
  readStoredJson,
  writeStored,
} from '@obieg/web-kit';

const storageKey = 'obieg_reported_language';

/** Reports each choice of a user once, so that two browsers with different languages do not overwrite each other. */
const report = async (): Promise<void> => {
  const user = currentSession()?.user;
  const language = readChosenLanguage();
  if (!user || !language) return;
  const choice = `${user.id}/${language}`;
  if (readStoredJson(persistentStorage, storageKey) === choice) return;
  await http.put('/account/language', { language });
  writeStored(persistentStorage, storageKey, JSON.stringify(choice));
};

/**
 * Keeps the language that the user chose in this browser at their account, which the server uses for mails. After a
 * failure, the next page load tries again.
 *
 * @returns a function that stops it
 */
export const reportLanguageChoices = (): (() => void) => {
  const run = (): void => void report().catch(() => undefined);
  const stops = [onLanguageChange(run), onSessionChange(run)];
  run();
  return () => {
    for (const stop of stops) stop();
  };
};
