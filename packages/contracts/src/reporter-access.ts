import * as z from 'zod';
import { addCommentSchema } from './tasks';

/** 256 random bits, of which the server keeps only the hash. */
const secretSchema = z.string().regex(/^[\w-]{43}$/);

export const reporterTokenSchema = secretSchema;

/** Days for which the link of a mail opens its task. */
export const reporterLinkDays = 90;
/** Hours for which the token of an exchange is valid. */
export const reporterTokenHours = 12;

/** Body of POST /api/tasks/{id}/reporter-access: the key of the link `/task/{id}#key=…`. */
export const exchangeReporterKeySchema = z.object({ key: secretSchema }).meta({ id: 'ExchangeReporterKey' });

export const reporterAccessResponseSchema = z
  .object({ success: z.boolean(), token: secretSchema, expiresAt: z.iso.datetime() })
  .meta({ id: 'ReporterAccessResponse' });
export type ReporterAccessResponse = z.infer<typeof reporterAccessResponseSchema>;

/** A comment by link has no readers of its own: all members who see the task see it. */
export const addReporterCommentSchema = addCommentSchema
  .pick({ content: true })
  .meta({ id: 'AddReporterComment' });
