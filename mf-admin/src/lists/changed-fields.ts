import { isSame } from '@obieg/ui/conflicts';
import type { Translate } from '@obieg/web-kit';

const workflowLabel = (field: string): string => `workflowChanges.fields.${field}`;

/** Fields that people read as they are saved. */
const textLabels: Readonly<Record<string, string>> = {
  name: workflowLabel('name'),
  parameterName: workflowLabel('parameterName'),
  displayName: workflowLabel('displayName'),
  description: workflowLabel('description'),
  fromStatusName: workflowLabel('fromStatus'),
  toStatusName: workflowLabel('toStatus'),
  targetGroupName: workflowLabel('targetGroup'),
  priorityOrder: workflowLabel('priorityOrder'),
  parentGroupName: 'group.parent',
};

/** Fields with codes, ids or rows, which are only named. */
const namedLabels: Readonly<Record<string, string>> = {
  parameterType: workflowLabel('parameterType'),
  parameterStage: workflowLabel('parameterStage'),
  isActive: workflowLabel('isActive'),
  defaultValue: workflowLabel('defaultValue'),
  dictionaryValues: workflowLabel('dictionaryValues'),
  dependencies: workflowLabel('dependencies'),
  sortOrder: workflowLabel('order'),
  statusType: workflowLabel('statusType'),
  executorGroupIds: workflowLabel('executorGroups'),
  parameterConditions: workflowLabel('parameterConditions'),
  requiredParameters: workflowLabel('requiredParameters'),
  answers: workflowLabel('answers'),
  expectedQuestionIds: workflowLabel('expectedQuestions'),
  expectedStatusId: workflowLabel('expectedStatus'),
  expectedGroupId: workflowLabel('expectedGroup'),
  isDefault: workflowLabel('isDefault'),
  week: workflowLabel('week'),
  holidays: workflowLabel('holidays'),
  metric: workflowLabel('metric'),
  priorities: workflowLabel('priorities'),
  conditions: workflowLabel('conditions'),
  calendarId: workflowLabel('calendar'),
  minutes: workflowLabel('minutes'),
  start: workflowLabel('startEvent'),
  end: workflowLabel('endEvent'),
  pausedStatusIds: workflowLabel('pausedStatuses'),
};

const readField = (entity: object, field: string): unknown =>
  new Map(Object.entries(entity)).get(field) ?? null;

/** Says what differs between two revisions of an entity, field by field. */
export const describeChangedFields = (before: object, after: object, t: Translate): string[] => {
  const listChanged = (labels: Readonly<Record<string, string>>): [field: string, label: string][] =>
    Object.entries(labels)
      .filter(([field]) => !isSame(readField(before, field), readField(after, field)))
      .map(([field, label]) => [field, t(label)]);
  const show = (value: unknown): string => (value === null || value === '' ? '–' : String(value));
  return [
    ...listChanged(textLabels).map(
      ([field, label]) => `${label}: ${show(readField(before, field))} → ${show(readField(after, field))}`,
    ),
    ...listChanged(namedLabels).map(([, label]) => label),
  ];
};
