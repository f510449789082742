import * as z from 'zod';
import { limits } from './limits';

/** True when a text holds what PostgreSQL or UTF-8 cannot: NUL or a lone surrogate. */
export const hasUnstorableCharacters = (text: string): boolean =>
  text.includes('\u0000') || !text.isWellFormed();

/**
 * What a page shows something of: neither white space nor control and format characters, nor what else is drawn as
 * nothing at all (fillers of Hangul among the ignorable ones, the empty pattern of Braille, the notehead without a head).
 */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}\u{1d159}]/u;

/** True when a reader would see nothing of a text. */
export const isBlank = (text: string): boolean => !visible.test(text);

/**
 * Texts that people read are composed: a letter and its diacritic are one character, as keyboards send them. Copied from
 * a PDF or a file's name they may be two, which no search would find.
 */
const form = 'NFC';

const storable = (schema: z.ZodString) =>
  schema.refine((text) => !hasUnstorableCharacters(text), {
    message: 'Text holds characters that cannot be stored',
  });

/** Any text of at most `maxLength` UTF-16 units, without NUL and lone surrogates. */
export const textSchema = (maxLength: number) => storable(z.string().max(maxLength));

/**
 * Like `textSchema`, composed, trimmed, and not blank: a text of invisible characters alone is told what an empty one
 * is, one that holds others keeps them, since emoji and some scripts are joined by them. `message` is for what is
 * missing, `tooLong` for what is too long.
 */
export const requiredTextSchema = (maxLength: number, message?: string, tooLong?: string) =>
  storable(
    z
      // For what is no text at all; given for the whole schema it would stand for its checks, too.
      .string({ error: ({ code }) => (code === 'invalid_type' ? message : undefined) })
      .normalize(form)
      .trim()
      .overwrite((text) => (isBlank(text) ? '' : text))
      .min(1, message)
      .max(maxLength, tooLong),
  );

/** Any text, composed, or none: one of which nothing would be seen is empty, so that a page says that there is none. */
export const optionalTextSchema = (maxLength: number) =>
  storable(z.string().normalize(form).max(maxLength))
    .overwrite((text) => (isBlank(text) ? '' : text))
    .nullish();

/** An e-mail address, trimmed and lower-cased, one line, of a length that mail can carry. */
export const emailSchema = z.string().trim().toLowerCase().max(limits.emailMaxLength).pipe(z.email());

/** `jan@acme.com` as a stranger sees it: `j***@acme.com`. */
export const maskEmail = (email: string | null): string | null => {
  if (email === null) return null;
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`;
};
