import * as z from 'zod';
import { limits } from './limits';

/** GET /api/organizations/{id}/contents: what a deletion takes away, as far as svc-identity knows. */
export const organizationContentsSchema = z
  .object({
    userCount: z.int().nonnegative(),
    groupCount: z.int().nonnegative(),
  })
  .meta({ id: 'OrganizationContents' });
export type OrganizationContents = z.infer<typeof organizationContentsSchema>;

/**
 * DELETE /api/organizations/{id}: with `codeName`, the organization is deleted only if it still has this code name. The
 * screen sends what the administrator typed.
 */
export const deleteOrganizationQuerySchema = z.object({
  codeName: z.string().max(limits.organizationCodeNameMaxLength).optional(),
});
