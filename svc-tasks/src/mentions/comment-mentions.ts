import { findMentions, limits, type Mention, renameMentions } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import { queueNews } from '../notifications/queue-news';
import type { SignedInCaller } from '../people/caller';
import { checkVisibleUsers } from '../people/references';

/** A mention as `comments.mentions` stores it. */
export interface StoredMention {
  userId: number;
  /** The name in the comment's text. */
  name: string;
}

/** A stored mention with the present name. */
export interface NamedMention extends StoredMention {
  username: string;
}

/** SQL: the mentions of the comment `c` with the present names, as JSON. */
export const selectMentions = `(select coalesce(json_agg(json_build_object(
    'userId', u.id, 'name', one.name, 'username', u.username) order by u.username, u.id), '[]')
  from jsonb_to_recordset(c.mentions) as one("userId" bigint, name text)
  join users u on u.id = one."userId")`;

/** Writes a comment's text with the present names of the mentioned people. */
export const showPresentNames = (text: string, mentions: readonly NamedMention[]): string =>
  mentions.length === 0
    ? text
    : renameMentions(text, new Map(mentions.map(({ name, username }) => [name, username])));

export const presentMentions = (mentions: readonly NamedMention[]): Mention[] =>
  mentions.map(({ userId, username }) => ({ userId, username }));

interface Written {
  content: string;
  /** New mentions of the request. */
  userIds: readonly number[];
  /** Mentions before an edit. They stay as long as the text contains them, also of people who have left. */
  earlier?: readonly NamedMention[];
  /** The task's author, who may be mentioned without BASE. */
  authorUserId: number | null;
}

/**
 * Returns the mentions that the text contains. `added` are the people who were not mentioned before.
 *
 * @throws 422 if a new mention is not of a member
 */
export const resolveMentions = async (
  tx: Tx,
  { language }: SignedInCaller,
  { content, userIds, earlier = [], authorUserId }: Written,
): Promise<{ mentions: StoredMention[]; added: number[] }> => {
  const known = new Set(earlier.map(({ userId }) => userId));
  const newIds = [...new Set(userIds)].filter((id) => !known.has(id));
  if (newIds.length + known.size === 0) return { mentions: [], added: [] };
  await checkVisibleUsers({ tx, field: 'mentionedUserIds', language }, newIds, authorUserId);
  const rows: { id: number; username: string }[] = await tx('users')
    .whereRaw('id = any(?)', [newIds])
    .select('id', 'username');
  const present: StoredMention[] = [
    ...earlier,
    ...rows.map(({ id, username }) => ({ userId: id, username })),
  ].map(({ userId, username }) => ({ userId, name: username }));
  const presentNames = new Set(present.map(({ name }) => name));
  // An editor shows the present names. The written one is in the text if the person got a new name meanwhile.
  const written = earlier.filter(({ name }) => !presentNames.has(name));
  const candidates = [...present, ...written.map(({ userId, name }) => ({ userId, name }))];
  const found = findMentions(
    content,
    candidates.map(({ name }) => name),
  );
  const byUser = new Map<number, StoredMention>();
  for (const one of candidates)
    if (found.has(one.name) && !byUser.has(one.userId)) byUser.set(one.userId, one);
  if (byUser.size > limits.mentionsPerCommentMax)
    throw problem.validation([
      { field: 'mentionedUserIds', message: translate(language, 'tooManyMentions') },
    ]);
  const mentions = [...byUser.values()];
  return { mentions, added: mentions.map(({ userId }) => userId).filter((id) => !known.has(id)) };
};

/** Queues the news for people mentioned in a comment. The delivery checks whether each may read the comment. */
export const queueMentions = (
  tx: Tx,
  task: Parameters<typeof queueNews>[1],
  commentId: number,
  { added, actorUserId }: { added: readonly number[]; actorUserId: number },
): void => {
  for (const subjectId of added)
    queueNews(tx, task, { kind: 'MENTIONED', actorUserId, subjectId, commentId });
};
