import type { ApprovalDecision, PendingApproval } from '@obieg/contracts';
import { areSingleKeyShortcutsOn, useCommands } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';

const shownKeys = { next: 'j', previous: 'k', open: 'Enter', approve: 'a', reject: 'r' };

const useShownKeys = (): void => {
  const t = useTaskMessages();
  useCommands(
    Object.entries(shownKeys).map(([name, keys]) => ({
      id: `approvals.${name}`,
      label: t(`approvals.keyNames.${name}`),
      keys,
      isOnlyShown: true,
      run: () => {},
    })),
  );
};

/** Keys are off while the user types, and in a menu or dialog. */
const isBusy = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role=menu], [role=dialog]') !== null;

/**
 * Moves between the approvals and works on the focused one: j and k or the arrows, a approve, r reject. Both open the
 * dialog of the decision, so that no key decides alone. Enter follows the link.
 */
export const useApprovalKeys = (
  approvals: readonly PendingApproval[],
  onDecide: (approval: PendingApproval, decision: ApprovalDecision) => void,
) => {
  useShownKeys();
  const links = useRef(new Map<number, HTMLAnchorElement>());
  const [current, setCurrent] = useState<number>();
  const ids = approvals.map(({ roundId }) => roundId);
  const lastIndex = useRef(0);
  const index = current === undefined ? -1 : ids.indexOf(current);
  if (index >= 0) lastIndex.current = index;
  const focusAt = (wanted: number): void => {
    const id = ids[Math.min(Math.max(wanted, 0), ids.length - 1)];
    if (id !== undefined) links.current.get(id)?.focus();
  };
  const hasLeft = current !== undefined && index < 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the focused approval has left the list
  useEffect(() => {
    if (!hasLeft) return;
    setCurrent(undefined);
    if (document.activeElement === null || document.activeElement === document.body)
      focusAt(lastIndex.current);
  }, [hasLeft]);
  const handle = (key: string): boolean => {
    const approval = approvals[index];
    if (key === 'j' || key === 'ArrowDown') focusAt(index + 1);
    else if (key === 'k' || key === 'ArrowUp') focusAt(index < 0 ? 0 : index - 1);
    else if (approval && key === 'a') onDecide(approval, 'APPROVED');
    else if (approval && key === 'r') onDecide(approval, 'REJECTED');
    else return false;
    return true;
  };
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // Letters can be switched off (WCAG 2.1.4), arrows cannot.
      if (event.key.length === 1 && !areSingleKeyShortcutsOn()) return;
      if (!isBusy(event) && latest.current(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return {
    /** Props of the link of an approval. */
    linkProps: ({ roundId }: PendingApproval) => ({
      ref: (element: HTMLAnchorElement | null): void => {
        if (element) links.current.set(roundId, element);
        else links.current.delete(roundId);
      },
      onFocus: () => setCurrent(roundId),
    }),
  };
};
