const isPlain = (text: string): boolean => /^[\w./:@%+=,-]+$/.test(text);

/** Quotes an argument for a POSIX shell. */
const quote = (text: string): string => (isPlain(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command that restores a backup, complete with the file of its passphrase. */
export const restoreCommandOf = (backup: string, passphraseFile: string | undefined): string => {
  const passphrase = passphraseFile === undefined ? '' : ` --passphrase-file ${quote(passphraseFile)}`;
  return `npm run restore -- ${quote(backup)}${passphrase}`;
};
