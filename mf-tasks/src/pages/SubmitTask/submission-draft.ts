import {
  mapTaskTexts,
  type Priority,
  priorities,
  type StoredUser,
  type TaskTextName,
  taskTextNames,
} from '@obieg/contracts';
import { isRecord } from '@obieg/contracts/is-record';
import {
  createRandomKey,
  currentSession,
  draftPrefix,
  readStoredJson,
  tabStorage,
  writeStored,
} from '@obieg/web-kit';

type TextById = Record<string, string>;

/** Position in the wizard: the answers so far, and whether the user has left the summary for the details. */
export interface Position {
  answers: TextById;
  isAtDetails: boolean;
}

export interface SubmissionDetails extends Record<TaskTextName, string> {
  title: string;
  priority: Priority;
  email: string;
  assignee: StoredUser | null;
  assigneeGroupId: number | null;
  visibility: { users: StoredUser[]; groupIds: number[] };
}

export interface SubmissionDraft {
  id: string;
  position: Position;
  /** Text in the question fields by parameter id, including unconfirmed text. */
  typed: TextById;
  /** Server errors by parameter id, shown until the answer changes. */
  refusals: TextById;
  details: SubmissionDetails;
  /** The last request body with its idempotency key. A retry reuses the key; a changed request gets a new one. */
  attempt: { request: string; key: string } | null;
}

// Guards instead of schemas: a schema library would be a twentieth of the first page.

const isTextById = (value: unknown): value is TextById =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

export const isPosition = (value: unknown): value is Position =>
  isRecord(value) && isTextById(value['answers']) && typeof value['isAtDetails'] === 'boolean';

const isUser = (value: unknown): value is StoredUser =>
  isRecord(value) &&
  typeof value['id'] === 'number' &&
  typeof value['username'] === 'string' &&
  typeof value['email'] === 'string';

const isListOf = <Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] =>
  Array.isArray(value) && value.every(isItem);

const isNumber = (value: unknown): value is number => typeof value === 'number';

const isDetails = (value: unknown): value is SubmissionDetails =>
  isRecord(value) &&
  ['title', 'email', ...taskTextNames].every((field) => typeof value[field] === 'string') &&
  priorities.some((priority) => priority === value['priority']) &&
  (value['assignee'] === null || isUser(value['assignee'])) &&
  (value['assigneeGroupId'] === null || isNumber(value['assigneeGroupId'])) &&
  isRecord(value['visibility']) &&
  isListOf(value['visibility']['users'], isUser) &&
  isListOf(value['visibility']['groupIds'], isNumber);

const isAttempt = (value: unknown): value is SubmissionDraft['attempt'] =>
  value === null ||
  (isRecord(value) && typeof value['request'] === 'string' && typeof value['key'] === 'string');

const isDraft = (value: unknown): value is SubmissionDraft =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  isPosition(value['position']) &&
  isTextById(value['typed']) &&
  isTextById(value['refusals']) &&
  isDetails(value['details']) &&
  isAttempt(value['attempt']);

const storageKey = `${draftPrefix}submission`;

export const startPosition: Position = { answers: {}, isAtDetails: false };

const emptyDetails: SubmissionDetails = {
  title: '',
  ...mapTaskTexts(() => ''),
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

/** Whether the user has entered anything. */
export const hasProgress = ({ position, typed, details }: SubmissionDraft): boolean =>
  position.isAtDetails ||
  Object.keys(position.answers).length > 0 ||
  Object.values(typed).some((text) => text !== '') ||
  JSON.stringify(details) !== JSON.stringify(emptyDetails);

/** Owner of a draft. A visitor's draft (null) survives signing in; other drafts are only for their owner. */
const readOwner = (): string | null => currentSession()?.user.username ?? null;

/** Each owner has a draft of their own in the tab, so that a visitor neither reads nor replaces an account's. */
const storageKeyOf = (owner: string | null): string =>
  owner === null ? storageKey : `${storageKey}:${owner}`;

/** A draft of an earlier release lacks later fields. */
const addMissingDetails = (draft: unknown): unknown =>
  isRecord(draft) && isRecord(draft['details'])
    ? { ...draft, details: { ...emptyDetails, ...draft['details'] } }
    : draft;

const readStoredDraft = (key: string, owner: string | null): SubmissionDraft | undefined => {
  const stored = readStoredJson(tabStorage, key);
  if (!isRecord(stored) || stored['owner'] !== owner) return undefined;
  const draft = addMissingDetails(stored['draft']);
  return isDraft(draft) ? draft : undefined;
};

/** Loads the draft of this tab: the one that a visitor has just begun, or the user's own. */
export const loadDraft = (): SubmissionDraft => {
  const owner = readOwner();
  const begun = readStoredDraft(storageKey, null);
  const own = owner === null ? undefined : readStoredDraft(storageKeyOf(owner), owner);
  if (begun && own) return hasProgress(begun) ? begun : own;
  return begun ?? own ?? createDraft();
};

/** Whether the tab has a draft that a visitor began before signing in. */
export const hasVisitorDraft = (): boolean => {
  const begun = readStoredDraft(storageKey, null);
  return begun !== undefined && readOwner() !== null && loadDraft().id === begun.id;
};

export const saveDraft = (draft: SubmissionDraft): void => {
  const owner = readOwner();
  const isEmpty = !hasProgress(draft);
  writeStored(tabStorage, storageKeyOf(owner), JSON.stringify({ owner, draft, isEmpty }));
  // The visitor has signed in, so the draft belongs to the account.
  if (owner !== null) writeStored(tabStorage, storageKey, null);
};
