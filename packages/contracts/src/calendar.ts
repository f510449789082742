import * as z from 'zod';

/** Key of a calendar feed: 256 random bits, of which the server keeps only the hash. */
export const calendarKeySchema = z.string().regex(/^[\w-]{43}$/);

/** Events of a feed. The tasks that are due next come first, then those that are overdue for the shortest time. */
export const calendarEventMax = 1_000;

/** GET /api/calendar-key: the caller's key in the addressed organization, without the key itself. Null: none. */
export const calendarKeyStateSchema = z
  .object({
    key: z
      .object({
        createdAt: z.iso.datetime(),
        /** Accurate to an hour. Null before the first use. */
        lastUsedAt: z.iso.datetime().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'CalendarKeyState' });
export type CalendarKeyState = z.infer<typeof calendarKeyStateSchema>;

/** POST /api/calendar-key: the address of the feed. No other response contains it. */
export const createdCalendarKeySchema = z.object({ address: z.url() }).meta({ id: 'CreatedCalendarKey' });
export type CreatedCalendarKey = z.infer<typeof createdCalendarKeySchema>;

/** Changes of a key that the security log has. A new key revokes the earlier one. */
export const calendarKeyChanges = ['CREATED', 'REVOKED'] as const;
export type CalendarKeyChange = (typeof calendarKeyChanges)[number];
