import { emailSchema, maskEmail, type Task, type TaskListItem } from '@obieg/contracts';
import type { CachedConfiguration } from '../configuration/configuration.repo';
import type { View } from './tasks.policy';
import type { TaskDetailsRow } from './tasks.repo';

/** The name of a user or a group may be an address. */
const maskName = (name: string | null): string | null => (name?.includes('@') ? maskEmail(name) : name);

/** A visitor learns what the task is about and where it stands, and nobody's address. */
const anonymize = (item: TaskListItem): TaskListItem => ({
  ...item,
  createdBy: maskEmail(item.createdBy),
  assignedUserId: null,
  assignedUserName: maskName(item.assignedUserName),
  assignedUserEmail: maskEmail(item.assignedUserEmail),
  assignedGroupId: null,
  assignedGroupName: maskName(item.assignedGroupName),
});

type Answer = Task['parameterDetails'][number];

/** The answers in the order of the questions, also of those that are gone. */
const presentAnswers = (
  answers: Record<string, string>,
  { knownQuestions: known }: CachedConfiguration,
): Answer[] => {
  const orderOf = ({ parameterId }: Answer): number => known.get(parameterId)?.sortOrder ?? 0;
  return Object.entries(answers)
    .map(([id, parameterValue]) => ({
      parameterId: Number(id),
      parameterName: known.get(Number(id))?.displayName ?? `#${id}`,
      parameterType: known.get(Number(id))?.parameterType ?? 'TEXT',
      parameterValue,
    }))
    .sort((one, other) => orderOf(one) - orderOf(other) || one.parameterId - other.parameterId);
};

/** The type tells what the question asks for now: an address may have been given when it asked for something else. */
const isAddress = ({ parameterType, parameterValue }: Answer): boolean =>
  parameterType === 'EMAIL' || emailSchema.safeParse(parameterValue).success;

const anonymizeAnswer = (answer: Answer): Answer =>
  isAddress(answer) ? { ...answer, parameterValue: maskEmail(answer.parameterValue.trim()) ?? '' } : answer;

const anonymizeAttachment = (attachment: Task['attachments'][number]): Task['attachments'][number] => ({
  ...attachment,
  uploadedByEmail: maskEmail(attachment.uploadedByEmail),
});

/** A task as this view shows it (spec 3 §3). */
export const presentTask = (row: TaskDetailsRow, view: View, configuration: CachedConfiguration): Task => {
  const answers = presentAnswers(row.answers, configuration);
  const isVisitor = view === 'visitor';
  return {
    ...(isVisitor ? anonymize(row.summary) : row.summary),
    view,
    attachments: isVisitor ? row.attachments.map(anonymizeAttachment) : row.attachments,
    visibleUsers: view === 'member' ? row.visible_users : [],
    visibleGroups: view === 'member' ? row.visible_groups : [],
    parameterDetails: isVisitor ? answers.map(anonymizeAnswer) : answers,
  };
};
