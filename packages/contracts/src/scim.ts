import * as z from 'zod';

export const scimMediaType = 'application/scim+json';
export const scimErrorSchemaUri = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Kinds of errors that the product answers (RFC 7644 §3.12). */
const scimTypes = [
  'invalidFilter',
  'invalidPath',
  'invalidSyntax',
  'invalidValue',
  'mutability',
  'noTarget',
  'tooMany',
  'uniqueness',
] as const;
export type ScimType = (typeof scimTypes)[number];

/** Body of every error response below `scimPath`. */
export const scimErrorSchema = z
  .object({
    schemas: z.tuple([z.literal(scimErrorSchemaUri)]),
    /** The HTTP status. */
    status: z.string(),
    scimType: z.enum(scimTypes).optional(),
    detail: z.string(),
  })
  .meta({ id: 'ScimError' });
export type ScimError = z.infer<typeof scimErrorSchema>;

/** GET, PUT /api/scim-settings: what the organization decides about people whom its identity provider creates. */
export const scimSettingsSchema = z
  .object({
    /** Whether a person who becomes a member gets an invitation by mail. Not needed with single sign-on. */
    sendsInvitations: z.boolean(),
  })
  .meta({ id: 'ScimSettings' });
export type ScimSettings = z.infer<typeof scimSettingsSchema>;
