import * as z from 'zod';
import { normalizeDomain } from './domain-name';
import { idSchema } from './identifiers';
import { openEnum, openEnumList } from './open-enum';
import { openOrganizationRoleSchema, organizationRoleCodes, organizationRoleSchema } from './roles';
import { requiredTextSchema } from './text';

export const identityProviderLimits = {
  perOrganizationMax: 5,
  nameMaxLength: 60,
  issuerMaxLength: 500,
  clientIdMaxLength: 300,
  clientSecretMaxLength: 1_000,
  domainsMax: 20,
  claimMaxLength: 200,
  mappingsMax: 200,
  /** Accounts that can sign in without the provider that the organization requires. */
  emergencyAccountsMax: 2,
  /** Time for the sign-in at the provider. */
  signInMinutes: 10,
} as const;

/** Page to which every provider sends its answer, on the organization's own address. */
export const providerCallbackPath = '/login/callback';
/** Page to which a provider returns after the sign-out. */
export const providerSignedOutPath = '/login';

/** `DNS`: by a TXT record. `ADMIN`: confirmed by a system administrator. */
export const domainProofs = ['DNS', 'ADMIN'] as const;

/**
 * Why a sign-in or a test with a provider failed. The security log has the same reasons.
 *
 * - Connection: `name-not-found`, `address-refused` (private or reserved), `redirected`, `timeout`, `too-large`,
 *   `unreachable`.
 * - Answers: `bad-discovery`, `bad-keys`, `denied` (the provider answered with an error), `token-refused` (the token
 *   endpoint did), `bad-token` (signature, issuer, audience, nonce or time), `other-issuer`.
 * - Person: `no-address`, `address-not-verified`, `domain-not-verified`, `membership-ended`, `system-account`.
 * - `sign-in-expired`: unknown, used, over, of another browser or of another address.
 */
export const providerFailures = [
  'name-not-found',
  'address-refused',
  'redirected',
  'timeout',
  'too-large',
  'unreachable',
  'bad-discovery',
  'bad-keys',
  'denied',
  'token-refused',
  'bad-token',
  'other-issuer',
  'no-address',
  'address-not-verified',
  'domain-not-verified',
  'membership-ended',
  'system-account',
  'sign-in-expired',
] as const;
export type ProviderFailure = (typeof providerFailures)[number];

const claimTextSchema = requiredTextSchema(identityProviderLimits.claimMaxLength);

const providerDomainSchema = z.object({
  /** ASCII, lower case. */
  domain: z.string(),
  verifiedAt: z.iso.datetime().nullable(),
  /** Null while the domain is not verified. */
  proof: openEnum(domainProofs, 'DNS').nullable(),
  /** The TXT record that proves the domain. */
  recordName: z.string(),
  recordValue: z.string(),
});
export type ProviderDomain = z.infer<typeof providerDomainSchema>;

const mappedGroupSchema = z.object({ value: claimTextSchema, groupId: idSchema });
const mappedRoleSchema = z.object({ value: claimTextSchema, role: organizationRoleSchema });

/** An identity provider of an organization (OpenID Connect). No response contains its secret. */
const identityProviderSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    issuer: z.string(),
    clientId: z.string(),
    domains: z.array(providerDomainSchema),
    /** Roles of new members. */
    defaultRoles: openEnumList(organizationRoleCodes),
    /** Claim with the values of `groupMapping` and `roleMapping`. */
    groupsClaim: z.string(),
    groupMapping: z.array(z.object({ value: z.string(), groupId: idSchema })),
    roleMapping: z.array(z.object({ value: z.string(), role: openOrganizationRoleSchema })),
    /** Whether people of the verified domains can sign in only by this provider. */
    isRequired: z.boolean(),
    /** Users who can still sign in by password. */
    emergencyUserIds: z.array(idSchema),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
    /** Increases with each change. `"<revision>"` is the ETag for `If-Match`. */
    revision: z.int().positive(),
  })
  .meta({ id: 'IdentityProvider' });
export type IdentityProvider = z.infer<typeof identityProviderSchema>;

const domainSchema = z
  .string()
  .max(300)
  .transform((text, context) => {
    const domain = normalizeDomain(text);
    if (domain !== undefined) return domain;
    context.addIssue({ code: 'custom', message: 'Not a domain' });
    return z.NEVER;
  });

const isEachOnce = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
const eachOnce = { message: 'Each once' };

/** POST and PUT /api/identity-providers. The server checks where the issuer leads. */
export const saveIdentityProviderSchema = z
  .object({
    name: requiredTextSchema(identityProviderLimits.nameMaxLength),
    issuer: requiredTextSchema(identityProviderLimits.issuerMaxLength),
    clientId: requiredTextSchema(identityProviderLimits.clientIdMaxLength),
    /** Required for a new provider and for a new issuer. Omitted: the present one stays. */
    clientSecret: requiredTextSchema(identityProviderLimits.clientSecretMaxLength).optional(),
    domains: z.array(domainSchema).max(identityProviderLimits.domainsMax).refine(isEachOnce, eachOnce),
    defaultRoles: z
      .array(organizationRoleSchema)
      .min(1)
      .max(organizationRoleCodes.length)
      .refine(isEachOnce, eachOnce),
    groupsClaim: claimTextSchema,
    groupMapping: z.array(mappedGroupSchema).max(identityProviderLimits.mappingsMax),
    roleMapping: z.array(mappedRoleSchema).max(identityProviderLimits.mappingsMax),
    isRequired: z.boolean(),
    emergencyUserIds: z
      .array(idSchema)
      .max(identityProviderLimits.emergencyAccountsMax)
      .refine(isEachOnce, eachOnce),
    isActive: z.boolean(),
  })
  .meta({ id: 'SaveIdentityProvider' });
export type SaveIdentityProvider = z.output<typeof saveIdentityProviderSchema>;

/** GET /api/identity-providers: all of the organization. Needs ORG_ADMIN, as all paths of providers. */
export const identityProvidersSchema = z
  .object({
    providers: z.array(identityProviderSchema),
    /** Addresses to enter at each provider. */
    callbackAddress: z.string(),
    signedOutAddress: z.string(),
    /** Administrators with a password, who can have an emergency account. At most 100, by name. */
    emergencyCandidates: z.array(z.object({ id: idSchema, name: z.string(), email: z.string() })),
  })
  .meta({ id: 'IdentityProviders' });
export type IdentityProviders = z.infer<typeof identityProvidersSchema>;

export const identityProviderResponseSchema = z
  .object({ provider: identityProviderSchema })
  .meta({ id: 'IdentityProviderResponse' });
export type IdentityProviderResponse = z.infer<typeof identityProviderResponseSchema>;

/** Path of a domain. */
export const providerDomainPathSchema = domainSchema;

/** Steps of a test, in order. A step after a failed one is missing. */
export const providerTestSteps = [
  'DISCOVERY',
  'KEYS',
  'AUTHORIZATION',
  'TOKEN',
  'CLAIMS',
  'MAPPING',
] as const;
export type ProviderTestStep = (typeof providerTestSteps)[number];

const providerTestSchema = z
  .object({
    startedAt: z.iso.datetime(),
    /** Whether the person is still expected back from the provider. */
    isWaiting: z.boolean(),
    steps: z.array(
      z.object({
        step: z.string(),
        isDone: z.boolean(),
        /** One of `providerFailures`, or a reason of a newer version. */
        reason: z.string().optional(),
        /** What was found, in the words of the protocol. */
        detail: z.string().optional(),
      }),
    ),
    /** Claims of the token, as JSON texts. */
    claims: z.array(z.object({ name: z.string(), value: z.string() })),
    /** What a sign-in would do. Null if it would be refused. */
    outcome: z
      .object({
        email: z.string(),
        isNewMember: z.boolean(),
        roles: openEnumList(organizationRoleCodes),
        groupIds: z.array(idSchema),
        isSecondFactorProved: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'IdentityProviderTest' });
export type IdentityProviderTest = z.infer<typeof providerTestSchema>;

/** GET /api/identity-providers/{id}/test: the latest test of the caller's session. Kept for ten minutes. */
export const providerTestResponseSchema = z
  .object({ test: providerTestSchema.nullable() })
  .meta({ id: 'IdentityProviderTestResponse' });
export type ProviderTestResponse = z.infer<typeof providerTestResponseSchema>;

/** POST /api/identity-providers/{id}/test. `address`: where the test continues; null if a step has failed. */
export const providerTestStartSchema = z
  .object({ test: providerTestSchema, address: z.string().nullable() })
  .meta({ id: 'IdentityProviderTestStart' });
export type ProviderTestStart = z.infer<typeof providerTestStartSchema>;

/** An identity provider as the login page offers it (GET /api/auth/organization-name). */
export const offeredProviderSchema = z.object({ id: idSchema, name: z.string() });
export type OfferedProvider = z.infer<typeof offeredProviderSchema>;

/** POST /api/auth/identity-providers/{id}/authorization. */
export const beginProviderSignInSchema = z
  .object({ loginHint: z.string().trim().min(1).max(254).optional() })
  .meta({ id: 'BeginProviderSignIn' });
export const providerAuthorizationSchema = z
  .object({ address: z.string() })
  .meta({ id: 'ProviderAuthorization' });
export type ProviderAuthorization = z.infer<typeof providerAuthorizationSchema>;

/** Where a provider says that a person signed out there (OpenID Connect Back-Channel Logout 1.0). */
export const providerLogoutPath = <Id extends number | ':id'>(id: Id) =>
  `/api/auth/identity-providers/${id}/backchannel-logout` as const;

/** POST /api/auth/provider-callback: the query of the callback page. */
export const providerCallbackSchema = z
  .object({ query: z.string().min(1).max(8_000) })
  .meta({ id: 'ProviderCallback' });
/** The test of an administrator ends on the page of the provider, without a session. */
export const providerTestEndedSchema = z
  .object({ testedProviderId: idSchema })
  .meta({ id: 'ProviderTestEnded' });

/** POST /api/auth/sign-out of a session from a provider: where the person signs out there, too. */
export const providerSignOutSchema = z.object({ address: z.string() }).meta({ id: 'ProviderSignOut' });
export type ProviderSignOut = z.infer<typeof providerSignOutSchema>;
