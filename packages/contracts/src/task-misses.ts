import * as z from 'zod';

/** A client and a task number that it requests. Internal, between gateway and svc-tasks. */
const guessSchema = z.object({
  principal: z.string().min(1).max(100),
  number: z.string().max(50),
});

/** Reserves one of the client's unknown task numbers of the hour, until the response is known. */
export const reserveTaskMissSchema = guessSchema.extend({ max: z.int().positive() });

export const taskMissReservationSchema = z.object({
  /** `busy`: other requests have reserved all that remain. `exhausted`: none remains. */
  outcome: z.enum(['reserved', 'busy', 'exhausted']),
  retryAfterSeconds: z.int().nonnegative(),
});
export type TaskMissReservation = z.output<typeof taskMissReservationSchema>;

export const settleTaskMissSchema = guessSchema.extend({ isMiss: z.boolean() });
