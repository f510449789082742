import { statusTypes } from '@obieg/contracts';
import { Button, EmptyState } from '@obieg/ui';
import { useTaskMessages } from '../../i18n/messages';
import {
  hasActiveFilters,
  isPriorityFiltered,
  type TaskListFilters,
} from '../../task-list/task-list-filters';

interface EmptyResultProps {
  filters: TaskListFilters;
  onChange: (changes: Partial<TaskListFilters>) => void;
  search: string;
  onClearSearch: () => void;
}

/** Filters of "show all": any assignee, any priority, no conditions. */
const allTasks = { assignedToMe: false, assignedToMyGroups: false, priorities: [], conditions: {} };

/** Says why the list is empty, and offers the next step. */
export const EmptyResult = ({ filters, onChange, search, onClearSearch }: EmptyResultProps) => {
  const t = useTaskMessages();
  const { assignedToMe, assignedToMyGroups } = filters;
  const isAssignmentFiltered = assignedToMe || assignedToMyGroups;
  const isFiltered = hasActiveFilters(filters);
  const everything = <Button onClick={() => onChange(allTasks)}>{t('list.showAll')}</Button>;
  if (search !== '') {
    const action = isFiltered ? (
      <Button icon="search" onClick={() => onChange({ ...allTasks, statusTypes })}>
        {t('list.searchEverywhere')}
      </Button>
    ) : (
      <Button onClick={onClearSearch}>{t('list.clearSearch')}</Button>
    );
    return (
      <EmptyState icon="search" title={t('list.empty')} action={action}>
        {t(isFiltered ? 'list.emptySearchHere' : 'list.emptySearch', { search })}
      </EmptyState>
    );
  }
  const hasPriorityFilter = isPriorityFiltered(filters);
  const hasConditions = Object.keys(filters.conditions).length > 0;
  const describeEmpty = (): string => {
    if (hasConditions) return 'list.emptyConditions';
    if (hasPriorityFilter) return 'list.emptyPriorities';
    if (assignedToMyGroups) return 'list.emptyMyGroups';
    return assignedToMe ? 'list.emptyMine' : 'list.emptyAll';
  };
  return (
    <EmptyState
      icon="tasks"
      title={t('list.empty')}
      action={
        isAssignmentFiltered || hasPriorityFilter || hasConditions ? (
          everything
        ) : (
          <Button icon="add" to="/submit-task">
            {t('list.newTask')}
          </Button>
        )
      }
    >
      {t(describeEmpty())}
    </EmptyState>
  );
};
