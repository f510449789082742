import * as z from 'zod';
import { scimLimits } from './scim-limits';

const operationSchema = z.object({
  /** Entra ID capitalizes it. */
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().optional(),
  value: z.unknown().optional(),
});
export type PatchOperation = z.infer<typeof operationSchema>;

export const patchSchema = z
  .object({ Operations: z.array(operationSchema).min(1).max(scimLimits.operationsMax) })
  .meta({ id: 'ScimPatch' });
