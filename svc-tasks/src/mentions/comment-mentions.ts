import { findMentions, limits, type Mention, presentName, renameMentions } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { addressHintIn, joinMember, nameIn, nameOf } from '../members/members.repo';
import { checkVisibleUsers } from '../members/references';
import { translate } from '../messages/server-messages';
import { queueNews } from '../news-queue/queue-news';
import type { DraftBindings } from './draft-comment';
import { findTypedMentions } from './typed-mentions';

/** A mention as `comments.mentions` stores it. */
export interface StoredMention {
  userId: number;
  /** The name in the comment's text, as it was written. */
  name: string;
}

/** A stored mention with the person's present name. */
export interface NamedMention extends StoredMention {
  username: string;
  addressHint: string | null;
}

/** SQL: the mentions of the comment `c`, as JSON. */
export const selectMentions = `(select coalesce(json_agg(json_build_object(
    'userId', u.id, 'name', coalesce(one.name, u.username), 'username', ${nameIn('u', 'um')},
    'addressHint', ${addressHintIn('u', 'um')})
    order by one.name, u.id), '[]')
  from jsonb_to_recordset(c.mentions) as one("userId" bigint, name text)
  join users u on u.id = one."userId" ${joinMember('u', 'um')})`;

/**
 * Returns a comment's text with the mentions as they were written, so that no member changes another person's comment by
 * a change of names. A written name that is not plain is presented as a plain one. Addresses are masked for readers who
 * are no members.
 */
export const presentMentionText = (
  text: string,
  mentions: readonly StoredMention[],
  isMember: boolean,
): string =>
  mentions.length === 0
    ? text
    : renameMentions(text, new Map(mentions.map(({ name }) => [name, presentName(name, isMember)])));

/** Lists the mentioned people under the names in the presented text. Only for members. */
export const presentMentions = (mentions: readonly NamedMention[]): Mention[] =>
  mentions.map(({ userId, name, addressHint }) => ({
    userId,
    username: presentName(name, true),
    ...(addressHint ? { addressHint } : {}),
  }));

/** Lists the names that the presented text mentions. */
export const presentMentionedNames = (mentions: readonly StoredMention[], isMember: boolean): string[] => [
  ...new Set(mentions.map(({ name }) => presentName(name, isMember))),
];

interface Written {
  content: string;
  /** New mentions of the request. */
  userIds: readonly number[];
  /** Mentions before an edit. They stay as long as the text contains them, also of people who have left. */
  earlier?: readonly NamedMention[];
  /** The task's author, who may be mentioned without BASE. */
  authorUserId: number | null;
  /** Readers of the comment, who can be mentioned by hand. Undefined if the writer may not mention people. */
  draft: DraftBindings | undefined;
}

/**
 * Lists the names under which a text can mention people. An editor contains the written names of earlier mentions, and
 * suggests present ones. A name that one had and another has means the earlier mention.
 */
const listCandidates = (
  earlier: readonly NamedMention[],
  added: readonly { id: number; username: string }[],
): StoredMention[] => {
  const candidates = [
    ...earlier.map(({ userId, name }) => ({ userId, name: presentName(name, true) })),
    ...added.map(({ id, username }) => ({ userId: id, name: presentName(username, true) })),
  ];
  const taken = new Set(candidates.map(({ name }) => name));
  const renamed = earlier
    .map(({ userId, username }) => ({ userId, name: presentName(username, true) }))
    .filter(({ name }) => !taken.has(name));
  return [...candidates, ...renamed];
};

const selectNames = async (tx: Tx, ids: readonly number[]): Promise<{ id: number; username: string }[]> => {
  if (ids.length === 0) return [];
  const rows: { id: number; username: string }[] = await tx('users as u')
    .whereRaw('u.id = any(?)', [[...ids]])
    .select('u.id', tx.raw(`${nameOf('u')} as username`));
  return rows;
};

/** Adds the people whose names are only typed. A person who is mentioned already stays under the first name. */
const addTyped = async (
  tx: Tx,
  { content, draft }: Pick<Written, 'content' | 'draft'>,
  byUser: Map<number, StoredMention>,
  knownNames: readonly string[],
): Promise<void> => {
  if (!draft) return;
  for (const { mention } of await findTypedMentions(tx, draft, content, knownNames))
    if (mention && !byUser.has(mention.userId)) byUser.set(mention.userId, mention);
};

/**
 * Returns the mentions that the text contains: of the ids, and of readers whose names are typed. `added` are the people
 * who were not mentioned before.
 *
 * @throws 422 if a new mention is not of a member
 */
export const resolveMentions = async (
  tx: Tx,
  { language }: SignedInCaller,
  { content, userIds, earlier = [], authorUserId, draft }: Written,
): Promise<{ mentions: StoredMention[]; added: number[] }> => {
  const known = new Set(earlier.map(({ userId }) => userId));
  const newIds = [...new Set(userIds)].filter((id) => !known.has(id));
  if (newIds.length + known.size === 0 && !content.includes('@')) return { mentions: [], added: [] };
  await checkVisibleUsers({ tx, field: 'mentionedUserIds', language }, newIds, authorUserId);
  const candidates = listCandidates(earlier, await selectNames(tx, newIds));
  const found = findMentions(
    content,
    candidates.map(({ name }) => name),
  );
  const byUser = new Map<number, StoredMention>();
  for (const one of candidates)
    if (found.has(one.name) && !byUser.has(one.userId)) byUser.set(one.userId, one);
  await addTyped(tx, { content, draft }, byUser, [...found]);
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
