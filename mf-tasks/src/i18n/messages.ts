import { registerMessages, type Translate, useMessages } from '@obieg/web-kit';
import { defineMessages, overrideTexts } from '@obieg/web-kit/define-messages';

const namespace = 'mf-tasks';
/** Namespace of the texts that `withOnDemandMessages` loads. */
export const onDemandNamespace = 'mf-tasks-on-demand';

const onDemandMessages = defineMessages({
  mul: overrideTexts(
    () => import(/* webpackChunkName: "mf-tasks-on-demand-mul" */ './on-demand/pl.json'),
    () => import(/* webpackChunkName: "mf-tasks-on-demand-mul" */ './on-demand/mul.json'),
  ),
  pl: () => import(/* webpackChunkName: "mf-tasks-on-demand-pl" */ './on-demand/pl.json'),
  en: () => import(/* webpackChunkName: "mf-tasks-on-demand-en" */ './on-demand/en.json'),
});

/**
 * Loads the texts that a visitor's first page does not need, before the page or part with them renders. The first page
 * has a byte limit.
 */
export const withOnDemandMessages = async <Module>(module: Promise<Module>): Promise<Module> => {
  // Both at once: a code that fails while its texts load would be an unhandled rejection.
  const [loaded] = await Promise.all([module, registerMessages(onDemandNamespace, onDemandMessages)]);
  return loaded;
};

/** Returns the translate function for the messages of this remote. */
export const useTaskMessages = (): Translate => useMessages(namespace, onDemandNamespace);
