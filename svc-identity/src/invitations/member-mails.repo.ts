import type { Language, OrganizationRoleCode } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

/** A mail to a member that waits for its turn. */
export interface MemberMailRow {
  organization_id: number;
  user_id: number;
  /** Order of sending. */
  id: number;
  /** In whose name it is sent. */
  actor_id: number;
  language: Language;
  /** Null: an invitation. Otherwise the roles before the change that the mail tells. */
  roles_before: OrganizationRoleCode[] | null;
}

/** Queues a mail. An invitation or an older change that waits for this member already takes its place. */
export const queueMemberMail = async (tx: Tx, mail: Omit<MemberMailRow, 'id'>): Promise<void> => {
  await tx('member_mails').insert(mail).onConflict(['organization_id', 'user_id']).ignore();
};

/** Removes the waiting mail of a member. Runs in the tenant scope. @returns it */
export const forgetMemberMail = async (
  tx: Tx,
  organizationId: number,
  userId: number,
): Promise<MemberMailRow | undefined> => {
  const [row] = await tx<MemberMailRow>('member_mails')
    .where({ organization_id: organizationId, user_id: userId })
    .delete()
    .returning('*');
  return row;
};
