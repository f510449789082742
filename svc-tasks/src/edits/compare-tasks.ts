import type { HeldConfiguration } from '../configuration/configuration.repo';
import type { ChangedValue } from '../history/history.repo';
import type { WholeTaskRow } from '../tasks/tasks.repo';

type EditedField = 'title' | 'description' | 'visibleUsers' | 'visibleGroups';

const textsOf = (task: WholeTaskRow): Record<EditedField, string | null> => ({
  title: task.title,
  description: task.description,
  visibleUsers: task.visible_users.map(({ userName }) => userName).join(', ') || null,
  visibleGroups: task.visible_groups.map(({ groupName }) => groupName).join(', ') || null,
});

type Answers = WholeTaskRow['answers'];

/** Which answers are others now, in the words that a history entry keeps. */
export const compareAnswers = (
  before: Answers,
  after: Answers,
  { knownQuestions: questions }: HeldConfiguration,
): ChangedValue[] =>
  Object.entries(after)
    .map(([id, answer]) => ({
      field: 'workflowParameters' as const,
      label: questions.get(Number(id))?.displayName ?? `#${id}`,
      before: before[id] ?? null,
      after: answer,
    }))
    .filter((change) => change.before !== change.after);

/** What an edit changed, in the words that its history entry keeps. */
export const compareTasks = (
  before: WholeTaskRow,
  after: WholeTaskRow,
  configuration: HeldConfiguration,
): ChangedValue[] => {
  const [old, now] = [textsOf(before), textsOf(after)];
  const fields = (Object.keys(old) as EditedField[]).map((field) => ({
    field,
    label: null,
    before: old[field],
    after: now[field],
  }));
  return [
    ...fields.filter((change) => change.before !== change.after),
    ...compareAnswers(before.answers, after.answers, configuration),
  ];
};
