import * as z from 'zod';

/**
 * The address to show beside a person's name, because another member of the organization has the person's display name,
 * too. Only members receive it. Null or absent if no other member has the name, and absent from earlier releases.
 */
export const addressHintSchema = z.string().nullish();
