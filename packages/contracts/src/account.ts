import * as z from 'zod';
import { languages } from './headers';
import { limits } from './limits';
import { isPlainName } from './names';
import { optionalOpenEnum } from './open-enum';
import { textSchema } from './text';
import { displayNameSchema, usernameSchema } from './users';

/** GET /api/account: the caller's own account. */
export const accountSchema = z
  .object({
    username: z.string(),
    /** Shown to other people. The username unless the person has chosen another one. */
    displayName: z.string(),
    email: z.string(),
    hasPassword: z.boolean(),
    /** Language of mails. Null until the person chooses one. Absent from responses of releases without it. */
    language: optionalOpenEnum(languages).nullable(),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountSchema>;

/** PUT /api/account. The display name is plain or equal to the username. */
export const changeAccountSchema = z
  .object({
    username: usernameSchema,
    displayName: displayNameSchema,
    /** The names that the caller has seen. The server refuses the change if the account has others. */
    expected: z.object({ username: textSchema(200), displayName: textSchema(200) }).optional(),
  })
  .refine(({ username, displayName }) => displayName === username || isPlainName(displayName), {
    path: ['displayName'],
    message: "Only letters, digits, spaces and the characters . ' - are allowed",
  })
  .meta({ id: 'ChangeAccount' });
export type ChangeAccount = z.infer<typeof changeAccountSchema>;

/** PUT /api/account/language: the language that the person chose, for mails. */
export const changeLanguageSchema = z.object({ language: z.enum(languages) }).meta({ id: 'ChangeLanguage' });

/** PUT /api/account/password: ends all other sessions of the account. */
export const changePasswordSchema = z
  .object({
    currentPassword: textSchema(limits.passwordMaxLength).min(1),
    password: textSchema(limits.passwordMaxLength),
  })
  .meta({ id: 'ChangePassword' });
export type ChangePassword = z.infer<typeof changePasswordSchema>;

/** A signed-in session of the caller, on any address. */
const accountSessionSchema = z
  .object({
    id: z.uuid(),
    /** Whether the call belongs to this session. */
    isCurrent: z.boolean(),
    /** Null on the main domain. */
    organizationName: z.string().nullable(),
    /** Null if the browser did not name itself. */
    browser: z.string().nullable(),
    operatingSystem: z.string().nullable(),
    isMobile: z.boolean(),
    /** Network of the client, without its last part. Null if unknown. */
    network: z.string().nullable(),
    signedInAt: z.iso.datetime(),
    /** Accurate to five minutes. */
    lastSeenAt: z.iso.datetime(),
  })
  .meta({ id: 'AccountSession' });
export type AccountSession = z.infer<typeof accountSessionSchema>;
export const accountSessionsSchema = z
  .object({ sessions: z.array(accountSessionSchema) })
  .meta({ id: 'AccountSessions' });
export type AccountSessions = z.infer<typeof accountSessionsSchema>;
