import * as z from 'zod';
import { codeNamePatterns } from './code-name';
import { idSchema } from './identifiers';
import { offeredProviderSchema } from './identity-providers';
import { limits } from './limits';
import { requiredTextSchema } from './text';
import { isTimeZone } from './time-zone';

export const reservedCodeNames: ReadonlySet<string> = new Set([
  'main',
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

/** Code name of an organization (spec 1 §5). Only the server rejects reserved names. */
export const codeNameSchema = z
  .string()
  .min(1)
  .max(limits.organizationCodeNameMaxLength)
  .regex(codeNamePatterns.start, codeNameMessages.start)
  .regex(codeNamePatterns.characters, codeNameMessages.characters);

export const organizationSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    codeName: z.string(),
    createdAt: z.iso.datetime(),
    /** Name of the time zone database, such as `Europe/Warsaw`. Absent from the previous release. */
    timeZone: z.string().optional(),
    /** Increases with each change. The ETag is `"<revision>"`. Absent from the previous release. */
    revision: z.int().positive().optional(),
  })
  .meta({ id: 'Organization' });
export type Organization = z.infer<typeof organizationSchema>;

export const saveOrganizationSchema = z
  .object({
    name: requiredTextSchema(limits.organizationNameMaxLength),
    codeName: codeNameSchema,
    /** Absent: the default on creation, unchanged on update. */
    timeZone: z.string().refine(isTimeZone, { message: 'Please select a time zone.' }).optional(),
  })
  .meta({ id: 'SaveOrganization' });
export type SaveOrganization = z.infer<typeof saveOrganizationSchema>;

/** GET /internal/organizations/by-code/{code}: an organization for the gateway. */
export const organizationReferenceSchema = z.object({
  id: idSchema,
  name: z.string(),
  codeName: z.string(),
  /** Absent from the previous release. */
  timeZone: z.string().optional(),
  /**
   * Code names that the organization gave up and that still redirect, oldest first. Canaries follow them. Absent from the
   * previous release and from svc-tasks.
   */
  formerCodeNames: z.array(z.string()).optional(),
});
export type OrganizationReference = z.infer<typeof organizationReferenceSchema>;

/** Days for which a former code name redirects to its organization and stays reserved for it. */
export const formerCodeNameDays = 90;

/** GET /internal/organizations/by-former-code/{code}: the present code name, to which the gateway redirects. */
export const presentCodeNameSchema = z.object({ codeName: z.string() });

/** Size of the gateway's cache. */
export const organizationReferencesMax = 10_000;

/**
 * GET /internal/organizations: the organizations that a gateway loads at startup, from svc-identity or, during its
 * outage, from svc-tasks. At most {@link organizationReferencesMax}, oldest first.
 */
export const organizationReferencesSchema = z.array(organizationReferenceSchema);

export const organizationNameSchema = z
  .object({
    organizationName: z.string().nullable(),
    /** Identity providers that the login page offers, in the data of its document. Absent: none. */
    identityProviders: z.array(offeredProviderSchema).optional(),
  })
  .meta({ id: 'OrganizationName' });
export type OrganizationName = z.infer<typeof organizationNameSchema>;
