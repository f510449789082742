import { registerMessages, type Translate, useMessages } from '@obieg/web-kit';
import { defineMessages } from '@obieg/web-kit/define-messages';

const namespace = 'shell-on-demand';

const loadPolish = () => import(/* webpackChunkName: "shell-on-demand-pl" */ '../i18n/on-demand/pl.json');

/** The specification does not word any of these texts, so `mul` is Polish. */
const messages = defineMessages({
  mul: loadPolish,
  pl: loadPolish,
  en: () => import(/* webpackChunkName: "shell-on-demand-en" */ '../i18n/on-demand/en.json'),
});

/** Loads the texts of the palette, which a visitor's first page does not need. */
export const registerCommandMessages = (): Promise<void> => registerMessages(namespace, messages);

export const useCommandMessages = (): Translate => useMessages(namespace);
