import { type MessageLoaders, registerMessages, type Translate, useMessages } from '@obieg/web-kit';
import { defineMessages } from '@obieg/web-kit/define-messages';

const namespace = 'shell-dashboard';

const loadPolish = () => import(/* webpackChunkName: "shell-dashboard-pl" */ './i18n/pl.json');

/** The specification words the texts of `mul` like the Polish ones. Its other texts are in the shell's own catalogue. */
const loaders = defineMessages({
  mul: loadPolish,
  pl: loadPolish,
  en: () => import(/* webpackChunkName: "shell-dashboard-en" */ './i18n/en.json'),
});

/** For tests. */
export const dashboardMessages: Record<typeof namespace, MessageLoaders> = { [namespace]: loaders };

/** Loads the texts of the dashboard, which a visitor's first page does not need. */
export const registerDashboardMessages = (): Promise<void> => registerMessages(namespace, loaders);

export const useDashboardMessages = (): Translate => useMessages(namespace);
