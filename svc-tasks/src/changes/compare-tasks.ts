import { mapTaskTexts, type TaskTextName } from '@obieg/contracts';
import type { ChangedValue } from '../history/history.repo';
import type { TaskDetailsRow } from '../tasks/tasks.repo';
import { presentTexts } from '../tasks/text-columns';
import type { CachedConfiguration } from '../workflow-model/configuration.repo';

type EditedField = 'title' | TaskTextName | 'visibleUsers' | 'visibleGroups';

interface FieldState {
  /** The text in the history entry. */
  text: string | null;
  /** Compared instead of the text, because two groups may have the same name. */
  identity: string | null;
}

const describeReaders = (readers: readonly { id: number; name: string }[]): FieldState => ({
  text: readers.map(({ name }) => name).join(', ') || null,
  identity: readers
    .map(({ id }) => id)
    .sort((one, other) => one - other)
    .join(),
});
/** The address hints by name of the visible users of either state, as a history entry stores them. */
const listAddressHints = (...states: readonly TaskDetailsRow[]): Pick<ChangedValue, 'addressHints'> => {
  const hints = states.flatMap(({ visible_users }) =>
    visible_users.flatMap(({ userName, addressHint }) => (addressHint ? [[userName, addressHint]] : [])),
  );
  return hints.length > 0 ? { addressHints: Object.fromEntries(hints) } : {};
};

const describeText = (text: string | null): FieldState => ({ text, identity: text });

const describeTexts = (task: TaskDetailsRow): Record<TaskTextName, FieldState> => {
  const texts = presentTexts(task, 'member');
  return mapTaskTexts((name) => describeText(texts[name]));
};

const describeFields = (task: TaskDetailsRow): Record<EditedField, FieldState> => ({
  title: describeText(task.title),
  ...describeTexts(task),
  visibleUsers: describeReaders(
    task.visible_users.map(({ userId, userName }) => ({ id: userId, name: userName })),
  ),
  visibleGroups: describeReaders(
    task.visible_groups.map(({ groupId, groupName }) => ({ id: groupId, name: groupName })),
  ),
});

type Answers = TaskDetailsRow['answers'];

/** Lists the changed answers for a history entry. */
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
        // Stored with the values, because the question may be changed or deleted later.
        parameterType: question?.parameterType,
      };
    })
    .filter((change) => change.before !== change.after);

/** Lists the changes of an edit for a history entry. */
export const compareTasks = (
  before: TaskDetailsRow,
  after: TaskDetailsRow,
  configuration: CachedConfiguration,
): ChangedValue[] => {
  const [oldFields, newFields] = [describeFields(before), describeFields(after)];
  const fields = (Object.keys(oldFields) as EditedField[]).filter(
    (field) => oldFields[field].identity !== newFields[field].identity,
  );
  return [
    ...fields.map((field) => ({
      field,
      label: null,
      before: oldFields[field].text,
      after: newFields[field].text,
      ...(field === 'visibleUsers' ? listAddressHints(before, after) : {}),
    })),
    ...compareAnswers(before.answers, after.answers, configuration),
  ];
};
