import type { TaskListItem } from '@obieg/contracts';
import { type Column, RowCheckbox } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import { useSelectionOfList } from './selection';

const SelectionCell = ({ publicTaskId, label }: { publicTaskId: number; label: string }) => {
  const { selected, toggle } = useSelectionOfList();
  return (
    <RowCheckbox
      label={label}
      isChecked={selected.has(publicTaskId)}
      onToggle={(isRange) => toggle(publicTaskId, isRange)}
    />
  );
};

/** The first column of the list. */
export const createSelectionColumn = (t: Translate): Column<TaskListItem> => ({
  id: 'selection',
  header: t('bulk.selection'),
  kind: 'selection',
  width: '40px',
  cell: ({ publicTaskId, title }) => (
    <SelectionCell publicTaskId={publicTaskId} label={t('bulk.select', { title })} />
  ),
});
