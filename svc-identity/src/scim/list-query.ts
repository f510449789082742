import * as z from 'zod';
import { listResponseSchemaUri, scimLimits } from './scim-limits';

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number);
const names = z
  .string()
  .max(1_000)
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()));

const projection = {
  /** Attributes to return besides `id` and `schemas`. */
  attributes: names.optional(),
  excludedAttributes: names.optional(),
};
export const projectionSchema = z.object(projection);
export type Projection = z.infer<typeof projectionSchema>;

/** Query of a list (RFC 7644 §3.4.2). A number below the least one counts as that one. */
export const listQuerySchema = z.object({
  ...projection,
  filter: z.string().optional(),
  startIndex: wholeNumber.transform((index) => Math.max(1, index)).default(1),
  count: wholeNumber
    .transform((count) => Math.min(Math.max(0, count), scimLimits.pageSizeMax))
    .default(scimLimits.pageSize),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

const always: ReadonlySet<string> = new Set(['id', 'schemas']);

/** Whether a response contains a top-level attribute. Naming one of its parts counts as naming it. */
export const isReturned = ({ attributes, excludedAttributes }: Projection, name: string): boolean => {
  const key = name.toLowerCase();
  if (always.has(key)) return true;
  const isNamed = (given: string) =>
    given === key || given.startsWith(`${key}.`) || given.endsWith(`:${key}`);
  return attributes ? attributes.some(isNamed) : !(excludedAttributes ?? []).includes(key);
};

/** Leaves the attributes that the client asked for. */
export const project = <T extends object>(resource: T, projected: Projection): Record<string, unknown> =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => isReturned(projected, name)));

export const listResponseSchema = z
  .object({
    schemas: z.tuple([z.literal(listResponseSchemaUri)]),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(z.record(z.string(), z.unknown())),
  })
  .meta({ id: 'ScimList' });

export const toListResponse = (
  resources: readonly Record<string, unknown>[],
  { totalResults, startIndex }: { totalResults: number; startIndex: number },
) => ({
  schemas: [listResponseSchemaUri] as [typeof listResponseSchemaUri],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: [...resources],
});
