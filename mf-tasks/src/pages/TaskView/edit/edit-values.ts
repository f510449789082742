import { clearVisibilityMarker, type EditTask, type Task } from '@obieg/contracts';
import * as z from 'zod';

const userSchema = z.object({ id: z.number(), username: z.string(), email: z.string() });

/** What an edit of a task can change, as its form holds it. */
export const editValuesSchema = z.object({
  title: z.string(),
  description: z.string(),
  users: z.array(userSchema),
  groupIds: z.array(z.number()),
  /** Answers by parameter id. */
  answers: z.record(z.string(), z.string()),
});
export type EditValues = z.infer<typeof editValuesSchema>;

export const valuesOf = (task: Task): EditValues => ({
  title: task.title,
  description: task.description ?? '',
  users: task.visibleUsers.map(({ userId, userName, userEmail }) => ({
    id: userId,
    username: userName,
    email: userEmail,
  })),
  groupIds: task.visibleGroups.map(({ groupId }) => groupId),
  answers: Object.fromEntries(
    task.parameterDetails.map(({ parameterId, parameterValue }) => [parameterId, parameterValue]),
  ),
});

const areSameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
const idsOf = ({ users }: EditValues): number[] => users.map(({ id }) => id);

/** A field that can differ; an answer is one by the id of its question. */
export type EditField = 'title' | 'description' | 'users' | 'groupIds' | `answers.${string}`;

/** Where two states of a task differ. */
export const differencesOf = (one: EditValues, other: EditValues): EditField[] => {
  const answerIds = new Set([...Object.keys(one.answers), ...Object.keys(other.answers)]);
  return [
    ...(one.title === other.title ? [] : (['title'] as const)),
    ...(one.description === other.description ? [] : (['description'] as const)),
    ...[...answerIds]
      .filter((id) => one.answers[id] !== other.answers[id])
      .map((id): EditField => `answers.${id}`),
    ...(areSameIds(idsOf(one), idsOf(other)) ? [] : (['users'] as const)),
    ...(areSameIds(one.groupIds, other.groupIds) ? [] : (['groupIds'] as const)),
  ];
};

/** What others have saved since `base` and is not what I have, too: where both wrote the same there is nothing to choose. */
export const conflictsOf = (base: EditValues, mine: EditValues, saved: EditValues): EditField[] => {
  const unequal = new Set(differencesOf(mine, saved));
  return differencesOf(base, saved).filter((field) => unequal.has(field));
};

/** What I have changed since `base`, on top of what has been saved in between. */
export const mergeValues = (base: EditValues, mine: EditValues, saved: EditValues): EditValues => {
  const changed = new Set(differencesOf(base, mine));
  const choose = <F extends 'title' | 'description' | 'users' | 'groupIds'>(field: F): EditValues[F] =>
    (changed.has(field) ? mine : saved)[field];
  const answers = Object.entries(mine.answers).filter(([id]) => changed.has(`answers.${id}`));
  return {
    title: choose('title'),
    description: choose('description'),
    users: choose('users'),
    groupIds: choose('groupIds'),
    answers: { ...saved.answers, ...Object.fromEntries(answers) },
  };
};

/** Emptied on purpose, a list of readers says so by the marker (spec 3 §5). */
const describeReaders = (before: readonly number[], now: readonly number[]): number[] =>
  before.length > 0 && now.length === 0 ? [clearVisibilityMarker] : [...now];

/** The call's body: of the answers only those that change (spec 3 §7). */
export const describeEdit = (saved: EditValues, mine: EditValues, comment: string): EditTask => ({
  title: mine.title,
  description: mine.description || null,
  visibleUserIds: describeReaders(idsOf(saved), idsOf(mine)),
  visibleGroupIds: describeReaders(saved.groupIds, mine.groupIds),
  workflowParameters: Object.fromEntries(
    Object.entries(mine.answers).filter(([id, answer]) => saved.answers[id] !== answer),
  ),
  comment: comment.trim() || null,
});
