import * as z from 'zod';
import { apiTokensSchema } from './api-tokens';
import { idSchema } from './identifiers';
import { openOrganizationRoleSchema, organizationRoleSchema } from './roles';
import { plainNameSchema } from './users';

/**
 * An account of one organization without a password, for a system that calls the API. It has roles and API tokens, and
 * is shown by its name wherever it acted. Nobody can sign in as it, assign it a task or mention it.
 */
export const integrationSchema = z
  .object({
    /** The id of its account, as `userId` elsewhere. */
    id: idSchema,
    name: z.string(),
    roles: z.array(openOrganizationRoleSchema),
    createdAt: z.iso.datetime(),
    /** Tokens that are neither revoked nor expired. */
    tokenCount: z.int().nonnegative(),
    /** The newest use of one of its tokens, accurate to a minute. Null before the first. */
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Integration' });
export type Integration = z.infer<typeof integrationSchema>;

/** GET /api/integrations: the organization's integrations by name. Needs ORG_ADMIN, as all paths of integrations. */
export const integrationsSchema = z
  .object({ integrations: z.array(integrationSchema) })
  .meta({ id: 'Integrations' });
export type Integrations = z.infer<typeof integrationsSchema>;

/**
 * POST /api/integrations. The roles are at most those of the caller. The name follows the rules of display names, and no
 * other member has one that looks equal.
 */
export const createIntegrationSchema = z
  .object({
    name: plainNameSchema,
    roles: z
      .array(organizationRoleSchema)
      .min(1)
      .max(5)
      .refine((roles) => new Set(roles).size === roles.length, { message: 'Each role once' }),
  })
  .meta({ id: 'CreateIntegration' });
export type CreateIntegration = z.infer<typeof createIntegrationSchema>;

/** GET /api/integrations/{id}/tokens. POST takes and answers the same as /api/account/tokens. */
export const integrationTokensSchema = apiTokensSchema;
