import {
  priorities,
  type SortDirection,
  type StatusType,
  statusTypes,
  type TaskSortKey,
  taskSearchMaxLength,
  taskSortKeys,
} from '@obieg/contracts';
import {
  Button,
  CheckboxField,
  CheckboxMenu,
  FieldGroup,
  IconButton,
  PriorityBadge,
  SelectedCount,
  SelectField,
  TextField,
  VisuallyHidden,
} from '@obieg/ui';
import { type RefObject, useId, useState } from 'react';
import { useTaskMessages } from '../../messages';
import { sortLabelKeys } from './task-columns';
import classes from './task-list.module.css';
import { countSecondaryFilters, type TaskListFilters, toggleSort } from './task-list-filters';
import type { TaskSearch } from './use-task-search';

interface SearchFieldProps {
  search: TaskSearch;
  /** Clears the search and keeps the focus in the field. */
  onClearSearch: () => void;
  searchField: RefObject<HTMLInputElement | null>;
}

const SearchField = ({ search: { typed, type, clear }, onClearSearch, searchField }: SearchFieldProps) => {
  const t = useTaskMessages();
  return (
    <search className={classes['search']}>
      <TextField
        ref={searchField}
        type="search"
        label={t('list.search')}
        hideLabel
        icon="search"
        placeholder={t('list.searchPlaceholder')}
        maxLength={taskSearchMaxLength}
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return;
          event.preventDefault();
          clear();
        }}
        after={
          typed === '' ? undefined : (
            <IconButton icon="clear" label={t('list.clearSearch')} onClick={onClearSearch} />
          )
        }
      />
    </search>
  );
};

interface FilterProps {
  filters: TaskListFilters;
  onChange: (changes: Partial<TaskListFilters>) => void;
}

/** Sort controls for the card layout, which has no column headers. */
const SortControls = ({ filters, onChange }: FilterProps) => {
  const t = useTaskMessages();
  const { sortBy, sortDirection } = filters;
  const reversedLabels: Record<SortDirection, string> = {
    asc: 'list.sortDescending',
    desc: 'list.sortAscending',
  };
  return (
    <div className={classes['order']}>
      <SelectField
        label={t('list.sortBy')}
        hideLabel
        value={sortBy}
        onChange={({ target }) => onChange(toggleSort(target.value as TaskSortKey, filters))}
        options={taskSortKeys.map((key) => ({ value: key, label: t(sortLabelKeys[key]) }))}
      />
      <IconButton
        icon={sortDirection === 'asc' ? 'sortAscending' : 'sortDescending'}
        label={t(reversedLabels[sortDirection])}
        onClick={() => onChange(toggleSort(sortBy, filters))}
      />
    </div>
  );
};

interface TaskFiltersProps extends FilterProps, SearchFieldProps {}

/** A task has one assignee, so the two assignment filters exclude each other. */
const anyAssignee = { assignedToMe: false, assignedToMyGroups: false };

interface MoreFiltersButtonProps {
  filters: TaskListFilters;
  isOpen: boolean;
  onToggle: () => void;
  /** Id of the element that the button expands. */
  controls: string;
}

/** Expands the secondary filters on a phone and shows how many of them are active. */
const MoreFiltersButton = ({ filters, isOpen, onToggle, controls }: MoreFiltersButtonProps) => {
  const t = useTaskMessages();
  return (
    <div className={classes['fold']}>
      <Button iconAfter="chevronDown" aria-expanded={isOpen} aria-controls={controls} onClick={onToggle}>
        {t('list.more')} <VisuallyHidden>{t('list.moreOfWhat')}</VisuallyHidden>
        <SelectedCount count={countSecondaryFilters(filters)} label={t('list.filtersSelected')} />
      </Button>
    </div>
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

/** Search field and filters. The filters of spec 3 §2 are always visible; on a phone the others are collapsed. */
export const TaskFilters = ({ filters, onChange, ...search }: TaskFiltersProps) => {
  const t = useTaskMessages();
  const [isOpen, setIsOpen] = useState(false);
  const foldedId = useId();
  const shared = { filters, onChange };
  return (
    <div className={classes['filters']}>
      <SearchField {...search} />
      <AssignmentFilter filter="assignedToMe" {...shared} />
      <MoreFiltersButton
        filters={filters}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
        controls={foldedId}
      />
      <div id={foldedId} className={classes['folded']} data-open={isOpen}>
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
        <SortControls {...shared} />
      </div>
      <StatusTypes {...shared} />
    </div>
  );
};
