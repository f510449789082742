import * as z from 'zod';

/**
 * The name under which members know the person of the address beside it. Null for a person without an account. Visitors
 * get none, and releases before do not send it.
 */
export const personNameSchema = z.string().nullable().optional();
