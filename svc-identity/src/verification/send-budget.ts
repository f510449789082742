import { problem, type Tx } from '@obieg/service-kit';

const secondsBetween = 60;
const allowedInAnHour = 5;
const hourSeconds = 3_600;

interface Spent {
  inTheHour: number;
  secondsSinceLast: number | null;
  secondsSinceFirst: number | null;
}

const readSpent = async (tx: Tx, email: string): Promise<Spent> => {
  const { rows } = await tx.raw(
    `select count(*)::int as "inTheHour",
            extract(epoch from now() - max(sent_at))::float8 as "secondsSinceLast",
            extract(epoch from now() - min(sent_at))::float8 as "secondsSinceFirst"
       from verification_sends where email = ? and sent_at > now() - interval '${hourSeconds} seconds'`,
    [email],
  );
  return rows[0];
};

/** Seconds until an address may be mailed a code again: once a minute, five times an hour; 0 when it may be now. */
export const secondsUntilNextCode = async (tx: Tx, email: string): Promise<number> => {
  const { inTheHour, secondsSinceLast, secondsSinceFirst } = await readSpent(tx, email);
  const forTheHour = inTheHour < allowedInAnHour ? 0 : hourSeconds - (secondsSinceFirst ?? 0);
  const sinceLast = secondsSinceLast === null ? 0 : secondsBetween - secondsSinceLast;
  return Math.max(0, Math.ceil(Math.max(forTheHour, sinceLast)));
};

/** Takes one of an address's codes; calls at once wait for each other. @throws 429 with the time to wait. */
export const spendCode = async (tx: Tx, email: string): Promise<void> => {
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 2))', [email]);
  const seconds = await secondsUntilNextCode(tx, email);
  if (seconds > 0) throw problem.tooMany(seconds);
  await tx('verification_sends').insert({ email });
};
