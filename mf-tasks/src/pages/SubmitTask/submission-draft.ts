import { priorities } from '@obieg/contracts';
import { currentSession, draftPrefix, ofThisTab, readStoredJson, writeStored } from '@obieg/web-kit';
import * as z from 'zod';
import { createRandomKey } from '../../random-key';

const answersSchema = z.record(z.string(), z.string());
/** Where somebody stands: what they have answered, and whether they are past the summary. */
export const positionSchema = z.object({ answers: answersSchema, isAtDetails: z.boolean() });
export type Position = z.infer<typeof positionSchema>;

const userSchema = z.object({ id: z.number(), username: z.string(), email: z.string() });
const detailsSchema = z.object({
  title: z.string(),
  description: z.string(),
  priority: z.enum(priorities),
  email: z.string(),
  assignee: userSchema.nullable(),
  assigneeGroupId: z.number().nullable(),
  visibility: z.object({ users: z.array(userSchema), groupIds: z.array(z.number()) }),
});
export type SubmissionDetails = z.infer<typeof detailsSchema>;

const draftSchema = z.object({
  id: z.string(),
  position: positionSchema,
  /** What stands in the fields of questions, given as an answer or not, by parameter id. */
  typed: answersSchema,
  /** What the server said of answers that wait to be mended, by parameter id. */
  refusals: answersSchema,
  details: detailsSchema,
  /** The last request and its idempotency key: the same request goes with the same key, another with a new one. */
  attempt: z.object({ request: z.string(), key: z.string() }).nullable(),
});
export type SubmissionDraft = z.infer<typeof draftSchema>;

const storedSchema = z.object({ owner: z.string().nullable(), draft: draftSchema });
const storageKey = `${draftPrefix}submission`;

export const startPosition: Position = { answers: {}, isAtDetails: false };

const emptyDetails: SubmissionDetails = {
  title: '',
  description: '',
  priority: 'NORMAL',
  email: '',
  assignee: null,
  assigneeGroupId: null,
  visibility: { users: [], groupIds: [] },
};

export const createDraft = (): SubmissionDraft => ({
  id: createRandomKey(),
  position: startPosition,
  typed: {},
  refusals: {},
  details: emptyDetails,
  attempt: null,
});

/** Whose draft it is. A visitor's goes on when they sign in; anybody else at this tab starts anew. */
const readOwner = (): string | null => currentSession()?.user.username ?? null;

/** The draft of this tab, or a new one where there is none, or none of this person, or one that cannot be read. */
export const openDraft = (): SubmissionDraft => {
  const { data: stored } = storedSchema.safeParse(readStoredJson(ofThisTab, storageKey));
  const isTheirs = stored && (stored.owner === null || stored.owner === readOwner());
  return isTheirs ? stored.draft : createDraft();
};

export const keepDraft = (draft: SubmissionDraft): void =>
  writeStored(ofThisTab, storageKey, JSON.stringify({ owner: readOwner(), draft }));
