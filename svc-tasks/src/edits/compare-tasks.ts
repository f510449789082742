import type { CachedConfiguration } from '../configuration/configuration.repo';
import type { ChangedValue } from '../history/history.repo';
import type { TaskDetailsRow } from '../tasks/tasks.repo';

type EditedField = 'title' | 'description' | 'visibleUsers' | 'visibleGroups';

/** What an entry says of a field, and what tells two states of it apart: two groups may have one name. */
interface FieldState {
  text: string | null;
  identity: string | null;
}

const named = (readers: readonly { id: number; name: string }[]): FieldState => ({
  text: readers.map(({ name }) => name).join(', ') || null,
  identity: readers
    .map(({ id }) => id)
    .sort((one, other) => one - other)
    .join(),
});
const written = (text: string | null): FieldState => ({ text, identity: text });

const statesOf = (task: TaskDetailsRow): Record<EditedField, FieldState> => ({
  title: written(task.title),
  description: written(task.description),
  visibleUsers: named(task.visible_users.map(({ userId, userName }) => ({ id: userId, name: userName }))),
  visibleGroups: named(
    task.visible_groups.map(({ groupId, groupName }) => ({ id: groupId, name: groupName })),
  ),
});

type Answers = TaskDetailsRow['answers'];

/** Which answers are others now, in the words that a history entry keeps. */
export const compareAnswers = (
  before: Answers,
  after: Answers,
  { knownQuestions: questions }: CachedConfiguration,
): ChangedValue[] =>
  Object.keys({ ...after, ...before })
    .map((id) => {
      const question = questions.get(Number(id));
      return {
        field: 'workflowParameters' as const,
        label: question?.displayName ?? `#${id}`,
        before: before[id] ?? null,
        after: after[id] ?? null,
        parameterId: Number(id),
        // Kept with the values: the question may be renamed, retyped or deleted later.
        parameterType: question?.parameterType,
      };
    })
    .filter((change) => change.before !== change.after);

/** What an edit changed, in the words that its history entry keeps. */
export const compareTasks = (
  before: TaskDetailsRow,
  after: TaskDetailsRow,
  configuration: CachedConfiguration,
): ChangedValue[] => {
  const [old, now] = [statesOf(before), statesOf(after)];
  const fields = (Object.keys(old) as EditedField[]).filter(
    (field) => old[field].identity !== now[field].identity,
  );
  return [
    ...fields.map((field) => ({ field, label: null, before: old[field].text, after: now[field].text })),
    ...compareAnswers(before.answers, after.answers, configuration),
  ];
};
