import type { Language } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { tooManyAttempts } from '../messages/server-messages';
import { type Budget, hourSeconds, secondsUntilNext } from '../requests/budget';

const sends = { table: 'verification_sends', at: 'sent_at', windowSeconds: hourSeconds };
/** Limit per requested name and per address. */
const perName: Budget = { ...sends, times: 5, secondsBetween: 60 };
/** Enough for an office behind one address, too low for mass mailing. */
const perClientHourly = 120;

interface Asking {
  askedFor: string;
  /** Key of `toLimitKey`. */
  client: string;
  /** Multiplies the limit per client. */
  rateLimitScale: number;
}

/** Returns the seconds until the client may request another code for this name; 0 if now. */
export const secondsUntilNextCode = async (
  tx: Tx,
  { askedFor, client, rateLimitScale }: Asking,
): Promise<number> => {
  const perClient: Budget = { ...sends, times: Math.max(1, Math.round(perClientHourly * rateLimitScale)) };
  return Math.max(
    await secondsUntilNext(tx, perName, { asked_for: askedFor }),
    await secondsUntilNext(tx, perClient, { client }),
  );
};

interface Spending extends Asking {
  recipient: string;
  language: Language;
}

/**
 * Counts a code against the limits of the name and the client. Concurrent calls wait for each other. The address has a
 * limit of its own across all names. Beyond it nothing is mailed, but the response stays the same, because a refusal
 * would reveal the address. @returns whether to mail @throws 429 with the time to wait
 */
export const spendCode = async (
  tx: Tx,
  { askedFor, recipient, client, rateLimitScale, language }: Spending,
): Promise<boolean> => {
  // Sorted, so that two names of one address cannot deadlock. Every caller takes the same number of locks.
  for (const name of [askedFor, recipient, client].sort())
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 2))', [name]);
  const seconds = await secondsUntilNextCode(tx, { askedFor, client, rateLimitScale });
  if (seconds > 0) throw tooManyAttempts(language, seconds);
  const isMailed = (await secondsUntilNext(tx, perName, { recipient })) === 0;
  await tx('verification_sends').insert({
    asked_for: askedFor,
    recipient: isMailed ? recipient : null,
    client,
  });
  return isMailed;
};
