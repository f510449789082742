import { limits } from '@obieg/contracts';
import { create } from 'zustand';

export interface Notice {
  id: number;
  kind: 'success' | 'info' | 'error';
  text: string;
}

let lastId = 0;

const useNoticeStore = create<{ notices: readonly Notice[] }>(() => ({ notices: [] }));

/** What the shell shows as toasts. */
export const useNotices = (): readonly Notice[] => useNoticeStore((state) => state.notices);

/** Removes a notice before its time. */
export const dismissNotice = (id: number): void =>
  useNoticeStore.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));

const show = (kind: Notice['kind'], text: string): void => {
  const id = ++lastId;
  useNoticeStore.setState(({ notices }) => ({ notices: [...notices, { id, kind, text }] }));
  setTimeout(() => dismissNotice(id), limits.messageMs);
};

/**
 * Short messages that need no answer, gone after 3 s (spec 1 §9). What a person has to act on belongs beside its field
 * or into a panel.
 */
export const notify = {
  success: (text: string): void => show('success', text),
  info: (text: string): void => show('info', text),
  error: (text: string): void => show('error', text),
};
