import { maskEmail } from './email-address';

export const displayNameMaxLength = 80;

/** Letters have at most two marks, as Thai and Arabic stack them. More marks would cover the neighboring lines. */
const plainName =
  /^(?=.*[\p{L}\p{Nd}])(?:(?!\p{Default_Ignorable_Code_Point})(?:\p{L}(?:(?!\p{Default_Ignorable_Code_Point})\p{M}){0,2}|[\p{Nd} .'-]))+$/u;

/** Visible letters and digits of any script. Invisible characters would allow names that look equal. */
export const usernamePattern = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}._-]){2,60}$/u;

/**
 * Whether a name consists of letters, digits, spaces and `.'-`. Such a name contains no address, no link and nothing
 * that ends or hides the text around it.
 */
export const isPlainName = (name: string): boolean =>
  name.length <= displayNameMaxLength && plainName.test(name);

/** Characters that can belong to an e-mail address or to a name. */
const wordPattern = /[\p{L}\p{M}\p{N}._'+@-]+/gu;
const singleWord = /^[\p{L}\p{M}\p{N}._'+@-]+$/u;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const excessMarks = /(\p{M}{2})\p{M}+/gu;

const maskWord = (word: string): string => (word.includes('@') ? (maskEmail(word) ?? '') : word);

/** Masks each e-mail address in a text, for example in the name of a group. */
export const maskAddresses = (text: string): string => text.replace(wordPattern, maskWord);

const isAddress = (name: string): boolean =>
  singleWord.test(name) && name.indexOf('@') > 0 && name.indexOf('@') === name.lastIndexOf('@');

/** Keeps the words of a name that was accepted before names had to be plain. */
const toPlainName = (name: string): string => {
  const words = name.replace(invisible, '').replace(excessMarks, '$1').match(wordPattern) ?? [];
  return words.map((word) => maskWord(word).replaceAll('+', ' ')).join(' ') || '***';
};

/**
 * Presents the name or address of a person. Every name that leaves a service for a page or a mail passes here. Readers
 * who are no members get addresses masked, because a username can be an address. A name that is not plain is reduced
 * to its letters and digits.
 */
export const presentName = (name: string, isMember: boolean): string => {
  if (isAddress(name)) return isMember ? name : maskWord(name);
  return isPlainName(name) || usernamePattern.test(name) ? name : toPlainName(name.normalize('NFC'));
};
