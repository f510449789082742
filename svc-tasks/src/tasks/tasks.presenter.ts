import {
  type Attachment,
  emailSchema,
  maskAddresses,
  maskEmail,
  presentName,
  type Task,
  type TaskListItem,
} from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import { createPresentPerson, type PresentPerson } from '../members/reader-names';
import { mayDeleteAttachment } from '../policy/attachments.policy';
import { mayPlan, type View } from '../policy/tasks.policy';
import { createPresentTargets } from '../target-clocks/present-targets';
import type { CachedConfiguration } from '../workflow-model/configuration.repo';
import { isHiddenFromReporters } from '../workflow-model/hidden-answers';
import type { StoredAttachment, TaskDetailsRow } from './tasks.repo';
import { presentTexts } from './text-columns';

/** Visitors learn no names of reporters. */
const presentAuthorName = (name: string | null, view: View): string | null =>
  name === null || view === 'visitor' ? null : presentName(name, true);

/** Presents the people of a task. An author reads the own address, but none of a member. */
const presentPeople = (item: TaskListItem, view: View): TaskListItem => {
  const isMember = view === 'member';
  const present = (name: string | null) => name && presentName(name, isMember);
  return {
    ...item,
    createdBy: item.createdBy && presentName(item.createdBy, view !== 'visitor'),
    ...(item.createdByName === undefined
      ? {}
      : { createdByName: presentAuthorName(item.createdByName, view) }),
    assignedUserName: present(item.assignedUserName),
    assignedUserEmail: present(item.assignedUserEmail),
    assignedUserAddressHint: isMember ? item.assignedUserAddressHint : null,
    assignedGroupName:
      item.assignedGroupName && (isMember ? item.assignedGroupName : maskAddresses(item.assignedGroupName)),
  };
};

/** Presents a task of an author's list. */
export const presentOwnTask = (item: TaskListItem): TaskListItem => presentPeople(item, 'author');

/** A visitor sees the content and status of a task, but no ids of users or groups. */
const anonymize = (item: TaskListItem): TaskListItem => ({
  ...item,
  dueAt: null,
  assignedUserId: null,
  assignedGroupId: null,
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
  presentPerson: PresentPerson,
): Attachment => ({
  ...attachment,
  uploadedByEmail: presentPerson(attachment.uploadedByEmail, uploadedByUserId),
  uploadedByName:
    view === 'visitor' ? null : presentPerson(attachment.uploadedByName ?? null, uploadedByUserId),
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
  const summary = presentPeople(row.summary, view);
  const presentPerson = createPresentPerson({ caller: { actor }, view, row });
  return {
    ...(isVisitor ? anonymize(summary) : summary),
    ...presentTexts(row, view),
    view,
    canPlan: mayPlan(view, row.is_assignee, actor),
    ...(view === 'member'
      ? { targets: row.targets && createPresentTargets(configuration, Date.now())(row.targets) }
      : {}),
    attachments: row.attachments.map((attachment) =>
      presentAttachment(attachment, view, actor, presentPerson),
    ),
    visibleUsers:
      view === 'member'
        ? row.visible_users.map((user) => ({ ...user, userName: presentName(user.userName, true) }))
        : [],
    ...(view === 'member' ? { assignedGroupPath: row.assigned_group_path } : {}),
    visibleGroups: view === 'member' ? row.visible_groups : [],
    parameterDetails: isVisitor ? answers.map(anonymizeAnswer) : answers,
  };
};
