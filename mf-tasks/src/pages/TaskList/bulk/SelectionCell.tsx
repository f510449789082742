import type { TaskListItem } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
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

/** Selects all loaded tasks, or ends the selection. */
const SelectionHead = ({ label }: { label: string }) => {
  const { selected, loadedIds, replace, clear } = useSelectionOfList();
  const isFull = loadedIds.slice(0, limits.bulkTasksMax).every((id) => selected.has(id));
  return (
    <RowCheckbox
      label={label}
      isChecked={isFull}
      isIndeterminate={selected.size > 0 && !isFull}
      onToggle={() => (isFull ? clear() : replace([...selected, ...loadedIds]))}
    />
  );
};

/** The first column of the list. */
export const createSelectionColumn = (t: Translate): Column<TaskListItem> => ({
  id: 'selection',
  header: t('bulk.selection'),
  head: <SelectionHead label={t('bulk.selectLoaded')} />,
  kind: 'selection',
  width: '40px',
  cell: ({ publicTaskId, title }) => (
    <SelectionCell publicTaskId={publicTaskId} label={t('bulk.select', { title })} />
  ),
});
