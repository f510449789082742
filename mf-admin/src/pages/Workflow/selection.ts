import { useSearchParams } from '@obieg/web-kit';
import { useCallback, useMemo } from 'react';
import type { Selection } from '../../workflow-picture/geometry/focus';

const readId = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;

const readSelection = (parameters: URLSearchParams): Selection | undefined => {
  const transitionId = readId(parameters.get('transition'));
  if (transitionId !== undefined) return { transitionId };
  if (parameters.get('status') === 'new') return { statusId: null };
  const statusId = readId(parameters.get('status'));
  return statusId === undefined ? undefined : { statusId };
};

const writeSelection = (selection: Selection | undefined): Record<string, string> => {
  if (!selection) return {};
  if ('transitionId' in selection) return { transition: String(selection.transitionId) };
  return { status: selection.statusId === null ? 'new' : String(selection.statusId) };
};

/** Keeps the selection in the URL, so that going back from a form restores it and it can be linked to. */
export const useSelection = () => {
  const [parameters, setParameters] = useSearchParams();
  const selection = useMemo(() => readSelection(parameters), [parameters]);
  const select = useCallback(
    (next: Selection | undefined) =>
      setParameters(writeSelection(next), { replace: true, preventScrollReset: true }),
    [setParameters],
  );
  return [selection, select] as const;
};
