import type { TaskListItem } from '@obieg/contracts';
import { describeError } from '@obieg/web-kit';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import type { TaskListParams } from '../../../task-list/task-list.api';
import { fetchMatchingIds } from './bulk.api';
import { type Selection, useSelection } from './selection';
import { useSelectionKeys } from './use-selection-keys';

interface TableSelection {
  table: RefObject<HTMLTableElement | null>;
  tasks: readonly TaskListItem[];
  params: TaskListParams;
  listKey: string;
  hasNextPage: boolean;
}

/** The bar disappears with the selection. The focus goes from it to the list. */
const useFocusAfterSelection = (table: TableSelection['table'], { selected }: Selection): void => {
  const hadSelection = useRef(false);
  useEffect(() => {
    const isOver = hadSelection.current && selected.size === 0;
    hadSelection.current = selected.size > 0;
    if (isOver && (document.activeElement === null || document.activeElement === document.body))
      table.current?.querySelector<HTMLElement>('tr[data-index] a')?.focus({ preventScroll: true });
  });
};

/** The selection of the list, its keys, and the props of the bar with the actions. */
export const useTableSelection = ({ table, tasks, params, listKey, hasNextPage }: TableSelection) => {
  const t = useTaskMessages();
  const ids = useMemo(() => tasks.map(({ publicTaskId }) => publicTaskId), [tasks]);
  const titles = useMemo(
    () => new Map(tasks.map(({ publicTaskId, title }) => [publicTaskId, title])),
    [tasks],
  );
  const selection = useSelection(ids, listKey);
  const [isSelectingAll, setIsSelectingAll] = useState(false);
  const [failure, setFailure] = useState<string>();
  useFocusAfterSelection(table, selection);
  const selectAll = async (): Promise<void> => {
    setIsSelectingAll(true);
    setFailure(undefined);
    try {
      selection.replace(hasNextPage ? await fetchMatchingIds(params) : ids);
    } catch (error) {
      setFailure(t('list.failedWith', { reason: describeError(error) }));
    } finally {
      setIsSelectingAll(false);
    }
  };
  const startSelectAll = (): void => void selectAll();
  const onKeyDown = useSelectionKeys({ table, ids, selection, selectAll: startSelectAll });
  const { selected } = selection;
  return {
    selection,
    onKeyDown,
    /** Undefined without a selection. */
    bar:
      selected.size === 0 && failure === undefined
        ? undefined
        : {
            selection,
            titles,
            isSelectingAll,
            failure,
            selectAll: startSelectAll,
            hasMore: hasNextPage || ids.some((id) => !selected.has(id)),
          },
  };
};
