import * as z from 'zod';

/** Prefix of the SCIM 2.0 paths of an organization (RFC 7644). */
export const scimPath = '/scim/v2';
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
