import '@obieg/ui/styles.css';
import './start.css';
import type { Language, RemoteRegistry } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import {
  createQueryClient,
  currentSession,
  Link,
  QueryClientProvider,
  refreshPermissions,
  registerMessages,
  setLanguage,
  setNavigate,
  useLanguage,
} from '@obieg/web-kit';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router-dom';
import { RouterProvider } from 'react-router-dom';
import { shellMessages } from '../i18n/shell-messages';
import { RegistryDownPage } from '../pages/RegistryDownPage';
import { readRegistry } from '../remotes/registry';
import { createRemoteLoader } from '../remotes/remote-loader';
import { goTo } from '../routing/go-to';
import { prefetchOnIntent } from '../routing/prefetch';
import { createShellRouter } from '../routing/router';
import { watchSession } from '../routing/session-watch';
import { resetUserQueries } from './reset-user-queries';

/**
 * Never called. Makes the bundler include these entry points of `ui` in the shared packages.
 *
 * @public
 */
export const provideOnDemand = {
  overlays: () => import(/* webpackChunkName: "ui-overlays" */ '@obieg/ui/overlays'),
  questionnaire: () => import(/* webpackChunkName: "ui-questionnaire" */ '@obieg/ui/questionnaire'),
};

const queryClient = createQueryClient();

const readStyleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

const changeLanguage = (language: Language): void => void setLanguage(language);

const Providers = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <UiProvider
      nonce={readStyleNonce()}
      language={useLanguage()}
      onLanguageChange={changeLanguage}
      linkComponent={Link}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </UiProvider>
  </StrictMode>
);

const root = createRoot(document.getElementById('root') as HTMLElement);

/** Waits for the first page, so that the start indicator stays until then. */
const waitUntilInitialized = (router: DataRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });

const startRouter = async (registry: RemoteRegistry): Promise<void> => {
  const loadRemote = createRemoteLoader(registry);
  const { router, table, needsSession, isKnownPath } = createShellRouter({ registry, loadRemote });
  setNavigate((to) => goTo(router, to));
  watchSession({
    router,
    needsSession,
    isKnownPath,
    resetUserQueries: () =>
      resetUserQueries(queryClient, !currentSession() && needsSession(router.state.location.pathname)),
  });
  prefetchOnIntent(table, loadRemote);
  await waitUntilInitialized(router);
  root.render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
};

const start = async (): Promise<void> => {
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
  await startRouter(registry);
};

void start();
