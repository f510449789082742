import {
  priorities,
  type SortDirection,
  type StatusType,
  statusTypes,
  type TaskOrder,
  taskOrders,
  taskSortKeys,
} from '@obieg/contracts';
import { Button, CheckboxField, FieldGroup, IconButton, PriorityBadge, SelectField } from '@obieg/ui';
import { CheckboxMenu, SelectedCount } from '@obieg/ui/lists';
import { useId, useState } from 'react';
import { useIsLow } from '../browser/use-is-phone';
import { useTaskMessages } from '../i18n/messages';
import { FilterDialogButton } from './FilterDialogButton';
import { SearchField, type SearchFieldProps } from './SearchField';
import { sortLabelKeys } from './task-columns';
import classes from './task-list.module.css';
import { countActiveFilters, orderOf, type TaskListFilters, toggleSort } from './task-list-filters';
import type { ListState } from './use-list-state';

interface FilterProps {
  filters: TaskListFilters;
  onChange: (changes: Partial<TaskListFilters>) => void;
}

interface SortControlsProps extends FilterProps {
  search: string;
  hasColumnHeads: boolean;
}

/** Sort controls for layouts without column heads. Relevance has no direction. */
const SortControls = ({ filters, onChange, search, hasColumnHeads }: SortControlsProps) => {
  const t = useTaskMessages();
  const { sortDirection } = filters;
  const order = orderOf(filters, search);
  const orders = search === '' ? taskSortKeys : taskOrders;
  const reversedLabels: Record<SortDirection, string> = {
    asc: 'list.sortDescending',
    desc: 'list.sortAscending',
  };
  return (
    <div className={classes['order']} data-always={!hasColumnHeads}>
      <SelectField
        label={t('list.sortBy')}
        hideLabel
        value={order}
        onChange={({ target }) => onChange(toggleSort(target.value as TaskOrder, filters))}
        options={orders.map((key) => ({ value: key, label: t(sortLabelKeys[key]) }))}
      />
      {order === 'relevance' ? null : (
        <IconButton
          icon={sortDirection === 'asc' ? 'sortAscending' : 'sortDescending'}
          label={t(reversedLabels[sortDirection])}
          onClick={() => onChange(toggleSort(order, filters))}
        />
      )}
    </div>
  );
};

interface TaskFiltersProps extends Omit<SearchFieldProps, 'search'> {
  list: ListState;
  /** False for the board, which has no columns to sort by. */
  hasColumnHeads?: boolean;
}

/** A task has one assignee, so the two assignment filters exclude each other. */
const anyAssignee = { assignedToMe: false, assignedToMyGroups: false };

interface FiltersButtonProps {
  filters: TaskListFilters;
  isOpen: boolean;
  onToggle: () => void;
  /** Id of the element that the button expands. */
  controls: string;
}

/** Expands the filters and shows how many of them are active. */
const FiltersButton = ({ filters, isOpen, onToggle, controls }: FiltersButtonProps) => {
  const t = useTaskMessages();
  return (
    <Button
      icon="adjustments"
      iconAfter="chevronDown"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      {t('filters.open')}
      <SelectedCount count={countActiveFilters(filters)} label={t('list.filtersSelected')} />
    </Button>
  );
};

/** Checkbox for an assignment filter. Checking one clears the other. */
const AssignmentFilter = ({
  filter,
  filters,
  onChange,
}: FilterProps & { filter: keyof typeof anyAssignee }) => {
  const t = useTaskMessages();
  return (
    <CheckboxField
      label={t(`list.${filter}`)}
      checked={filters[filter]}
      onChange={({ target }) =>
        onChange({ ...(target.checked ? anyAssignee : {}), [filter]: target.checked })
      }
    />
  );
};

const StatusTypes = ({ filters, onChange }: FilterProps) => {
  const t = useTaskMessages();
  const toggle = (type: StatusType, isChosen: boolean): void =>
    onChange({
      statusTypes: statusTypes.filter((one) => (one === type ? isChosen : filters.statusTypes.includes(one))),
    });
  return (
    <FieldGroup legend={t('list.statusTypes')} hideLegend inline>
      {statusTypes.map((type) => (
        <CheckboxField
          key={type}
          label={t(`list.statusType.${type}`)}
          checked={filters.statusTypes.includes(type)}
          onChange={({ target }) => toggle(type, target.checked)}
        />
      ))}
    </FieldGroup>
  );
};

/** Search field and filters. If there is little room, a button expands the filters, so that the first screen shows tasks. */
export const TaskFilters = ({
  list,
  onClearSearch,
  searchField,
  hasColumnHeads = true,
}: TaskFiltersProps) => {
  const t = useTaskMessages();
  const isLow = useIsLow();
  const [isOpen, setIsOpen] = useState(false);
  const foldedId = useId();
  const { filters, changeFilters: onChange, search } = list;
  const shared = { filters, onChange };
  return (
    <div className={classes['filters']}>
      <SearchField search={search} onClearSearch={onClearSearch} searchField={searchField} />
      {isLow ? (
        <FiltersButton
          filters={filters}
          isOpen={isOpen}
          onToggle={() => setIsOpen(!isOpen)}
          controls={foldedId}
        />
      ) : null}
      <div id={foldedId} className={classes['folded']} data-open={isOpen}>
        <AssignmentFilter filter="assignedToMe" {...shared} />
        <AssignmentFilter filter="assignedToMyGroups" {...shared} />
        <CheckboxMenu
          label={t('list.columns.priority')}
          selectedLabel={t('list.filtersSelected')}
          options={priorities.map((priority) => ({
            value: priority,
            label: <PriorityBadge priority={priority} />,
          }))}
          value={filters.priorities}
          onChange={(selected) => onChange({ priorities: selected })}
        />
        <SortControls {...shared} search={search.search} hasColumnHeads={hasColumnHeads} />
        <StatusTypes {...shared} />
        {isLow ? <FilterDialogButton list={list} label={t('filters.title')} /> : null}
      </div>
    </div>
  );
};
