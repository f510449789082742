import { create } from 'zustand';

export interface Notice {
  id: number;
  tone: 'success' | 'info';
  text: string;
}

let lastId = 0;

const useNoticeStore = create<{ notices: readonly Notice[] }>(() => ({ notices: [] }));

/** What the shell shows as toasts, oldest first. */
export const useNotices = (): readonly Notice[] => useNoticeStore((state) => state.notices);

/** Removes a notice: its time is over, or somebody has put it away. */
export const dismissNotice = (id: number): void =>
  useNoticeStore.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));

const show = (tone: Notice['tone'], text: string): void => {
  const id = ++lastId;
  useNoticeStore.setState(({ notices }) => ({ notices: [...notices, { id, tone, text }] }));
};

/**
 * Short messages that need no answer; the shell shows them for 3 s (spec 1 §9). What went wrong, or has to be acted on,
 * belongs beside its field or into a panel.
 */
export const notify = {
  success: (text: string): void => show('success', text),
  info: (text: string): void => show('info', text),
};
