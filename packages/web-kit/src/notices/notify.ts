import { create } from 'zustand';

export interface Notice {
  id: number;
  tone: 'success' | 'info';
  text: string;
}

let lastId = 0;

const useNoticeStore = create<{ notices: readonly Notice[] }>(() => ({ notices: [] }));

/** Messages that the shell shows as toasts, oldest first. */
export const useNotices = (): readonly Notice[] => useNoticeStore((state) => state.notices);

/** Removes a message that expired or that the user dismissed. */
export const dismissNotice = (id: number): void =>
  useNoticeStore.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));

const show = (tone: Notice['tone'], text: string): void => {
  const id = ++lastId;
  useNoticeStore.setState(({ notices }) => ({ notices: [...notices, { id, tone, text }] }));
};

/** Shows a short message as a toast for 3 s (spec 1 §9). Show errors beside their field or in a panel instead. */
export const notify = {
  success: (text: string): void => show('success', text),
  info: (text: string): void => show('info', text),
};
