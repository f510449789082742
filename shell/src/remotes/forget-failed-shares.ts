import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/**
 * Lets a shared module that failed to load be loaded again. Module Federation keeps its rejected promise, so one lost
 * connection would break every page that needs the module until a reload.
 */
export const forgetFailedShares: ModuleFederationRuntimePlugin = {
  name: 'obieg-forget-failed-shares',
  errorLoadShare: ({ pkgName, shareScopeMap }) => {
    for (const scope of Object.values(shareScopeMap))
      for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) shared.loading = null;
  },
};
