import { type TaskColumn, taskColumns } from '@obieg/contracts';
import { CheckboxMenu } from '@obieg/ui/lists';
import { useTaskMessages } from '../i18n/messages';
import { columnLabelKeys } from './task-columns';
import { hasDefaultColumns } from './task-list-filters';
import type { ListState } from './use-list-state';

/** The title has the link to the task. */
const optionalColumns = taskColumns.filter((key) => key !== 'title');

/** Selects the columns of the table. Keeps the order of a view. */
export const ColumnMenu = ({ list: { filters, changeFilters } }: { list: ListState }) => {
  const t = useTaskMessages();
  const chosen = filters.columns.filter((key) => key !== 'title');
  const changeColumns = (selected: readonly TaskColumn[]): void => {
    const kept = filters.columns.filter((key) => key === 'title' || selected.includes(key));
    const added = selected.filter((key) => !filters.columns.includes(key));
    const isInOrder = kept.every((key, index) => index === 0 || before(kept[index - 1], key));
    const columns = [...kept, ...added];
    changeFilters({ columns: isInOrder ? taskColumns.filter((key) => columns.includes(key)) : columns });
  };
  return (
    <CheckboxMenu
      label={t('views.columns')}
      selectedLabel={t('list.filtersSelected')}
      options={optionalColumns.map((value) => ({ value, label: t(columnLabelKeys[value]) }))}
      value={chosen}
      isCounted={!hasDefaultColumns(filters)}
      onChange={changeColumns}
    />
  );
};

const before = (one: TaskColumn | undefined, other: TaskColumn): boolean =>
  one === undefined || taskColumns.indexOf(one) < taskColumns.indexOf(other);
