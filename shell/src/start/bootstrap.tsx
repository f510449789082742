import '@obieg/ui/styles.css';
import './start.css';
import type { Language, RemoteRegistry } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import {
  createQueryClient,
  currentSession,
  Link,
  QueryClientProvider,
  queryClientContext,
  readTimeZone,
  reconnectLive,
  refreshPermissions,
  registerMessages,
  setLanguage,
  setNavigate,
  useLanguage,
} from '@obieg/web-kit';
import { type ReactNode, StrictMode, startTransition, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router-dom';
import { RouterContextProvider, RouterProvider } from 'react-router-dom';
import { watchConnection } from '../connection/connection';
import { createDeliveryReporter } from '../delivery/delivery-reporter';
import { shellMessages } from '../i18n/shell-messages';
import { RegistryDownPage } from '../pages/RegistryDownPage';
import { readRegistry } from '../registry/registry';
import { createRemoteLoader } from '../remotes/remote-loader';
import { goTo } from '../routing/go-to';
import { prefetchOnIntent } from '../routing/prefetch';
import { createShellRouter } from '../routing/router';
import { watchSession } from '../routing/session-watch';
import { nextTask } from './next-task';
import { reportLanguageChoices } from './report-language';
import { resetUserQueries } from './reset-user-queries';
import { startupWatch } from './startup-watch';
import { prepareTakeOver } from './take-over';

/**
 * Never called. Makes the bundler include these entry points of `ui` in the shared packages.
 *
 * @public
 */
export const provideOnDemand = {
  lists: () => import(/* webpackChunkName: "ui-lists" */ '@obieg/ui/lists'),
  overlays: () => import(/* webpackChunkName: "ui-overlays" */ '@obieg/ui/overlays'),
  questionnaire: () => import(/* webpackChunkName: "ui-questionnaire" */ '@obieg/ui/questionnaire'),
};

const queryClient = createQueryClient();

const readStyleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Read once: the gateway wrote it into this page. */
const timeZone = readTimeZone();

const changeLanguage = (language: Language): void => void setLanguage(language);

const Providers = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <UiProvider
      nonce={readStyleNonce()}
      language={useLanguage()}
      timeZone={timeZone}
      onLanguageChange={changeLanguage}
      linkComponent={Link}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </UiProvider>
  </StrictMode>
);

const place = document.getElementById('root') as HTMLElement;
const takeOver = prepareTakeOver(place);
const root = createRoot(place);

const TakeOver = ({ children }: { children: ReactNode }) => {
  useLayoutEffect(takeOver.moveFocus, []);
  useEffect(takeOver.repeat, []);
  return children;
};

const getContext = (): RouterContextProvider =>
  new RouterContextProvider(new Map([[queryClientContext, queryClient]]));

/** Waits for the first page, so that the start indicator stays until then. */
const waitUntilInitialized = (router: DataRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });

const startRouter = async (registry: RemoteRegistry): Promise<void> => {
  const reporter = createDeliveryReporter(registry);
  const loadRemote = createRemoteLoader(registry, reporter);
  const { router, table, needsSession, isKnownPath } = createShellRouter({
    registry,
    loadRemote,
    reportRouteFailure: reporter.reportRouteFailure,
    getContext,
  });
  setNavigate((to) => goTo(router, to));
  watchSession({
    router,
    needsSession,
    isKnownPath,
    resetUserQueries: () =>
      resetUserQueries(queryClient, !currentSession() && needsSession(router.state.location.pathname)),
  });
  watchConnection(() => {
    reconnectLive();
    // Other data is as fresh as before, and a refetch could replace what the user has typed.
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  });
  prefetchOnIntent(table, loadRemote);
  await waitUntilInitialized(router);
  // A transition renders in short tasks, so that a slow phone answers a tap meanwhile.
  startTransition(() =>
    root.render(
      <Providers>
        <TakeOver>
          <RouterProvider router={router} />
        </TakeOver>
      </Providers>,
    ),
  );
  startupWatch.end();
  reportLanguageChoices();
  reporter.reportShellLoaded();
};

/** Renders the first page. */
export const start = async (): Promise<void> => {
  for (const [namespace, loaders] of Object.entries(shellMessages)) {
    await registerMessages(namespace, loaders);
  }
  let registry: RemoteRegistry;
  try {
    registry = await readRegistry();
  } catch {
    root.render(
      <Providers>
        <RegistryDownPage onRetry={start} />
      </Providers>,
    );
    return;
  }
  void refreshPermissions();
  await nextTask();
  await startRouter(registry);
};
