import { type MessageLoaders, type Translate, useMessages } from '@obieg/web-kit';
import { defineMessages, overrideTexts } from '@obieg/web-kit/define-messages';

const namespace = 'shell';

/** Part of the bundle, because the default language is the fallback for missing texts and consists of them. */
const loadPolish = () => import(/* webpackMode: "eager" */ './pl.json');

export const shellMessages: Record<typeof namespace, MessageLoaders> = {
  [namespace]: defineMessages({
    mul: overrideTexts(loadPolish, () => import(/* webpackMode: "eager" */ './mul.json')),
    pl: loadPolish,
    en: () => import(/* webpackChunkName: "shell-en" */ './en.json'),
  }),
};

export const useShellMessages = (): Translate => useMessages(namespace);
