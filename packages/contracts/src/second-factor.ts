import * as z from 'zod';
import { limits } from './limits';
import { openEnum, openEnumList } from './open-enum';
import { organizationRoleCodes, organizationRoleSchema } from './roles';
import { requiredTextSchema, textSchema } from './text';

/** Kinds of factors that a person adds. Recovery codes come with the first one. */
export const factorKinds = ['TOTP', 'PASSKEY'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** Ways to pass the second step of a sign-in. */
export const secondStepMethods = ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] as const;
export type SecondStepMethod = (typeof secondStepMethods)[number];

/** `ENTER`: use a factor. `SET_UP`: the organization requires one and the account has none. */
export const secondSteps = ['ENTER', 'SET_UP'] as const;

const secretSchema = z.string().min(1).max(100);

/** Second step of a sign-in. It stands in the place of the session. */
const secondStepSchema = z.object({
  /** Proof of the first step, for this address and browser. Valid for ten minutes, for one session. */
  challenge: z.string(),
  step: openEnum(secondSteps, 'ENTER'),
  /** What the account can use, or set up. */
  methods: openEnumList(secondStepMethods),
  expiresAt: z.iso.datetime(),
});
export type SecondStep = z.infer<typeof secondStepSchema>;

/** Response of a sign-in whose first step was right, and that needs a second one. */
export const secondStepNeededSchema = z
  .object({ secondStep: secondStepSchema })
  .meta({ id: 'SecondStepNeeded' });
export type SecondStepNeeded = z.infer<typeof secondStepNeededSchema>;

const base64urlSchema = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]*$/);

/** Longer than any credential id of the standard (1,023 bytes). */
const credentialIdSchema = base64urlSchema(1_400).min(1);

const credentialSchema = {
  id: credentialIdSchema,
  rawId: credentialIdSchema,
  type: z.literal('public-key'),
};

/** Result of `navigator.credentials.create`, as JSON (WebAuthn level 3). */
export const newPasskeySchema = z
  .object({
    ...credentialSchema,
    response: z.object({
      clientDataJSON: base64urlSchema(4_000),
      attestationObject: base64urlSchema(20_000),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .optional(),
    }),
  })
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** Result of `navigator.credentials.get`, as JSON (WebAuthn level 3). */
export const passkeyAssertionSchema = z
  .object({
    ...credentialSchema,
    response: z.object({
      clientDataJSON: base64urlSchema(4_000),
      authenticatorData: base64urlSchema(4_000),
      signature: base64urlSchema(4_000),
      userHandle: base64urlSchema(200).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

/** Options for the browser's passkey dialog, as JSON (WebAuthn level 3). Valid for five minutes, once. */
export const passkeyOptionsSchema = z
  .object({ options: z.record(z.string(), z.unknown()) })
  .meta({ id: 'PasskeyOptions' });
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

/** POST /api/auth/passkey: a sign-in by a passkey alone. */
export const passkeySignInSchema = z
  .object({ passkey: passkeyAssertionSchema })
  .meta({ id: 'PasskeySignIn' });
export type PasskeySignIn = z.infer<typeof passkeySignInSchema>;

export const secondStepChallengeSchema = z
  .object({ challenge: secretSchema })
  .meta({ id: 'SecondStepChallenge' });

/** Six digits. People type and copy them with spaces. */
const oneTimeCodeSchema = z
  .string()
  .max(20)
  .overwrite((code) => code.replace(/\s/g, ''))
  .regex(/^\d{6}$/);

/** Characters of a recovery code, without hyphens. No pair of them looks alike. `recoveryCodeSchema` accepts these. */
export const recoveryCodeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';
export const recoveryCodesMax = 10;

/** People type a recovery code with or without hyphens and spaces, in any case. */
const recoveryCodeSchema = z
  .string()
  .max(60)
  .overwrite((code) => code.replace(/[\s-]/g, '').toLowerCase())
  .regex(/^[2-9a-hjkmnp-z]{16}$/);

/** POST /api/auth/second-step: exactly one proof. */
export const passSecondStepSchema = z
  .object({
    challenge: secretSchema,
    code: oneTimeCodeSchema.optional(),
    recoveryCode: recoveryCodeSchema.optional(),
    passkey: passkeyAssertionSchema.optional(),
  })
  .refine(
    ({ code, recoveryCode, passkey }) =>
      [code, recoveryCode, passkey].filter((proof) => proof !== undefined).length === 1,
    { path: ['code'], message: 'Exactly one proof' },
  )
  .meta({ id: 'PassSecondStep' });
export type PassSecondStep = z.infer<typeof passSecondStepSchema>;

const factorNameSchema = requiredTextSchema(limits.factorNameMaxLength);

/** A secret to add to an authenticator app. Valid for fifteen minutes, shown once. */
export const totpSetUpSchema = z
  .object({
    setUp: z.string(),
    /** Base32. */
    secret: z.string(),
    /** Content of the QR code. */
    uri: z.string(),
  })
  .meta({ id: 'TotpSetUp' });
export type TotpSetUp = z.infer<typeof totpSetUpSchema>;

const newFactor = {
  name: factorNameSchema,
  totp: z.object({ setUp: secretSchema, code: oneTimeCodeSchema }).optional(),
  passkey: newPasskeySchema.optional(),
};
const isOneFactor = ({ totp, passkey }: { totp?: unknown; passkey?: unknown }): boolean =>
  (totp === undefined) !== (passkey === undefined);
const oneFactorProblem = { path: ['totp'], message: 'Exactly one factor' };

/** POST /api/account/second-factors: proves that the app or the passkey works. */
export const addFactorSchema = z
  .object(newFactor)
  .refine(isOneFactor, oneFactorProblem)
  .meta({ id: 'AddFactor' });
export type AddFactor = z.infer<typeof addFactorSchema>;

/** POST /api/auth/second-step/factors: the same during a sign-in. */
export const addFirstFactorSchema = z
  .object({ challenge: secretSchema, ...newFactor })
  .refine(isOneFactor, oneFactorProblem)
  .meta({ id: 'AddFirstFactor' });
export type AddFirstFactor = z.infer<typeof addFirstFactorSchema>;

const recoveryCodes = z.array(z.string());

/** Recovery codes come with the first factor only, and are never shown again. */
export const addedFactorSchema = z
  .object({ id: z.uuid(), recoveryCodes: recoveryCodes.optional() })
  .meta({ id: 'AddedFactor' });
export type AddedFactor = z.infer<typeof addedFactorSchema>;

export const recoveryCodesSchema = z.object({ recoveryCodes }).meta({ id: 'RecoveryCodes' });

export const renameFactorSchema = z.object({ name: factorNameSchema }).meta({ id: 'RenameFactor' });

const factorSchema = z
  .object({
    id: z.uuid(),
    /** A kind of a newer version is shown as a passkey, which a person can rename and remove, too. */
    kind: openEnum(factorKinds, 'PASSKEY'),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    /** Whether the passkey is copied to the person's other devices. */
    isSynced: z.boolean(),
  })
  .meta({ id: 'Factor' });
export type Factor = z.infer<typeof factorSchema>;

/** How a person proves, before a change of factors, that the session is theirs. */
export const confirmationMethods = ['PASSWORD', 'PASSKEY'] as const;

/** GET /api/account/second-factors. */
export const ownFactorsSchema = z
  .object({
    factors: z.array(factorSchema),
    recoveryCodesLeft: z.int().nonnegative(),
    /** Whether an organization requires a factor of this person, so that the last one cannot be removed. */
    isRequired: z.boolean(),
    /** Whether changes are allowed now, because the session was confirmed within the last ten minutes. */
    isConfirmed: z.boolean(),
    /** Empty for an account without password and passkey, which has to sign in again. */
    confirmations: openEnumList(confirmationMethods),
    /** Whether the server can keep secrets of authenticator apps. */
    canAddTotp: z.boolean(),
    /** Domain of passkeys. A page outside of it cannot use them. */
    passkeyDomain: z.string(),
  })
  .meta({ id: 'OwnFactors' });
export type OwnFactors = z.infer<typeof ownFactorsSchema>;

/** POST /api/account/confirmation: exactly one proof. Allows changes of factors for ten minutes. */
export const confirmSessionSchema = z
  .object({
    password: textSchema(limits.passwordMaxLength).min(1).optional(),
    passkey: passkeyAssertionSchema.optional(),
  })
  .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
    path: ['password'],
    message: 'Exactly one proof',
  })
  .meta({ id: 'ConfirmSession' });
export type ConfirmSession = z.infer<typeof confirmSessionSchema>;

/** GET, PUT /api/second-factors/policy: roles whose holders need a second factor in the organization. */
export const factorPolicySchema = z
  .object({ roles: openEnumList(organizationRoleCodes) })
  .meta({ id: 'FactorPolicy' });
export type FactorPolicy = z.infer<typeof factorPolicySchema>;

export const changeFactorPolicySchema = z
  .object({
    roles: z.array(organizationRoleSchema).max(organizationRoleCodes.length),
    /** The roles that the caller has seen. The server refuses the change if the policy has others. */
    expectedRoles: z.array(organizationRoleSchema).max(organizationRoleCodes.length),
  })
  .meta({ id: 'ChangeFactorPolicy' });
export type ChangeFactorPolicy = z.infer<typeof changeFactorPolicySchema>;
