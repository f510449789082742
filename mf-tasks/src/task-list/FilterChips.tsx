import type { TaskFilterOptions } from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import { usePersonFormat } from '@obieg/ui';
import { Chip, ChipList } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import { useTaskMessages } from '../i18n/messages';
import { useGroups } from '../people/people.api';
import {
  type ConditionName,
  type Conditions,
  changeConditions,
  conditionNames,
  readAnswers,
  readAssigneeIds,
  splitList,
} from './conditions';
import { readBefore, readFrom } from './filter-dates';
import type { ListState } from './use-list-state';
import { useFilterOptions } from './views.api';

interface FilterNames {
  formatPerson: ReturnType<typeof usePersonFormat>;
  options: TaskFilterOptions | undefined;
  groups: readonly { id: number; name: string }[];
}

/** The number is shown until the names are loaded, and for what has been deleted. */
const nameOf = (name: string | undefined, id: number | string): string => name ?? `#${id}`;

const describePerson = (id: number, { options, formatPerson }: FilterNames): string => {
  const user = options?.users.find((one) => one.id === id);
  return user ? formatPerson({ name: user.username, addressHint: user.addressHint }) : nameOf(undefined, id);
};

const describeAssignees = (assignees: string, names: FilterNames, t: Translate): string =>
  [
    ...(splitList(assignees).includes('none') ? [t('list.unassigned')] : []),
    ...readAssigneeIds(assignees, 'user').map((id) => describePerson(id, names)),
    ...readAssigneeIds(assignees, 'group').map((id) => {
      const group = names.groups.find((one) => one.id === id);
      return nameOf(group && groupPathOf(group), id);
    }),
  ].join(', ');

const describeAnswers = (answers: string, { options }: FilterNames, t: Translate): string =>
  Object.entries(readAnswers(answers))
    .map(([id, value]) => {
      const parameter = options?.parameters.find(({ parameterId }) => String(parameterId) === id);
      const isBoolean = parameter?.parameterType === 'BOOLEAN' && (value === 'true' || value === 'false');
      return `${nameOf(parameter?.displayName, id)}: ${isBoolean ? t(`filters.boolean.${value}`) : value}`;
    })
    .join(', ');

const describeStatuses = (statusIds: string, { options }: FilterNames): string =>
  splitList(statusIds)
    .map((id) => nameOf(options?.statuses.find(({ statusId }) => String(statusId) === id)?.statusName, id))
    .join(', ');

/** Day as in the lists, dd.MM.yyyy. */
const formatDay = (day: string): string => day.split('-').reverse().join('.');

/** @param names of users, groups and questions, as far as they are loaded */
export const describeCondition = (
  name: ConditionName,
  text: string,
  names: FilterNames,
  t: Translate,
): string => {
  switch (name) {
    case 'statusIds':
      return `${t('list.columns.status')}: ${describeStatuses(text, names)}`;
    case 'assignees':
      return `${t('list.columns.assignee')}: ${describeAssignees(text, names, t)}`;
    case 'answers':
      return describeAnswers(text, names, t);
    case 'createdBy':
      return `${t('list.columns.createdBy')}: ${text}`;
    case 'due':
      return `${t('list.columns.dueAt')}: ${t(`filters.dueOptions.${text}`)}`;
    case 'target':
      return `${t('filters.target')}: ${t(`filters.targetOptions.${text}`)}`;
    case 'createdDays':
    case 'updatedDays':
      return `${t(`filters.${name === 'createdDays' ? 'created' : 'updated'}`)}: ${t('filters.lastDays', { count: Number(text) })}`;
    case 'createdFrom':
    case 'updatedFrom':
      return t(`filters.chips.${name}`, { day: formatDay(readFrom(text)) });
    case 'createdBefore':
    case 'updatedBefore':
      return t(`filters.chips.${name}`, { day: formatDay(readBefore(text)) });
    default:
      return t(`filters.${name}`);
  }
};

const needsOptions = ({ statusIds, assignees, answers }: Conditions): boolean =>
  statusIds !== undefined || assignees !== undefined || answers !== undefined;

/** The filters of the dialog, each with a button to remove it. */
export const FilterChips = ({ list: { filters, changeFilters } }: { list: ListState }) => {
  const t = useTaskMessages();
  const formatPerson = usePersonFormat();
  const { conditions } = filters;
  const groups = useGroups(conditions.assignees !== undefined);
  const { data: options } = useFilterOptions(
    readAssigneeIds(conditions.assignees, 'user'),
    needsOptions(conditions),
  );
  const active = conditionNames.filter((name) => conditions[name] !== undefined);
  if (active.length === 0) return null;
  return (
    <ChipList label={t('filters.active')}>
      {active.map((name) => (
        <Chip
          key={name}
          label={describeCondition(name, conditions[name] ?? '', { options, groups, formatPerson }, t)}
          onRemove={() => changeFilters({ conditions: changeConditions(conditions, { [name]: '' }) })}
        />
      ))}
    </ChipList>
  );
};
