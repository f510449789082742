import { reporterLinkDays, reporterTokenHours } from '@obieg/contracts';
import { sweepAlone, type Tx } from '@obieg/service-kit';
import { createSecret, hashSecret } from './secrets';

/** More devices than a person uses. A further exchange ends the oldest one. */
const tokensPerLinkMax = 10;

interface NewLink {
  organization_id: number;
  task_id: number;
  user_id: number;
}

/** Creates a link to a task for its author. @returns the key, of which only the hash is stored */
export const insertReporterLink = async (tx: Tx, link: NewLink): Promise<string> => {
  const key = createSecret();
  await tx('reporter_links').insert({
    ...link,
    key_hash: hashSecret(key),
    expires_at: tx.raw(`now() + interval '${reporterLinkDays} days'`),
  });
  return key;
};

export const deleteReporterLink = async (tx: Tx, key: string): Promise<void> => {
  await tx('reporter_links')
    .where({ key_hash: hashSecret(key) })
    .delete();
};

/** SQL: the link `l` is valid, and its user is still the author of its task `t`, with a membership. */
const isValidLink = `l.revoked_at is null and l.expires_at > now() and t.deleted_at is null
  and coalesce(t.author_user_id, (select u.id from users u where lower(u.email) = t.author_email limit 1)) = l.user_id
  and exists (select 1 from memberships m
               where m.organization_id = l.organization_id and m.user_id = l.user_id
                 and m.is_email_verified and cardinality(m.roles) > 0)`;

const fromLinkOfTask = `from reporter_links l
  join tasks t on t.organization_id = l.organization_id and t.id = l.task_id and t.public_task_id = :publicTaskId`;

const deleteOldestTokens = `
  delete from reporter_sessions
   where token_hash in (select token_hash from reporter_sessions where link_id = :linkId
                         order by expires_at desc offset ${tokensPerLinkMax - 1})`;

export interface IssuedToken {
  token: string;
  expiresAt: Date;
}

/**
 * Exchanges the key of a link for a token. @returns undefined unless the key is of a valid link to this task
 */
export const exchangeKey = async (
  tx: Tx,
  organizationId: number,
  publicTaskId: number,
  key: string,
): Promise<IssuedToken | undefined> => {
  // The lock serializes the exchanges of a link, so that its number of tokens stays limited.
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select l.id ${fromLinkOfTask} where l.key_hash = :keyHash and ${isValidLink} for update of l`,
    { publicTaskId, keyHash: hashSecret(key) },
  );
  const [link] = rows;
  if (!link) return undefined;
  await tx.raw(deleteOldestTokens, { linkId: link.id });
  const token = createSecret();
  const inserted = await tx('reporter_sessions')
    .insert({
      organization_id: organizationId,
      token_hash: hashSecret(token),
      link_id: link.id,
      expires_at: tx.raw(
        `least(now() + interval '${reporterTokenHours} hours', (select expires_at from reporter_links where id = ?))`,
        [link.id],
      ),
    })
    .returning<{ expires_at: Date }[]>('expires_at');
  return { token, expiresAt: inserted[0]?.expires_at ?? new Date() };
};

/** Finds the owner of a token. @returns undefined unless it is valid for this task */
export const findTokenUser = async (
  tx: Tx,
  publicTaskId: number,
  token: string,
): Promise<number | undefined> => {
  const { rows } = await tx.raw<{ rows: { user_id: number }[] }>(
    `select l.user_id ${fromLinkOfTask}
       join reporter_sessions s on s.organization_id = l.organization_id and s.link_id = l.id
      where s.token_hash = :tokenHash and s.expires_at > now() and ${isValidLink}`,
    { publicTaskId, tokenHash: hashSecret(token) },
  );
  return rows[0]?.user_id;
};

/** Revokes every link of the author to the task, also those of other mails. */
export const revokeLinks = async (tx: Tx, publicTaskId: number, userId: number): Promise<void> => {
  await tx.raw(
    `update reporter_links l set revoked_at = now()
       from tasks t
      where t.organization_id = l.organization_id and t.id = l.task_id and t.public_task_id = :publicTaskId
        and l.user_id = :userId and l.revoked_at is null`,
    { publicTaskId, userId },
  );
};

/** Deletes expired tokens and links. */
export const deleteExpiredLinks = (tx: Tx): Promise<number> =>
  sweepAlone(tx, 'reporter_links', async () => {
    const tokens = await tx('reporter_sessions').where('expires_at', '<', tx.fn.now()).delete();
    return tokens + (await tx('reporter_links').where('expires_at', '<', tx.fn.now()).delete());
  });
