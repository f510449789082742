interface DevToolsHook {
  inject: (renderer: unknown) => number;
  renderers: Map<number, unknown>;
}

/**
 * Development only. React Refresh keeps a list of renderers that a refresh runtime loaded later, that of a remote, finds
 * empty; then a change in the remote is announced and not shown. So the list is filled before React starts.
 */
const fillRendererList = (hook: DevToolsHook): void => {
  const inject = hook.inject.bind(hook);
  hook.inject = (renderer) => {
    const id = inject(renderer);
    hook.renderers.set(id, renderer);
    return id;
  };
};

const hook = (globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: DevToolsHook }).__REACT_DEVTOOLS_GLOBAL_HOOK__;
if (__DEV__ && hook) fillRendererList(hook);
