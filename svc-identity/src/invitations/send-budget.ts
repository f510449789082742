import type { Language } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { tooManyInvitations } from '../messages/server-messages';

const allowedInAnHour = 5;
const hourSeconds = 3_600;

/**
 * Takes one of the invitations by which an organization may mail one person in an hour; the caller holds the address's
 * lock. @throws 429 with the time to wait.
 */
export const spendInvitation = async (
  tx: Tx,
  organizationId: number,
  recipient: string,
  language: Language,
): Promise<void> => {
  const { rows } = await tx.raw<{ rows: [{ count: number; age: number | null }] }>(
    `select count(*)::int as count, extract(epoch from now() - min(sent_at))::float8 as age
       from invitation_sends
      where organization_id = ? and recipient = ? and sent_at > now() - interval '${hourSeconds} seconds'`,
    [organizationId, recipient],
  );
  const [{ count, age }] = rows;
  if (count >= allowedInAnHour)
    throw tooManyInvitations(language, Math.max(1, Math.ceil(hourSeconds - (age ?? 0))));
  await tx('invitation_sends').insert({ organization_id: organizationId, recipient });
};
