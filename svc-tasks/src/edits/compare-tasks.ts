import { type HeldConfiguration, knownQuestions } from '../configuration/configuration.repo';
import type { ChangedValue } from '../history/history.repo';
import type { ReadTaskRow } from '../tasks/tasks.repo';

type EditedField = 'title' | 'description' | 'visibleUsers' | 'visibleGroups';

const textsOf = (task: ReadTaskRow): Record<EditedField, string | null> => ({
  title: task.title,
  description: task.description,
  visibleUsers: task.visible_users.map(({ userName }) => userName).join(', ') || null,
  visibleGroups: task.visible_groups.map(({ groupName }) => groupName).join(', ') || null,
});

/** What an edit changed, in the words that its history entry keeps. */
export const compareTasks = (
  before: ReadTaskRow,
  after: ReadTaskRow,
  configuration: HeldConfiguration,
): ChangedValue[] => {
  const questions = knownQuestions(configuration);
  const [old, now] = [textsOf(before), textsOf(after)];
  const fields = (Object.keys(old) as EditedField[]).map((field) => ({
    field,
    label: null,
    before: old[field],
    after: now[field],
  }));
  const answers = Object.entries(after.answers).map(([id, answer]) => ({
    field: 'workflowParameters' as const,
    label: questions.get(Number(id))?.displayName ?? `#${id}`,
    before: before.answers[id] ?? null,
    after: answer,
  }));
  return [...fields, ...answers].filter((change) => change.before !== change.after);
};
