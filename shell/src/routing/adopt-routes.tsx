import type { ComponentType } from 'react';
import type { ActionFunctionArgs, LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { retry } from '../remotes/retry';

/** A chunk that the network lost comes on the second or third try; one that is gone never does. */
const chunkRetries = { retries: 2, delayMs: 300 };

type RouteHandler = (args: LoaderFunctionArgs | ActionFunctionArgs, context?: unknown) => unknown;
interface LazyModule {
  Component?: ComponentType;
  loader?: RouteHandler | boolean;
  action?: RouteHandler | boolean;
}

const call = async (
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

/**
 * The router remembers a lazy route that failed for ever, so that no retry could help. A loader that fetches the module
 * may fail and run again.
 */
const adoptLazy = (lazy: () => Promise<unknown>): Partial<RouteObject> => {
  const slot: LazySlot = {};
  const load = async (): Promise<LazyModule> => {
    slot.module ??= (await retry(lazy, chunkRetries)) as LazyModule;
    return slot.module;
  };
  return {
    element: <LazyPage slot={slot} />,
    loader: async (args) => call((await load()).loader, args),
    action: async (args) => call((await load()).action, args),
  };
};

/** A remote's routes in the form in which the shell's router can try them again after a failure. */
export const adoptRoutes = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { lazy, children, ...rest } = route;
    const adopted = {
      ...rest,
      ...(children ? { children: adoptRoutes(children) } : {}),
      ...(typeof lazy === 'function' ? adoptLazy(lazy) : {}),
    };
    return adopted as RouteObject;
  });
