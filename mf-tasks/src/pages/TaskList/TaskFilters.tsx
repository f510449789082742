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
  ChosenCount,
  FieldGroup,
  IconButton,
  PriorityBadge,
  SelectField,
  TextField,
  VisuallyHidden,
} from '@obieg/ui';
import { type RefObject, useId, useState } from 'react';
import { useTaskMessages } from '../../messages';
import { sortLabelKeys } from './task-columns';
import classes from './task-list.module.css';
import { countMoreFilters, orderBy, type TaskListFilters } from './task-list-filters';
import type { TaskSearch } from './use-task-search';

interface SearchFieldProps {
  search: TaskSearch;
  /** Leaves the focus in the field. */
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

interface OrderProps {
  filters: TaskListFilters;
  onChange: (changes: Partial<TaskListFilters>) => void;
}

/** Where the list is cards, there is no head to sort by. */
const Order = ({ filters, onChange }: OrderProps) => {
  const t = useTaskMessages();
  const { sortBy, sortDirection } = filters;
  const turned: Record<SortDirection, string> = { asc: 'list.sortDescending', desc: 'list.sortAscending' };
  return (
    <div className={classes['order']}>
      <SelectField
        label={t('list.sortBy')}
        hideLabel
        value={sortBy}
        onChange={({ target }) => onChange(orderBy(target.value as TaskSortKey, filters))}
        options={taskSortKeys.map((key) => ({ value: key, label: t(sortLabelKeys[key]) }))}
      />
      <IconButton
        icon={sortDirection === 'asc' ? 'sortAscending' : 'sortDescending'}
        label={t(turned[sortDirection])}
        onClick={() => onChange(orderBy(sortBy, filters))}
      />
    </div>
  );
};

interface TaskFiltersProps extends OrderProps, SearchFieldProps {}

/** Nothing is mine in person and a group's at once. */
const toNobody = { assignedToMe: false, assignedToMyGroups: false };

interface FoldButtonProps {
  filters: TaskListFilters;
  isOpen: boolean;
  onToggle: () => void;
  /** What it folds. */
  controls: string;
}

/** Only on a phone, where all filters would leave the tasks little room: the way to the rest, and how many of it narrow. */
const FoldButton = ({ filters, isOpen, onToggle, controls }: FoldButtonProps) => {
  const t = useTaskMessages();
  return (
    <div className={classes['fold']}>
      <Button iconAfter="chevronDown" aria-expanded={isOpen} aria-controls={controls} onClick={onToggle}>
        {t('list.more')} <VisuallyHidden>{t('list.moreOfWhat')}</VisuallyHidden>
        <ChosenCount count={countMoreFilters(filters)} label={t('list.filtersChosen')} />
      </Button>
    </div>
  );
};

/** Of whom; who chooses one lets go of the other. */
const AssignedTo = ({ whom, filters, onChange }: OrderProps & { whom: keyof typeof toNobody }) => {
  const t = useTaskMessages();
  return (
    <CheckboxField
      label={t(`list.${whom}`)}
      checked={filters[whom]}
      onChange={({ target }) => onChange({ ...(target.checked ? toNobody : {}), [whom]: target.checked })}
    />
  );
};

const StatusTypes = ({ filters, onChange }: OrderProps) => {
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

/** What is looked for and of which kind: the filters of spec 3 §2 always in sight, the others folded on a phone. */
export const TaskFilters = ({ filters, onChange, ...search }: TaskFiltersProps) => {
  const t = useTaskMessages();
  const [isOpen, setIsOpen] = useState(false);
  const foldedId = useId();
  const shared = { filters, onChange };
  return (
    <div className={classes['filters']}>
      <SearchField {...search} />
      <AssignedTo whom="assignedToMe" {...shared} />
      <FoldButton filters={filters} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} controls={foldedId} />
      <div id={foldedId} className={classes['folded']} data-open={isOpen}>
        <AssignedTo whom="assignedToMyGroups" {...shared} />
        <CheckboxMenu
          label={t('list.columns.priority')}
          chosenLabel={t('list.filtersChosen')}
          options={priorities.map((priority) => ({
            value: priority,
            label: <PriorityBadge priority={priority} />,
          }))}
          value={filters.priorities}
          onChange={(chosen) => onChange({ priorities: chosen })}
        />
        <Order {...shared} />
      </div>
      <StatusTypes {...shared} />
    </div>
  );
};
