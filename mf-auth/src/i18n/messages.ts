import { registerMessages, type Translate, useMessages } from '@obieg/web-kit';
import { defineMessages, overrideTexts } from '@obieg/web-kit/define-messages';

const namespace = 'mf-auth';
const onDemandNamespace = 'mf-auth-on-demand';

const onDemandMessages = defineMessages({
  mul: overrideTexts(
    () => import(/* webpackChunkName: "mf-auth-on-demand-mul" */ './on-demand/pl.json'),
    () => import(/* webpackChunkName: "mf-auth-on-demand-mul" */ './on-demand/mul.json'),
  ),
  pl: () => import(/* webpackChunkName: "mf-auth-on-demand-pl" */ './on-demand/pl.json'),
  en: () => import(/* webpackChunkName: "mf-auth-on-demand-en" */ './on-demand/en.json'),
});

/** Loads the texts of the second factor with its code. The login page has a byte limit. */
export const withOnDemandMessages = async <Module>(module: Promise<Module>): Promise<Module> => {
  // Both at once: a code that fails while its texts load would be an unhandled rejection.
  const [loaded] = await Promise.all([module, registerMessages(onDemandNamespace, onDemandMessages)]);
  return loaded;
};

/** Returns the translate function for this remote's texts. */
export const useAuthMessages = (): Translate => useMessages(namespace, onDemandNamespace);
