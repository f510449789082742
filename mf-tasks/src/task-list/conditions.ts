/** Filters that the dialog sets, as parameters of GET /api/tasks with their texts. */
const ids = /^[1-9]\d*(,[1-9]\d*)*$/;
const days = /^[1-9]\d{0,3}$/;
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;
const isSet = /^true$/;

const isAnswers = (text: string): boolean => {
  try {
    const answers: unknown = JSON.parse(text);
    return typeof answers === 'object' && answers !== null && !Array.isArray(answers);
  } catch {
    return false;
  }
};

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

/** By parameter: whether a text is valid. */
const checks = {
  statusIds: matches(ids),
  assignees: matches(/^(none|(user|group):[1-9]\d*)(,(none|(user|group):[1-9]\d*))*$/),
  createdBy: matches(/\S/),
  submittedByMe: matches(isSet),
  due: matches(/^(overdue|today|week|none)$/),
  target: matches(/^(missed|soon|running)$/),
  createdDays: matches(days),
  createdFrom: matches(moment),
  createdBefore: matches(moment),
  updatedDays: matches(days),
  updatedFrom: matches(moment),
  updatedBefore: matches(moment),
  answers: isAnswers,
  watched: matches(isSet),
  unread: matches(isSet),
} satisfies Record<string, (text: string) => boolean>;

export type ConditionName = keyof typeof checks;
export type Conditions = Readonly<Partial<Record<ConditionName, string>>>;

export const conditionNames = Object.keys(checks) as ConditionName[];

/** Reads conditions from stored or shared data. Ignores unknown and invalid ones, which the server would reject. */
export const readConditions = (read: (name: ConditionName) => unknown): Conditions =>
  Object.fromEntries(
    conditionNames.flatMap((name) => {
      const text = read(name);
      return typeof text === 'string' && checks[name](text) ? [[name, text]] : [];
    }),
  );

/** Replaces some conditions. An empty text removes one. */
export const changeConditions = (
  conditions: Conditions,
  changes: Readonly<Partial<Record<ConditionName, string>>>,
): Conditions =>
  Object.fromEntries(
    Object.entries({ ...conditions, ...changes }).filter(([, text]) => text !== undefined && text !== ''),
  );

export const splitList = (text = ''): string[] => text.split(',').filter(Boolean);

/** Ids of one kind in `assignees`. */
export const readAssigneeIds = (assignees: string | undefined, kind: 'user' | 'group'): number[] =>
  splitList(assignees).flatMap((entry) =>
    entry.startsWith(`${kind}:`) ? [Number(entry.slice(kind.length + 1))] : [],
  );

export const readAnswers = (answers: string | undefined): Readonly<Record<string, string>> =>
  answers === undefined ? {} : (JSON.parse(answers) as Record<string, string>);

/** Removes questions without a chosen answer. */
export const dropEmptyAnswers = (conditions: Conditions): Conditions => {
  const answers = Object.entries(readAnswers(conditions.answers)).filter(([, value]) => value !== '');
  const text = answers.length > 0 ? JSON.stringify(Object.fromEntries(answers)) : '';
  return changeConditions(conditions, { answers: text });
};
