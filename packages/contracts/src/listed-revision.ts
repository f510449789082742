import * as z from 'zod';

/** An entity of a list names its revision, so that a deletion from the list can name it, too. */
export const listedRevision = {
  revision: z
    .int()
    .optional()
    .meta({ description: 'The ETag is `"<revision>"`. Absent from earlier releases.' }),
};
/** An entity as a list returns it. */
export type Listed<Entity> = Entity & z.infer<z.ZodObject<typeof listedRevision>>;
