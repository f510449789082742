import { create } from 'zustand';

interface NoticeAction {
  label: string;
  run: () => void;
}

export interface Notice {
  id: number;
  tone: 'success' | 'info';
  text: string;
  action?: NoticeAction | undefined;
}

let lastId = 0;

const useNoticeStore = create<{ notices: readonly Notice[] }>(() => ({ notices: [] }));

/** Messages that the shell shows as toasts, oldest first. */
export const useNotices = (): readonly Notice[] => useNoticeStore((state) => state.notices);

/** Removes a message that expired or that the user dismissed. */
export const dismissNotice = (id: number): void =>
  useNoticeStore.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));

const show = (tone: Notice['tone'], text: string, action?: NoticeAction): void => {
  const id = ++lastId;
  useNoticeStore.setState(({ notices }) => ({ notices: [...notices, { id, tone, text, action }] }));
};

/**
 * Shows a short message as a toast for 3 s (spec 1 §9), and for 10 s with an action. Show errors beside their field or
 * in a panel instead.
 */
export const notify = {
  success: (text: string, action?: NoticeAction): void => show('success', text, action),
  info: (text: string): void => show('info', text),
};
