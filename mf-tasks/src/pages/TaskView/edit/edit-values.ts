import {
  clearVisibilityMarker,
  type EditTask,
  mapTaskTexts,
  type Task,
  type TaskTextName,
  taskTextNames,
} from '@obieg/contracts';
import * as z from 'zod';

const userSchema = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  addressHint: z.string().nullish(),
});

/** Values of the edit form. */
export const editValuesSchema = z.object({
  title: z.string(),
  // A draft of an earlier release lacks later texts.
  ...mapTaskTexts(() => z.string().default('')),
  users: z.array(userSchema),
  groupIds: z.array(z.number()),
  /** By parameter id. */
  answers: z.record(z.string(), z.string()),
});
export type EditValues = z.output<typeof editValuesSchema>;

export const toEditValues = (task: Task): EditValues => ({
  title: task.title,
  ...mapTaskTexts((name) => task[name] ?? ''),
  users: task.visibleUsers.map(({ userId, userName, userEmail, addressHint }) => ({
    id: userId,
    username: userName,
    email: userEmail,
    addressHint,
  })),
  groupIds: task.visibleGroups.map(({ groupId }) => groupId),
  answers: Object.fromEntries(
    task.parameterDetails.map(({ parameterId, parameterValue }) => [parameterId, parameterValue]),
  ),
});

const haveSameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
const getUserIds = ({ users }: EditValues): number[] => users.map(({ id }) => id);

/** A form field. Each answer is a field of its own: `answers.` and the parameter id. */
export type EditField = 'title' | TaskTextName | 'users' | 'groupIds' | `answers.${string}`;

const textFields = ['title', ...taskTextNames] as const;
export const isTextField = (field: EditField): field is (typeof textFields)[number] =>
  textFields.some((name) => name === field);

/** Returns the fields that differ. */
export const findChangedFields = (one: EditValues, other: EditValues): EditField[] => {
  const answerIds = new Set([...Object.keys(one.answers), ...Object.keys(other.answers)]);
  return [
    ...textFields.filter((field) => one[field] !== other[field]),
    ...[...answerIds]
      .filter((id) => one.answers[id] !== other.answers[id])
      .map((id): EditField => `answers.${id}`),
    ...(haveSameIds(getUserIds(one), getUserIds(other)) ? [] : (['users'] as const)),
    ...(haveSameIds(one.groupIds, other.groupIds) ? [] : (['groupIds'] as const)),
  ];
};

/** Returns the fields that both the user and others have changed since `base`, to different values. */
export const findConflicts = (base: EditValues, mine: EditValues, saved: EditValues): EditField[] => {
  const unequal = new Set(findChangedFields(mine, saved));
  const own = new Set(findChangedFields(base, mine));
  return findChangedFields(base, saved).filter((field) => own.has(field) && unequal.has(field));
};

/** Replaces some fields by those of other values. */
export const takeFields = (
  values: EditValues,
  source: EditValues,
  fields: readonly EditField[],
): EditValues => {
  const sourceOf = (field: EditField): EditValues => (fields.includes(field) ? source : values);
  const answers = Object.entries(source.answers).filter(([id]) => fields.includes(`answers.${id}`));
  return {
    title: sourceOf('title').title,
    ...mapTaskTexts((name) => sourceOf(name)[name]),
    users: sourceOf('users').users,
    groupIds: sourceOf('groupIds').groupIds,
    answers: { ...values.answers, ...Object.fromEntries(answers) },
  };
};

/** Applies the user's changes since `base` to the saved values. */
export const mergeValues = (base: EditValues, mine: EditValues, saved: EditValues): EditValues =>
  takeFields(saved, mine, findChangedFields(base, mine));

/** The API expects a marker when a list becomes empty (spec 3 §5). */
const toReaderIds = (before: readonly number[], now: readonly number[]): number[] =>
  before.length > 0 && now.length === 0 ? [clearVisibilityMarker] : [...now];

/** Builds the request body. It contains only changed answers (spec 3 §7). */
export const buildEditRequest = (saved: EditValues, mine: EditValues, comment: string): EditTask => ({
  title: mine.title,
  ...mapTaskTexts((name) => mine[name] || null),
  visibleUserIds: toReaderIds(getUserIds(saved), getUserIds(mine)),
  visibleGroupIds: toReaderIds(saved.groupIds, mine.groupIds),
  workflowParameters: Object.fromEntries(
    Object.entries(mine.answers).filter(([id, answer]) => saved.answers[id] !== answer),
  ),
  comment: comment.trim() || null,
});
