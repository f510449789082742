import { z } from 'zod';
import { limits } from './limits';

/** True when a text holds what PostgreSQL or UTF-8 cannot: NUL or a lone surrogate. */
export const hasUnstorableCharacters = (text: string): boolean =>
  text.includes('\u0000') || !text.isWellFormed();

const storable = (schema: z.ZodString) =>
  schema.refine((text) => !hasUnstorableCharacters(text), {
    message: 'Text holds characters that cannot be stored',
  });

/** Any text of at most `maxLength` UTF-16 units, without NUL and lone surrogates. */
export const textSchema = (maxLength: number) => storable(z.string().max(maxLength));

/** Like `textSchema`, trimmed, and not blank. `message` is for what is missing, `tooLong` for what is too long. */
export const requiredTextSchema = (maxLength: number, message?: string, tooLong?: string) =>
  storable(
    z
      // For what is no text at all; given for the whole schema it would stand for its checks, too.
      .string({ error: ({ code }) => (code === 'invalid_type' ? message : undefined) })
      .trim()
      .min(1, message)
      .max(maxLength, tooLong),
  );

/** An e-mail address, trimmed and lower-cased, one line, of a length that mail can carry. */
export const emailSchema = z.string().trim().toLowerCase().max(limits.emailMaxLength).pipe(z.email());

/** `jan@acme.com` as a stranger sees it: `j***@acme.com`. */
export const maskEmail = (email: string | null): string | null => {
  if (email === null) return null;
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`;
};
