import type { Language } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { type Budget, hourSeconds, secondsUntilNext } from '../budget';
import { tooManyTries } from '../messages/server-messages';

const sends = { table: 'verification_sends', at: 'sent_at', windowSeconds: hourSeconds };
/** Of what a code is asked for by, and of the address that it is mailed to. */
const perName: Budget = { ...sends, times: 5, secondsBetween: 60 };
/** A whole office may share a client address and sign in by codes in the same morning; who mails strangers wants more. */
const perClientInAnHour = 120;

interface Asking {
  askedFor: string;
  /** Counted together, by `toLimitKey`. */
  client: string;
  /** Multiplies how many codes one client may ask for. */
  rateLimitScale: number;
}

/** Seconds until this client may ask again for a code by this name; 0 when it may now. */
export const secondsUntilNextCode = async (
  tx: Tx,
  { askedFor, client, rateLimitScale }: Asking,
): Promise<number> => {
  const perClient: Budget = { ...sends, times: Math.max(1, Math.round(perClientInAnHour * rateLimitScale)) };
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
 * Takes one of the codes of a name, and of a client; calls at once wait for each other. An address has a budget of its
 * own, whatever names it is asked for by; beyond it nothing is mailed and nobody is told, since that would tell whose
 * address it is. @returns whether to mail it. @throws 429 with the time to wait.
 */
export const spendCode = async (
  tx: Tx,
  { askedFor, recipient, client, rateLimitScale, language }: Spending,
): Promise<boolean> => {
  // In one order everywhere, so that two names of one address cannot wait for each other; as many for everybody.
  for (const name of [askedFor, recipient, client].sort())
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 2))', [name]);
  const seconds = await secondsUntilNextCode(tx, { askedFor, client, rateLimitScale });
  if (seconds > 0) throw tooManyTries(language, seconds);
  const isMailed = (await secondsUntilNext(tx, perName, { recipient })) === 0;
  await tx('verification_sends').insert({
    asked_for: askedFor,
    recipient: isMailed ? recipient : null,
    client,
  });
  return isMailed;
};
