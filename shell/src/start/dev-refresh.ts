interface DevToolsHook {
  inject: (renderer: unknown) => number;
  renderers: Map<number, unknown>;
}

/**
 * Development only. Fills the list of renderers before React starts. The refresh runtime of a remote loads later and
 * would find it empty, so changes in the remote would not appear.
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
