import { areSingleKeyShortcutsOn, useCommands } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { type InboxGroup, isUnread } from './group-entries';
import type { InboxView } from './inbox.api';

interface Keys {
  view: InboxView;
  onRead: (group: InboxGroup) => void;
  onUnread: (group: InboxGroup) => void;
  onUnsnooze: (group: InboxGroup) => void;
  onDone: (group: InboxGroup) => void;
  onUndo: () => void;
}

const typedIn = 'input:not([type=radio]), textarea, select, [role=menu], [role=dialog]';

/** Keys are off while the user types, and in a menu or dialog. The arrows also move between radio buttons. */
const isBusy = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof Element &&
  (target.closest(typedIn) !== null || (key.startsWith('Arrow') && target.matches('input')));

/** Letters can be switched off (WCAG 2.1.4), arrows cannot. */
const isSwitchedOff = ({ key }: KeyboardEvent): boolean => key.length === 1 && !areSingleKeyShortcutsOn();

const shownKeys = { next: 'j', previous: 'k', open: 'Enter', read: 'r', done: 'e', snooze: 's', undo: 'z' };

/** Names the keys in the list of shortcuts. The inbox handles them itself, because they need the focused group. */
const useShownKeys = (): void => {
  const t = useTaskMessages();
  useCommands(
    Object.entries(shownKeys).map(([name, keys]) => ({
      id: `inbox.${name}`,
      label: t(`inbox.keyNames.${name}`),
      keys,
      isOnlyShown: true,
      run: () => {},
    })),
  );
};

/**
 * Moves between the groups and works on the focused one: j and k or the arrows, e done, r read or unread, in the view of
 * snoozed groups back to the inbox, s snooze. Enter follows the link, z undoes the last change. When the focused group leaves the list, the focus goes to the one that takes its place.
 */
export const useInboxKeys = (
  groups: readonly InboxGroup[],
  { view, onRead, onUnread, onUnsnooze, onDone, onUndo }: Keys,
) => {
  useShownKeys();
  const links = useRef(new Map<number, HTMLAnchorElement>());
  const [current, setCurrent] = useState<number>();
  const [snoozing, setSnoozing] = useState<number>();
  const ids = groups.map(({ task }) => task.publicTaskId);
  const lastIndex = useRef(0);
  const index = current === undefined ? -1 : ids.indexOf(current);
  if (index >= 0) lastIndex.current = index;

  const focusAt = (wanted: number): void => {
    const id = ids[Math.min(Math.max(wanted, 0), ids.length - 1)];
    if (id !== undefined) links.current.get(id)?.focus();
  };
  const hasLeft = current !== undefined && index < 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the focused group has left the list
  useEffect(() => {
    if (!hasLeft) return;
    setCurrent(undefined);
    if (document.activeElement === null || document.activeElement === document.body)
      focusAt(lastIndex.current);
  }, [hasLeft]);

  const toggle = (group: InboxGroup): void => {
    if (view === 'snoozed') onUnsnooze(group);
    else if (isUnread(group)) onRead(group);
    else onUnread(group);
  };
  const handle = (key: string): boolean => {
    // The menu of times opens, and the focus is about to move into it.
    if (snoozing !== undefined) return false;
    const group = groups[index];
    if (key === 'z') onUndo();
    else if (key === 'j' || key === 'ArrowDown') focusAt(index + 1);
    else if (key === 'k' || key === 'ArrowUp') focusAt(index < 0 ? 0 : index - 1);
    else if (!group) return false;
    else if (key === 'e') onDone(group);
    else if (key === 'r') toggle(group);
    else if (key === 's') setSnoozing(group.task.publicTaskId);
    else return false;
    return true;
  };
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isSwitchedOff(event)) return;
      if (!isBusy(event) && latest.current(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return {
    /** Props of the row of a group. */
    rowProps: ({ task: { publicTaskId } }: InboxGroup) => ({
      link: (element: HTMLAnchorElement | null): void => {
        if (element) links.current.set(publicTaskId, element);
        else links.current.delete(publicTaskId);
      },
      onFocus: () => setCurrent(publicTaskId),
      isSnoozing: snoozing === publicTaskId,
      onSnoozing: (isSnoozing: boolean) => setSnoozing(isSnoozing ? publicTaskId : undefined),
    }),
  };
};
