import { type Attachment, emailSchema, maskEmail, type Task, type TaskListItem } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import { mayDeleteAttachment } from '../attachments/attachments.policy';
import type { CachedConfiguration } from '../configuration/configuration.repo';
import { isHiddenFromReporters } from '../configuration/hidden-answers';
import { mayPlan, type View } from './tasks.policy';
import type { StoredAttachment, TaskDetailsRow } from './tasks.repo';

/** Names of users and groups may be e-mail addresses. */
const maskName = (name: string | null): string | null => (name?.includes('@') ? maskEmail(name) : name);

/** A visitor sees the content and status of a task, but no e-mail addresses and no ids of users or groups. */
const anonymize = (item: TaskListItem): TaskListItem => ({
  ...item,
  createdBy: maskEmail(item.createdBy),
  dueAt: null,
  assignedUserId: null,
  assignedUserName: maskName(item.assignedUserName),
  assignedUserEmail: maskEmail(item.assignedUserEmail),
  assignedGroupId: null,
  assignedGroupName: maskName(item.assignedGroupName),
});

type Answer = Task['parameterDetails'][number];

/** Sorts the answers by their questions, including deleted questions. */
const presentAnswers = (
  answers: Record<string, string>,
  { knownQuestions }: CachedConfiguration,
): Answer[] => {
  const orderOf = ({ parameterId }: Answer): number => knownQuestions.get(parameterId)?.sortOrder ?? 0;
  return Object.entries(answers)
    .map(([id, parameterValue]) => ({
      parameterId: Number(id),
      parameterName: knownQuestions.get(Number(id))?.displayName ?? `#${id}`,
      parameterType: knownQuestions.get(Number(id))?.parameterType ?? 'TEXT',
      parameterValue,
    }))
    .sort((one, other) => orderOf(one) - orderOf(other) || one.parameterId - other.parameterId);
};

/** Also checks the value: the question may have had another type when the answer was given. */
const isEmailAnswer = ({ parameterType, parameterValue }: Answer): boolean =>
  parameterType === 'EMAIL' || emailSchema.safeParse(parameterValue).success;

const anonymizeAnswer = (answer: Answer): Answer =>
  isEmailAnswer(answer)
    ? { ...answer, parameterValue: maskEmail(answer.parameterValue.trim()) ?? '' }
    : answer;

const presentAttachment = (
  { uploadedByUserId, ...attachment }: StoredAttachment,
  view: View,
  actor: Actor | undefined,
): Attachment => ({
  ...attachment,
  uploadedByEmail: view === 'visitor' ? maskEmail(attachment.uploadedByEmail) : attachment.uploadedByEmail,
  canDelete: mayDeleteAttachment(uploadedByUserId, view, actor),
});

/** Presents a task for a view (spec 3 §3). */
export const presentTask = (
  row: TaskDetailsRow,
  view: View,
  actor: Actor | undefined,
  configuration: CachedConfiguration,
): Task => {
  const answers = presentAnswers(row.answers, configuration).filter(
    ({ parameterId }) => view === 'member' || !isHiddenFromReporters(configuration, parameterId),
  );
  const isVisitor = view === 'visitor';
  return {
    ...(isVisitor ? anonymize(row.summary) : row.summary),
    view,
    canPlan: mayPlan(view, row.is_assignee, actor),
    attachments: row.attachments.map((attachment) => presentAttachment(attachment, view, actor)),
    visibleUsers: view === 'member' ? row.visible_users : [],
    visibleGroups: view === 'member' ? row.visible_groups : [],
    parameterDetails: isVisitor ? answers.map(anonymizeAnswer) : answers,
  };
};
