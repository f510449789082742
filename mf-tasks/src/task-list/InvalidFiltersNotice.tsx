import { Notice } from '@obieg/ui';
import { useTaskMessages } from '../i18n/messages';

/** The label that the list shows for each filter. */
const labelKeys: Readonly<Record<string, string>> = {
  assignedToMe: 'list.assignedToMe',
  assignedToMyGroups: 'list.assignedToMyGroups',
  submittedByMe: 'filters.submittedByMe',
  watched: 'filters.watched',
  unread: 'filters.unread',
  statusTypes: 'list.statusTypes',
  priorities: 'list.columns.priority',
  statusIds: 'filters.statuses',
  assignees: 'list.columns.assignee',
  createdBy: 'filters.createdBy',
  createdDays: 'filters.created',
  createdFrom: 'filters.created',
  createdBefore: 'filters.created',
  updatedDays: 'filters.updated',
  updatedFrom: 'filters.updated',
  updatedBefore: 'filters.updated',
  due: 'filters.due',
  target: 'filters.target',
  answers: 'filters.answers',
  search: 'list.search',
};

/** Names the stored filters of a view that the server has left out. A filter of another release keeps its name. */
export const InvalidFiltersNotice = ({ filters }: { filters: readonly string[] }) => {
  const t = useTaskMessages();
  const labels = filters.map((name) => {
    const key = Object.hasOwn(labelKeys, name) ? labelKeys[name] : undefined;
    return key ? t(key) : name;
  });
  return (
    <Notice tone="warning">{t('views.invalidFilters', { filters: [...new Set(labels)].join(', ') })}</Notice>
  );
};
