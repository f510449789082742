import type { RemoteRegistry } from '@obieg/contracts';
import {
  ContractError,
  currentSession,
  defaultLandingPage,
  isMainDomain,
  rememberReturnUrl,
} from '@obieg/web-kit';
import { createBrowserRouter, type RouteObject, redirect } from 'react-router-dom';
import { FrameLayout } from '../layout/FrameLayout';
import { Root } from '../layout/Root';
import { DashboardPage } from '../pages/Dashboard/DashboardPage';
import { OrganizationNeededPage } from '../pages/OrganizationNeededPage';
import { RouteFailure } from '../pages/RouteFailure';
import type { LoadRemote } from '../remotes/remote-loader';
import { toRetryableRoutes } from './retryable-routes';
import { buildBranchId, createRouteTable, type RouteClaim, type RouteTable } from './route-table';

export interface ShellRouterOptions {
  registry: RemoteRegistry;
  loadRemote: LoadRemote;
  /** Default: `createBrowserRouter`. Tests pass `createMemoryRouter`. */
  createRouter?: typeof createBrowserRouter;
}

const dashboardPath = '/dashboard';

const isKnownPath = (table: RouteTable, path: string): boolean =>
  path === dashboardPath || table.find(path) !== undefined;

/** Whether a path needs a session. Unknown paths do not; they redirect to /login (spec 3 §2). */
const needsSession = (table: RouteTable, path: string): boolean =>
  path === dashboardPath || table.find(path)?.access === 'signed-in';

/** Whether the page needs an organization, but this is the main domain. */
const lacksOrganization = ({ site }: RouteClaim): boolean => site === 'organization' && isMainDomain();

/** Redirects a visitor to /login (spec 3 §2) and stores the return URL (spec 1 §4). */
const requireSession: NonNullable<RouteObject['middleware']>[number] = ({ request }, next) => {
  if (currentSession()) return next();
  const { pathname, search } = new URL(request.url);
  // The landing page is the default anyway. If stored, it would block the next return URL.
  if (pathname !== defaultLandingPage()) rememberReturnUrl(pathname + search);
  throw redirect('/login');
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
  createRouter = createBrowserRouter,
}: ShellRouterOptions) => {
  const table = createRouteTable(registry);
  const mountedRemotes = new Set<string>();
  const failures = new Map<string, unknown>();

  /** The remote failed to load, or has no such route. The latter redirects like any unknown path (spec 3 §2). */
  const throwFailureOrRedirect = (remoteId: string) => () => {
    const failure = failures.get(remoteId);
    throw failure ?? redirect('/login');
  };

  const buildBranches = (wanted: Pick<RouteClaim, 'access' | 'layout'>): RouteObject[] =>
    groupByBranch(
      table.claims.filter(({ access, layout }) => access === wanted.access && layout === wanted.layout),
    ).map((claims) => ({
      // A branch has no path. With one, the router would match it and never load the remote.
      id: buildBranchId(claims[0] as RouteClaim),
      errorElement: <RouteFailure isFramed={wanted.layout === 'frame'} />,
      children: claims.map((claim) =>
        lacksOrganization(claim)
          ? { path: `${claim.pattern}/*`, element: <OrganizationNeededPage /> }
          : { path: `${claim.pattern}/*`, element: null, loader: throwFailureOrRedirect(claim.remoteId) },
      ),
    }));

  const guard = (children: RouteObject[]): RouteObject => ({ middleware: [requireSession], children });

  const routes: RouteObject[] = [
    {
      Component: Root,
      errorElement: <RouteFailure isFramed={false} />,
      hydrateFallbackElement: <div />,
      children: [
        { path: '/', loader: () => redirect(defaultLandingPage()) },
        ...buildBranches({ access: 'public', layout: 'bare' }),
        guard(buildBranches({ access: 'signed-in', layout: 'bare' })),
        {
          element: <FrameLayout remotes={registry.remotes} />,
          errorElement: <RouteFailure isFramed={false} />,
          children: [
            ...buildBranches({ access: 'public', layout: 'frame' }),
            guard([
              {
                path: dashboardPath,
                element: <DashboardPage isKnownPath={(path) => isKnownPath(table, path)} />,
                errorElement: <RouteFailure isFramed />,
              },
              ...buildBranches({ access: 'signed-in', layout: 'frame' }),
            ]),
          ],
        },
        { path: '*', loader: () => redirect('/login') },
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
