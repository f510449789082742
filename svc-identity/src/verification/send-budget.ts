import type { Language } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { tooManyTries } from '../messages/server-messages';

const hourSeconds = 3_600;

/** Whose budget: what a code was asked for by, the address that it was mailed to, or the client that asked. */
type Budget = 'asked_for' | 'recipient' | 'client';
interface Allowed {
  inAnHour: number;
  secondsBetween: number;
}
const perName: Allowed = { inAnHour: 5, secondsBetween: 60 };
/** A whole office may share a client address and sign in by codes in the same morning; who mails strangers wants more. */
const perClient: Allowed = { inAnHour: 120, secondsBetween: 0 };

interface Spent {
  inTheHour: number;
  secondsSinceLast: number | null;
  secondsSinceFirst: number | null;
}

const readSpent = async (tx: Tx, budget: Budget, name: string): Promise<Spent> => {
  const { rows } = await tx.raw(
    `select count(*)::int as "inTheHour",
            extract(epoch from now() - max(sent_at))::float8 as "secondsSinceLast",
            extract(epoch from now() - min(sent_at))::float8 as "secondsSinceFirst"
       from verification_sends where ?? = ? and sent_at > now() - interval '${hourSeconds} seconds'`,
    [budget, name],
  );
  return rows[0];
};

const secondsLeft = async (
  tx: Tx,
  budget: Budget,
  name: string,
  { inAnHour, secondsBetween }: Allowed = perName,
): Promise<number> => {
  const { inTheHour, secondsSinceLast, secondsSinceFirst } = await readSpent(tx, budget, name);
  const forTheHour = inTheHour < inAnHour ? 0 : hourSeconds - (secondsSinceFirst ?? 0);
  // Negative of one that began later and was sent while this one waited.
  const sinceLast = secondsSinceLast === null ? 0 : secondsBetween - Math.max(0, secondsSinceLast);
  return Math.max(0, Math.ceil(Math.max(forTheHour, sinceLast)));
};

/** Seconds until a code may be asked for again by this name: once a minute, five times an hour; 0 when it may be now. */
export const secondsUntilNextCode = (tx: Tx, askedFor: string): Promise<number> =>
  secondsLeft(tx, 'asked_for', askedFor);

interface Spending {
  askedFor: string;
  recipient: string;
  /** Counted together, by `toLimitKey`. */
  client: string;
  rateLimitScale: number;
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
  const inAnHour = Math.max(1, Math.round(perClient.inAnHour * rateLimitScale));
  const seconds = Math.max(
    await secondsUntilNextCode(tx, askedFor),
    await secondsLeft(tx, 'client', client, { ...perClient, inAnHour }),
  );
  if (seconds > 0) throw tooManyTries(language, seconds);
  const isMailed = (await secondsLeft(tx, 'recipient', recipient)) === 0;
  await tx('verification_sends').insert({
    asked_for: askedFor,
    recipient: isMailed ? recipient : null,
    client,
  });
  return isMailed;
};
