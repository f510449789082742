import { type MessageLoaders, type Translate, useMessages } from '@obieg/web-kit';
import mul from './mul.json';

const namespace = 'shell';

/** The default language is part of the bundle, because it is the fallback for missing texts. */
export const shellMessages: Record<typeof namespace, MessageLoaders> = {
  [namespace]: {
    mul: async () => mul,
    pl: () => import(/* webpackChunkName: "shell-pl" */ './pl.json'),
    en: () => import(/* webpackChunkName: "shell-en" */ './en.json'),
  },
};

export const useShellMessages = (): Translate => useMessages(namespace);
