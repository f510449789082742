import * as z from 'zod';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { requiredTextSchema } from './text';

export const reservedCodeNames: ReadonlySet<string> = new Set([
  'www',
  'app',
  'api',
  'admin',
  'auth',
  'static',
  'assets',
  'mail',
  'docs',
  'status',
  'support',
]);

export const codeNameMessages = {
  start: 'Code name must start with a lowercase letter (a-z)',
  characters: 'Code name can only contain lowercase letters (a-z) and numbers (0-9)',
} as const;

/** An organization's code name (spec 1 §5). Reserved names are refused by the server only. */
export const codeNameSchema = z
  .string()
  .min(1)
  .max(limits.organizationCodeNameMaxLength)
  .regex(/^[a-z]/, codeNameMessages.start)
  .regex(/^[a-z0-9]*$/, codeNameMessages.characters);

export const organizationSchema = z
  .object({ id: idSchema, name: z.string(), codeName: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'Organization' });
export type Organization = z.infer<typeof organizationSchema>;

export const saveOrganizationSchema = z
  .object({ name: requiredTextSchema(limits.organizationNameMaxLength), codeName: codeNameSchema })
  .meta({ id: 'SaveOrganization' });
export type SaveOrganization = z.infer<typeof saveOrganizationSchema>;

/** What the gateway learns of an organization: GET /internal/organizations/by-code/{code}. */
export const organizationReferenceSchema = z.object({ id: idSchema, name: z.string(), codeName: z.string() });
export type OrganizationReference = z.infer<typeof organizationReferenceSchema>;

/** As many as a gateway remembers. */
export const organizationReferencesMax = 10_000;

/**
 * What the gateway starts with: GET /internal/organizations, of svc-identity and, while that is away, of svc-tasks. At most
 * {@link organizationReferencesMax}, the oldest.
 */
export const organizationReferencesSchema = z.array(organizationReferenceSchema);

export const organizationNameSchema = z
  .object({ organizationName: z.string().nullable() })
  .meta({ id: 'OrganizationName' });
