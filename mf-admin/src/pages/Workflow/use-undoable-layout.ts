import type { StatusPosition, WorkflowLayout } from '@obieg/contracts';
import { useCallback, useState } from 'react';
import { useSaveLayout } from '../../api/workflow-layout.api';

type Positions = readonly StatusPosition[];

/** Positions before each of the page's own saves, the last one at the end. */
interface Past {
  steps: readonly Positions[];
  /** The layout's revision after the last of these saves. */
  revision: number | undefined;
}

const textsOf = (positions: Positions): string[] =>
  positions.map(({ statusId, x, y }) => `${statusId} ${x} ${y}`).sort();

const isSame = (one: Positions, other: Positions): boolean => textsOf(one).join() === textsOf(other).join();

const nothing: Past = { steps: [], revision: undefined };

/**
 * Saves positions of statuses, and takes back the saves of this page one by one. A save by another user ends that,
 * because an undo would take it back, too.
 */
export const useUndoableLayout = (layout: WorkflowLayout | undefined) => {
  const save = useSaveLayout();
  const { mutateAsync } = save;
  const [past, setPast] = useState(nothing);
  const store = useCallback(
    async (positions: Positions, next: (steps: readonly Positions[]) => readonly Positions[]) => {
      setPast(({ steps, revision }) => ({ steps: next(steps), revision }));
      // The query's error says why a save failed.
      const saved = await mutateAsync(positions).catch(() => undefined);
      // A save joined with one of another manager cannot be taken back alone.
      const isOwn = saved !== undefined && isSame(saved.positions, positions);
      setPast(({ steps }) => (isOwn ? { steps, revision: saved.revision } : nothing));
    },
    [mutateAsync],
  );
  const isOwn = save.isPending || past.revision === layout?.revision;
  const current = layout?.positions;
  const move = useCallback(
    (positions: Positions): Promise<void> =>
      store(positions, (steps) => [...(isOwn ? steps : []), current ?? []]),
    [store, isOwn, current],
  );
  const last = isOwn ? past.steps.at(-1) : undefined;
  const undo = last && (() => void store(last, (steps) => steps.slice(0, -1)));
  return { save, move, undo };
};
