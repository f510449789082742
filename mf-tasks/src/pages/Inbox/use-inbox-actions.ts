import { describeError, notify } from '@obieg/web-kit';
import { useRef, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { type InboxGroup, idsOf } from './group-entries';
import type { RowActions } from './InboxRow';
import { inboxChanges, useInboxChange } from './inbox.api';
import { snoozeTime } from './snooze-times';

const { read, unread, finish, snooze, unsnooze } = inboxChanges;

type Undo = () => Promise<unknown>;

const newestIdOf = (group: InboxGroup): number => Math.max(...idsOf(group));

const idsWith = ({ entries }: InboxGroup, isRead: boolean): number[] =>
  entries.filter(({ readAt }) => (readAt !== null) === isRead).map(({ id }) => id);

const readIfAny = async (ids: number[]): Promise<void> => {
  if (ids.length > 0) await read({ ids });
};
const unreadIfAny = async (ids: number[]): Promise<void> => {
  if (ids.length > 0) await unread({ ids });
};

/** The time at which a snoozed group returns. Undefined unless it is snoozed. */
const returnTimeOf = ({ entries: [first] }: InboxGroup): string | undefined =>
  first && Date.parse(first.shownAt) > Date.now() ? first.shownAt : undefined;

/**
 * What the user can do with the inbox. Each action offers to undo it, in a toast and by `undo`, which undoes the last
 * one. Shows a failure until the next success.
 */
export const useInboxActions = () => {
  const t = useTaskMessages();
  const [failure, setFailure] = useState<string>();
  const { mutateAsync, isPending } = useInboxChange();
  const lastUndo = useRef<() => void>(undefined);
  const run = async (change: () => Promise<unknown>, onSuccess: () => void): Promise<void> => {
    try {
      await mutateAsync(change);
      setFailure(undefined);
      onSuccess();
    } catch (error) {
      setFailure(t('inbox.changeFailed', { reason: describeError(error) }));
    }
  };
  const offerUndo = (text: string, revert: Undo): void => {
    let isUndone = false;
    const undoOnce = (): void => {
      if (lastUndo.current === undoOnce) lastUndo.current = undefined;
      if (isUndone) return;
      isUndone = true;
      void run(revert, () => notify.success(t('inbox.undone')));
    };
    lastUndo.current = undoOnce;
    notify.success(text, { label: t('inbox.undo'), run: undoOnce });
  };
  /** Runs a change. It returns how to undo it. */
  const change = (text: string, work: () => Promise<Undo>): void => {
    let revert: Undo = () => Promise.resolve();
    void run(
      async () => {
        revert = await work();
      },
      () => offerUndo(text, revert),
    );
  };
  const actions: RowActions = {
    onRead: (group) =>
      change(t('inbox.readNotice'), async () => {
        const ids = idsWith(group, false);
        await read({ ids });
        return () => unread({ ids });
      }),
    onUnread: (group) =>
      change(t('inbox.unreadNotice'), async () => {
        const ids = idsWith(group, true);
        await unread({ ids });
        return () => read({ ids });
      }),
    onDone: (group) =>
      change(t('inbox.doneNotice'), async () => {
        const ids = idsOf(group);
        await finish({ ids });
        return async () => {
          await finish({ ids, isDone: false });
          await unreadIfAny(idsWith(group, false));
        };
      }),
    onSnooze: (group, choice) =>
      change(t('inbox.snoozedNotice'), async () => {
        const [id, before] = [newestIdOf(group), returnTimeOf(group)];
        await snooze(id, snoozeTime(choice, new Date()).toISOString());
        return async () => {
          if (before !== undefined) return snooze(id, before);
          await unsnooze(id);
          return readIfAny(idsWith(group, true));
        };
      }),
    onUnsnooze: (group) =>
      change(t('inbox.unsnoozedNotice'), async () => {
        const [id, before] = [newestIdOf(group), returnTimeOf(group)];
        await unsnooze(id);
        return () => (before === undefined ? Promise.resolve() : snooze(id, before));
      }),
  };
  const readAll = (upToId: number): void =>
    change(t('inbox.readAllNotice'), async () => {
      const { readAt } = await read({ all: true, upToId });
      return () => (readAt ? unread({ readAt }) : Promise.resolve());
    });
  return { actions, readAll, undo: () => lastUndo.current?.(), failure, isChanging: isPending };
};
