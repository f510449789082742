import { limits } from '@obieg/contracts/limits';
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';

const nothing: ReadonlySet<number> = new Set();

const limitTo = (ids: Iterable<number>): ReadonlySet<number> =>
  new Set([...new Set(ids)].slice(0, limits.bulkTasksMax));

/** The selected tasks of a list, by number. */
export interface Selection {
  /** The loaded tasks, in the order of the list. */
  loadedIds: readonly number[];
  selected: ReadonlySet<number>;
  /** Selects or deselects a task; with `isRange`, selects all from the last toggled one to it. */
  toggle: (publicTaskId: number, isRange?: boolean) => void;
  /** Selects these tasks, up to the maximum of one action. */
  replace: (publicTaskIds: readonly number[]) => void;
  clear: () => void;
}

const SelectionContext = createContext<Selection | undefined>(undefined);
export const SelectionProvider = SelectionContext.Provider;

/** For the cells of the table. Rows are memoized, so the selection reaches their checkboxes by context. */
export const useSelectionOfList = (): Selection => {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('A selection needs a list');
  return selection;
};

/**
 * Keeps the selection of a list. Another list, for example after a change of the filters, starts without one.
 *
 * @param ids the loaded tasks, in the order of the list
 */
export const useSelection = (ids: readonly number[], listKey: string): Selection => {
  const [state, setState] = useState({ listKey, selected: nothing });
  const selected = state.listKey === listKey ? state.selected : nothing;
  const anchor = useRef<number>(undefined);
  const latestIds = useRef(ids);
  useEffect(() => {
    latestIds.current = ids;
  });
  return useMemo(() => {
    const change = (make: (selected: ReadonlySet<number>) => ReadonlySet<number>): void =>
      setState((current) => ({
        listKey,
        selected: make(current.listKey === listKey ? current.selected : nothing),
      }));
    const rangeTo = (id: number): readonly number[] => {
      const from = anchor.current === undefined ? -1 : latestIds.current.indexOf(anchor.current);
      const to = latestIds.current.indexOf(id);
      if (from < 0 || to < 0) return [id];
      return latestIds.current.slice(Math.min(from, to), Math.max(from, to) + 1);
    };
    return {
      loadedIds: ids,
      selected,
      toggle: (id, isRange = false) => {
        const range = isRange ? rangeTo(id) : undefined;
        anchor.current = id;
        change((current) => {
          if (range) return limitTo([...current, ...range]);
          return current.has(id)
            ? new Set([...current].filter((one) => one !== id))
            : limitTo([...current, id]);
        });
      },
      replace: (wanted) => change(() => limitTo(wanted)),
      clear: () => {
        anchor.current = undefined;
        change(() => nothing);
      },
    };
  }, [selected, ids, listKey]);
};
