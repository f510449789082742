import * as z from 'zod';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { momentSchema } from './moments';
import { openEnumList } from './open-enum';
import { textSchema } from './text';

/** What an API token may be used for. A token never does more than its owner may at that moment. */
export const tokenScopes = [
  'tasks:read',
  'tasks:write',
  'workflow:read',
  'workflow:write',
  'people:read',
  'people:write',
  'webhooks',
] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Shape of an API token. The last six characters are a checksum of the others. */
export const apiTokenPattern = /^obg_[A-Za-z0-9]{36}$/;

const apiTokenSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scopes: openEnumList(tokenScopes),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** Accurate to a minute. Null before the first use. */
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof apiTokenSchema>;

/** GET /api/account/tokens: the caller's tokens of the addressed organization, newest first. */
export const apiTokensSchema = z.object({ tokens: z.array(apiTokenSchema) }).meta({ id: 'ApiTokens' });
export type ApiTokens = z.infer<typeof apiTokensSchema>;

/** A leap year. */
export const apiTokenDaysMax = 366;

/** POST /api/account/tokens. The end lies in the future, at most a year away. */
export const createApiTokenSchema = z
  .object({
    name: textSchema(limits.nameMaxLength).trim().min(1),
    scopes: z
      .array(z.enum(tokenScopes))
      .min(1)
      .max(tokenScopes.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, { message: 'Each scope once' }),
    expiresAt: momentSchema,
  })
  .meta({ id: 'CreateApiToken' });
export type CreateApiToken = z.infer<typeof createApiTokenSchema>;

/** The only response that contains the token. */
export const createdApiTokenSchema = z
  .object({ id: z.uuid(), token: z.string() })
  .meta({ id: 'CreatedApiToken' });
export type CreatedApiToken = z.infer<typeof createdApiTokenSchema>;

/** Audience of the short-lived JWT that the gateway gets for an API token. Only versions that know scopes accept it. */
export const apiTokenAudience = 'obieg-api-token';

/** Lifetime of that JWT. A revocation is published for longer. */
export const apiTokenSessionSeconds = 300;

/** GET /internal/api-token-session: a JWT for the API token in the header, in the organization of the header. */
export const apiTokenSessionSchema = z.object({ jwt: z.string(), userId: idSchema });
