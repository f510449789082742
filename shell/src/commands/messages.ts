import { registerMessages, type Translate, useMessages } from '@obieg/web-kit';

const namespace = 'shell-on-demand';

/** Loads the texts of the palette, which a visitor's first page does not need. */
export const registerCommandMessages = (): Promise<void> =>
  registerMessages(namespace, {
    mul: () => import(/* webpackChunkName: "shell-on-demand-mul" */ '../i18n/on-demand/mul.json'),
    pl: () => import(/* webpackChunkName: "shell-on-demand-pl" */ '../i18n/on-demand/pl.json'),
    en: () => import(/* webpackChunkName: "shell-on-demand-en" */ '../i18n/on-demand/en.json'),
  });

export const useCommandMessages = (): Translate => useMessages(namespace);
