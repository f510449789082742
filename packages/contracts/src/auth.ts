import * as z from 'zod';
import { toAsciiAddress } from './email-address';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { confirmedTaskSchema, openConfirmedTaskSchema } from './pending-attachments';
import { secondStepNeededSchema } from './second-factor';
import { textSchema } from './text';

/** The field `email` accepts an e-mail address or a username at sign-in. */
const loginNameSchema = textSchema(254).trim().min(1).overwrite(toAsciiAddress);

/** User data in the browser's storage (spec 1 §3). The id is 0 after a sign-in by code. */
const storedUserSchema = z.object({
  id: z.int().nonnegative(),
  username: z.string(),
  email: z.string(),
});
export type StoredUser = z.infer<typeof storedUserSchema>;

export const checkLoginMethodsSchema = z.object({ email: loginNameSchema }).meta({ id: 'CheckLoginMethods' });
export const loginMethodsSchema = z
  .object({
    userExists: z.boolean(),
    hasPassword: z.boolean(),
    /**
     * Identity provider of the address's domain, also if no account has the address. Absent: none. `isRequired`: the
     * other ways are closed.
     */
    provider: z.object({ id: idSchema, name: z.string(), isRequired: z.boolean() }).optional(),
  })
  .meta({ id: 'LoginMethods' });
export type LoginMethods = z.infer<typeof loginMethodsSchema>;

export const signInSchema = z
  .object({ email: loginNameSchema, password: textSchema(limits.passwordMaxLength).min(1) })
  .meta({ id: 'SignIn' });
export const authResponseSchema = z
  .object({ token: z.string(), id: idSchema, username: z.string(), email: z.string() })
  .meta({ id: 'AuthResponse' });
export type AuthResponse = z.infer<typeof authResponseSchema>;

/** A session, or the second step that it needs. */
export const signInResponseSchema = z.union([authResponseSchema, secondStepNeededSchema]);
export type SignInResponse = z.infer<typeof signInResponseSchema>;

/** POST /api/auth/second-step/factors: the session, and the recovery codes of the new factor. */
export const firstFactorResponseSchema = authResponseSchema
  .extend({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'FirstFactorResponse' });
export type FirstFactorResponse = z.infer<typeof firstFactorResponseSchema>;
export const signedInUserSchema = z
  .object({ id: idSchema, username: z.string(), email: z.string() })
  .meta({ id: 'SignedInUser' });

/** Moves a session from the main domain to an organization's address. */
export const handOverSchema = z.object({ organizationId: idSchema }).meta({ id: 'HandOver' });
export const handOverResponseSchema = z.object({ address: z.string() }).meta({ id: 'HandOverResponse' });
export const exchangeSchema = z.object({ code: z.string().min(1).max(200) }).meta({ id: 'Exchange' });

const secretSchema = z.string().regex(/^[A-Za-z0-9_-]{16,128}$/);
/** A missing token is a bad link (400), so the service checks both fields itself (spec 1 §8). */
export const setPasswordSchema = z
  .object({
    token: z.string().max(200).nullish(),
    password: textSchema(limits.passwordMaxLength).nullish(),
  })
  .meta({ id: 'SetPassword' });
export type SetPassword = z.infer<typeof setPasswordSchema>;

/** The account whose password a token may set. In the body, so that no log contains the token. */
export const passwordAccountRequestSchema = z
  .object({ token: z.string().max(200) })
  .meta({ id: 'PasswordAccountRequest' });
export const passwordAccountSchema = z
  .object({ username: z.string(), email: z.string() })
  .meta({ id: 'PasswordAccount' });
export type PasswordAccount = z.infer<typeof passwordAccountSchema>;

/**
 * Recipient of a code: an e-mail address or username, or the token of an earlier code. `task`: a submission that the
 * code confirms. A new code for an earlier token keeps its task.
 */
export const sendCodeSchema = z
  .object({
    email: loginNameSchema.optional(),
    token: secretSchema.optional(),
    task: confirmedTaskSchema.optional(),
  })
  .refine(({ email, token }) => email !== undefined || token !== undefined, {
    path: ['email'],
    message: 'Required',
  })
  .meta({ id: 'SendCode' });
export type SendCode = z.infer<typeof sendCodeSchema>;
export const sendCodeResponseSchema = z
  .object({ success: z.boolean(), token: z.string(), message: z.string() })
  .meta({ id: 'SendCodeResponse' });
export type SendCodeResponse = z.infer<typeof sendCodeResponseSchema>;
export const tokenInfoParamsSchema = z.object({ token: secretSchema });
export const tokenInfoSchema = z
  .object({
    success: z.boolean(),
    email: z.string(),
    canResend: z.boolean(),
    /** The submission that the code confirms. Absent: none. */
    task: openConfirmedTaskSchema.optional(),
  })
  .meta({ id: 'TokenInfo' });
export type TokenInfo = z.infer<typeof tokenInfoSchema>;
export const verifyCodeSchema = z
  .object({ token: z.string().max(200), code: z.string().regex(/^\d{6}$/) })
  .meta({ id: 'VerifyCode' });
const verifiedSchema = z.object({ success: z.boolean(), message: z.string() });
/** The address is verified. The session follows, or the second step that it needs. */
export const verifyCodeResponseSchema = z.union([
  verifiedSchema.extend({ jwtToken: z.string() }).meta({ id: 'VerifyCodeResponse' }),
  verifiedSchema.extend(secondStepNeededSchema.shape).meta({ id: 'VerifiedWithSecondStep' }),
]);
export type VerifyCodeResponse = z.infer<typeof verifyCodeResponseSchema>;

export const jwtIssuer = 'obieg';
export const jwtAudience = 'obieg-api';

/** Longer than the lifetime of a session, in seconds. */
export const revokedWithinMaxSeconds = 86_400;

/** Query of GET /internal/revoked-sessions: returns only sessions revoked within this number of seconds. */
export const revokedSessionsQuerySchema = z.object({
  withinSeconds: z.coerce.number().int().positive().max(revokedWithinMaxSeconds).optional(),
});

/** GET /internal/revoked-sessions: revoked sessions whose tokens have not expired. */
export const revokedSessionsSchema = z.object({
  sessions: z.array(z.object({ sessionId: z.uuid(), expiresAt: z.iso.datetime() })),
});
