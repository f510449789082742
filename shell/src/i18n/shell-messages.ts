import { type MessageLoaders, type Translate, useMessages } from '@obieg/web-kit';
import mul from './mul.json';

const namespace = 'shell';

/** The default language comes with the page; it is also what a missing text falls back to. */
export const shellMessages: Record<typeof namespace, MessageLoaders> = {
  [namespace]: {
    mul: async () => mul,
    pl: () => import(/* webpackChunkName: "shell-pl" */ './pl.json'),
    en: () => import(/* webpackChunkName: "shell-en" */ './en.json'),
  },
};

export const useShellMessages = (): Translate => useMessages(namespace);
