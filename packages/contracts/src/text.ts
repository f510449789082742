import * as z from 'zod';
import { emailPattern, isIntegrationAddress, toAsciiAddress } from './email-address';
import { limits } from './limits';
import { hasUnstorableCharacters, isBlank } from './visible-text';

/**
 * Texts are stored in composed form, as keyboards send them. Text copied from a PDF can be decomposed, and search
 * would not find it.
 */
const form = 'NFC';

const storable = (schema: z.ZodString) =>
  schema.refine((text) => !hasUnstorableCharacters(text), {
    message: 'Text contains characters that cannot be stored',
  });

/** Any text of at most `maxLength` UTF-16 code units, without NUL and lone surrogates. */
export const textSchema = (maxLength: number) => storable(z.string().max(maxLength));

/**
 * A text that is trimmed, composed and not blank. A text of only invisible characters counts as empty. Invisible
 * characters inside a visible text stay, because emoji and some scripts need them. `message` applies to a missing
 * text, `tooLong` to a long one.
 */
export const requiredTextSchema = (maxLength: number, message?: string, tooLong?: string) =>
  storable(
    z
      // Applies to a value that is no string. On the whole schema it would replace the messages of the checks.
      .string({ error: ({ code }) => (code === 'invalid_type' ? message : undefined) })
      .normalize(form)
      .trim()
      .overwrite((text) => (isBlank(text) ? '' : text))
      .min(1, message)
      .max(maxLength, tooLong),
  );

/** Any composed text or none. A blank text becomes empty, so that a page can show its placeholder. */
export const optionalTextSchema = (maxLength: number) =>
  storable(z.string().normalize(form).max(maxLength))
    .overwrite((text) => (isBlank(text) ? '' : text))
    .nullish();

/**
 * An e-mail address: trimmed, lower-cased, one line, at most 254 characters, with its domain in ASCII. The address of
 * an integration is none, because nobody reads its mails.
 */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .overwrite(toAsciiAddress)
  .max(limits.emailMaxLength)
  .pipe(z.email({ pattern: emailPattern }))
  .refine((address) => !isIntegrationAddress(address));
