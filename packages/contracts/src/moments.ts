import * as z from 'zod';
import { isKnownMoment } from './known-moment';

/** PostgreSQL reads no longer text, and no offset of 16 hours. */
const momentMaxLength = 40;
const offsetHoursMax = 15;

const hasKnownOffset = (text: string): boolean => {
  const hours = /[+-](\d\d):\d\d$/.exec(text)?.[1];
  return hours === undefined || Number(hours) <= offsetHoursMax;
};

/**
 * A moment in a request or cursor: ISO 8601 with an offset. Accepts what both JavaScript and PostgreSQL know. They
 * disagree about the year 0 and about years that an offset moves beyond 9999.
 */
export const momentSchema = z.iso
  .datetime({ offset: true })
  .max(momentMaxLength)
  .refine((text) => hasKnownOffset(text) && isKnownMoment(text), {
    message: 'The moment must be in the years 1 to 9999',
  });
