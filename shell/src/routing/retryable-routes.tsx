import type { ComponentType } from 'react';
import type { ActionFunctionArgs, LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { isRetryableChunk } from '../delivery/classify-failure';
import { retry } from '../remotes/retry';

/**
 * Two retries cover a network failure. For a chunk that no longer exists, retries do not help. A module that throws is
 * not imported again, because the bundler would return its incomplete exports.
 */
const chunkRetries = { retries: 2, delayMs: 300, isRetryable: isRetryableChunk };

type RouteHandler = (args: LoaderFunctionArgs | ActionFunctionArgs, context?: unknown) => unknown;
interface LazyModule {
  Component?: ComponentType;
  loader?: RouteHandler | boolean;
  action?: RouteHandler | boolean;
}

const callHandler = async (
  handler: LazyModule['loader'],
  args: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<unknown> => (typeof handler === 'function' ? ((await handler(args)) ?? null) : null);

interface LazySlot {
  module?: LazyModule;
}

const LazyPage = ({ slot }: { slot: LazySlot }) => {
  const Loaded = slot.module?.Component;
  return Loaded ? <Loaded /> : null;
};

/** Moves the import into a loader. The router caches a failed lazy route forever, but runs a failed loader again. */
const toRetryableLazy = (lazy: () => Promise<unknown>): Partial<RouteObject> => {
  const slot: LazySlot = {};
  const load = async (): Promise<LazyModule> => {
    slot.module ??= (await retry(lazy, chunkRetries)) as LazyModule;
    return slot.module;
  };
  return {
    element: <LazyPage slot={slot} />,
    loader: async (args) => callHandler((await load()).loader, args),
    action: async (args) => callHandler((await load()).action, args),
  };
};

/** Returns a remote's routes, changed so that the router can retry a failed import. */
export const toRetryableRoutes = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { lazy, children, ...rest } = route;
    const retryable = {
      ...rest,
      ...(children ? { children: toRetryableRoutes(children) } : {}),
      ...(typeof lazy === 'function' ? toRetryableLazy(lazy) : {}),
    };
    return retryable as RouteObject;
  });
