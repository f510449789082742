import { priorities } from '@obieg/contracts';
import { currentSession, draftPrefix, readStoredJson, tabStorage, writeStored } from '@obieg/web-kit';
import * as z from 'zod';
import { createRandomKey } from '../../random-key';

const answersSchema = z.record(z.string(), z.string());
/** Position in the wizard: the answers so far, and whether the user has left the summary for the details. */
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
  /** Text in the question fields by parameter id, including unconfirmed text. */
  typed: answersSchema,
  /** Server errors by parameter id, shown until the answer changes. */
  refusals: answersSchema,
  details: detailsSchema,
  /** The last request body with its idempotency key. A retry reuses the key; a changed request gets a new one. */
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

/** Owner of a draft. A visitor's draft (null) survives signing in; other drafts are only for their owner. */
const readOwner = (): string | null => currentSession()?.user.username ?? null;

/** Loads the draft of this tab. Returns a new draft if it is missing, invalid or owned by another user. */
export const loadDraft = (): SubmissionDraft => {
  const { data: stored } = storedSchema.safeParse(readStoredJson(tabStorage, storageKey));
  const isOwner = stored && (stored.owner === null || stored.owner === readOwner());
  return isOwner ? stored.draft : createDraft();
};

export const saveDraft = (draft: SubmissionDraft): void =>
  writeStored(tabStorage, storageKey, JSON.stringify({ owner: readOwner(), draft }));
