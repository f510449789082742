import { type RemoteRegistry, shellId } from '@obieg/contracts';
import {
  ContractError,
  currentSession,
  defaultLandingPage,
  getSignInReason,
  isMainDomain,
  notify,
  rememberReturnUrl,
  setSignInReason,
  translate,
} from '@obieg/web-kit';
import {
  createBrowserRouter,
  type RouteObject,
  type RouterContextProvider,
  redirect,
} from 'react-router-dom';
import type { DeliveryReporter } from '../delivery/delivery-reporter';
import { FrameLayout } from '../layout/FrameLayout';
import { Root } from '../layout/Root';
import { OrganizationNeededPage } from '../pages/OrganizationNeededPage';
import { RouteFailure } from '../pages/RouteFailure';
import type { LoadRemote } from '../remotes/remote-loader';
import { toRetryableRoutes } from './retryable-routes';
import { buildBranchId, createRouteTable, type RouteClaim, type RouteTable } from './route-table';

export interface ShellRouterOptions {
  registry: RemoteRegistry;
  loadRemote: LoadRemote;
  reportRouteFailure: DeliveryReporter['reportRouteFailure'];
  /** Provides what loaders need, for example the query cache. */
  getContext?: () => RouterContextProvider;
  /** Default: `createBrowserRouter`. Tests pass `createMemoryRouter`. */
  createRouter?: typeof createBrowserRouter;
}

const dashboardPath = '/dashboard';

const isKnownPath = (table: RouteTable, path: string): boolean =>
  path === dashboardPath || table.find(path) !== undefined;

/** Whether a path needs a session. Unknown paths do not; they redirect to /login (spec 3 §2). */
const needsSession = (table: RouteTable, path: string): boolean =>
  path === dashboardPath || table.find(path)?.access === 'signed-in';

/** Visitors never see the dashboard, so it is not part of the first page. */
const loadDashboard = async (isKnown: (path: string) => boolean) => {
  const { DashboardPage, registerDashboardMessages } = await import(
    /* webpackChunkName: "shell-dashboard" */ '../pages/Dashboard/DashboardPage'
  );
  await registerDashboardMessages();
  // biome-ignore lint/correctness/noComponentHookFactories: a route keeps the component that it has loaded.
  return { Component: () => <DashboardPage isKnownPath={isKnown} /> };
};

/** Whether the page needs an organization, but this is the main domain. */
const lacksOrganization = ({ site }: RouteClaim): boolean => site === 'organization' && isMainDomain();

/** Redirects a visitor to /login (spec 3 §2) and stores the return URL (spec 1 §4). */
const requireSession: NonNullable<RouteObject['middleware']>[number] = ({ request }, next) => {
  if (currentSession()) return next();
  const { pathname, search } = new URL(request.url);
  // The landing page is the default anyway. If stored, it would block the next return URL.
  if (pathname !== defaultLandingPage()) rememberReturnUrl(pathname + search);
  if (!getSignInReason()) setSignInReason('sign-in-needed');
  throw redirect('/login');
};

/**
 * Redirects an unknown address: a visitor to /login (spec 3 §2), a signed-in user to the landing page, because the login
 * page would end the session.
 */
const redirectUnknown = (): Response => {
  if (!currentSession()) return redirect('/login');
  notify.info(translate('shell', 'unknownAddress'));
  return redirect(defaultLandingPage());
};

const groupByBranch = (claims: readonly RouteClaim[]): RouteClaim[][] => {
  const branches = new Map<string, RouteClaim[]>();
  for (const claim of claims) {
    branches.set(buildBranchId(claim), [...(branches.get(buildBranchId(claim)) ?? []), claim]);
  }
  return [...branches.values()];
};

/**
 * Creates the router. It loads a remote when one of its routes is opened. Until then, and after a failure, each
 * declared route has a placeholder in its layout.
 */
export const createShellRouter = ({
  registry,
  loadRemote,
  reportRouteFailure,
  getContext,
  createRouter = createBrowserRouter,
}: ShellRouterOptions) => {
  const table = createRouteTable(registry);
  const mountedRemotes = new Set<string>();
  const failures = new Map<string, unknown>();

  const showFailure = (owner: string, isFramed: boolean) => (
    <RouteFailure isFramed={isFramed} onFailure={(error) => reportRouteFailure(owner, error)} />
  );

  /** The remote failed to load, or has no such route. The latter redirects like any unknown path (spec 3 §2). */
  const throwFailureOrRedirect = (remoteId: string) => () => {
    const failure = failures.get(remoteId);
    throw failure ?? redirectUnknown();
  };

  const buildBranches = (wanted: Pick<RouteClaim, 'access' | 'layout'>): RouteObject[] =>
    groupByBranch(
      table.claims.filter(({ access, layout }) => access === wanted.access && layout === wanted.layout),
    ).map((claims) => ({
      // A branch has no path. With one, the router would match it and never load the remote.
      id: buildBranchId(claims[0] as RouteClaim),
      errorElement: showFailure((claims[0] as RouteClaim).remoteId, wanted.layout === 'frame'),
      children: claims.map((claim) =>
        lacksOrganization(claim)
          ? { path: `${claim.pattern}/*`, element: <OrganizationNeededPage /> }
          : { path: `${claim.pattern}/*`, element: null, loader: throwFailureOrRedirect(claim.remoteId) },
      ),
    }));

  const guard = (children: RouteObject[]): RouteObject => ({ middleware: [requireSession], children });

  const routes: RouteObject[] = [
    {
      element: <Root registry={registry} />,
      errorElement: showFailure(shellId, false),
      hydrateFallbackElement: <div />,
      children: [
        { path: '/', loader: () => redirect(defaultLandingPage()) },
        ...buildBranches({ access: 'public', layout: 'bare' }),
        guard(buildBranches({ access: 'signed-in', layout: 'bare' })),
        {
          element: <FrameLayout remotes={registry.remotes} />,
          errorElement: showFailure(shellId, false),
          children: [
            ...buildBranches({ access: 'public', layout: 'frame' }),
            guard([
              ...toRetryableRoutes([
                {
                  path: dashboardPath,
                  lazy: () => loadDashboard((path) => isKnownPath(table, path)),
                  errorElement: showFailure(shellId, true),
                },
              ]),
              ...buildBranches({ access: 'signed-in', layout: 'frame' }),
            ]),
          ],
        },
        { path: '*', loader: redirectUnknown },
      ],
    },
  ];

  /** Mounts a remote's routes in the branches of their claims. @throws ContractError for an undeclared route */
  const mountRemote = async (
    remoteId: string,
    patch: (branch: string, routes: RouteObject[]) => void,
  ): Promise<void> => {
    const remote = await loadRemote(remoteId);
    const mounts = remote.routes.map((route) => {
      const claim = table.find(route.path ?? '');
      if (claim?.remoteId !== remoteId) {
        throw new ContractError(`${remoteId} has the undeclared route ${route.path}`);
      }
      return { branch: buildBranchId(claim), route, claim };
    });
    for (const { branch, route, claim } of mounts)
      if (!lacksOrganization(claim)) patch(branch, toRetryableRoutes([route]));
  };

  const router = createRouter(routes, {
    ...(getContext ? { getContext } : {}),
    // A rejection here would leave the page blank. The placeholder's loader throws the error inside its layout.
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const claim = table.find(path);
      if (!claim || mountedRemotes.has(claim.remoteId) || lacksOrganization(claim)) return;
      if (claim.access === 'signed-in' && !currentSession()) return;
      try {
        await mountRemote(claim.remoteId, patch);
        mountedRemotes.add(claim.remoteId);
        failures.delete(claim.remoteId);
      } catch (error) {
        failures.set(claim.remoteId, error);
      }
    },
  });
  return {
    router,
    table,
    needsSession: (path: string) => needsSession(table, path),
    isKnownPath: (path: string) => isKnownPath(table, path),
  };
};
