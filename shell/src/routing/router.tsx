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
import { adoptRoutes } from './adopt-routes';
import { branchId, createRouteTable, type RouteClaim, type RouteTable } from './route-table';

export interface ShellRouterOptions {
  registry: RemoteRegistry;
  loadRemote: LoadRemote;
  /** `createBrowserRouter`; a test takes the one in memory. */
  createRouter?: typeof createBrowserRouter;
}

const dashboardPath = '/dashboard';

const isKnownPath = (table: RouteTable, path: string): boolean =>
  path === dashboardPath || table.find(path) !== undefined;

/** Whether a visitor has to sign in first; paths that nobody claims are public, they lead to /login (spec 3 §2). */
const needsSession = (table: RouteTable, path: string): boolean =>
  path === dashboardPath || table.find(path)?.access === 'signed-in';

/** A page of one organization, asked for where there is none. */
const isOutOfPlace = ({ site }: RouteClaim): boolean => site === 'organization' && isMainDomain();

/** Sends a visitor to /login (spec 3 §2) and remembers where they wanted to be (spec 1 §4). */
const requireSession: NonNullable<RouteObject['middleware']>[number] = ({ request }, next) => {
  if (currentSession()) return next();
  const { pathname, search } = new URL(request.url);
  // Where everybody starts is no wish; remembered, it would keep the next one out.
  if (pathname !== defaultLandingPage()) rememberReturnUrl(pathname + search);
  throw redirect('/login');
};

const uniqueBranches = (claims: readonly RouteClaim[]): RouteClaim[][] => {
  const branches = new Map<string, RouteClaim[]>();
  for (const claim of claims) {
    branches.set(branchId(claim), [...(branches.get(branchId(claim)) ?? []), claim]);
  }
  return [...branches.values()];
};

/**
 * The router. Remotes are fetched when an address that they declare is opened; until then, and when that fails, a
 * placeholder stands in each of their places, inside the layout that they declare.
 */
export const createShellRouter = ({
  registry,
  loadRemote,
  createRouter = createBrowserRouter,
}: ShellRouterOptions) => {
  const table = createRouteTable(registry);
  const patched = new Set<string>();
  const failures = new Map<string, unknown>();

  /** Below what a remote declares but does not have: as any other unknown path (spec 3 §2). */
  const failOrLeave = (remoteId: string) => () => {
    const failure = failures.get(remoteId);
    throw failure ?? redirect('/login');
  };

  const branchesOf = (wanted: Pick<RouteClaim, 'access' | 'layout'>): RouteObject[] =>
    uniqueBranches(
      table.claims.filter(({ access, layout }) => access === wanted.access && layout === wanted.layout),
    ).map((claims) => ({
      // Without a path of its own: with one, the address would be found here and the remote never asked for.
      id: branchId(claims[0] as RouteClaim),
      errorElement: <RouteFailure isFramed={wanted.layout === 'frame'} />,
      children: claims.map((claim) =>
        isOutOfPlace(claim)
          ? { path: `${claim.pattern}/*`, element: <OrganizationNeededPage /> }
          : { path: `${claim.pattern}/*`, element: null, loader: failOrLeave(claim.remoteId) },
      ),
    }));

  const signedIn = (children: RouteObject[]): RouteObject => ({ middleware: [requireSession], children });

  const routes: RouteObject[] = [
    {
      Component: Root,
      errorElement: <RouteFailure isFramed={false} />,
      hydrateFallbackElement: <div />,
      children: [
        { path: '/', loader: () => redirect(defaultLandingPage()) },
        ...branchesOf({ access: 'public', layout: 'bare' }),
        signedIn(branchesOf({ access: 'signed-in', layout: 'bare' })),
        {
          element: <FrameLayout remotes={registry.remotes} />,
          errorElement: <RouteFailure isFramed={false} />,
          children: [
            ...branchesOf({ access: 'public', layout: 'frame' }),
            signedIn([
              {
                path: dashboardPath,
                element: <DashboardPage isKnownPath={(path) => isKnownPath(table, path)} />,
                errorElement: <RouteFailure isFramed />,
              },
              ...branchesOf({ access: 'signed-in', layout: 'frame' }),
            ]),
          ],
        },
        { path: '*', loader: () => redirect('/login') },
      ],
    },
  ];

  /** Puts a remote's routes into the branches that their declarations name. */
  const patchRemote = async (
    remoteId: string,
    patch: (branch: string, routes: RouteObject[]) => void,
  ): Promise<void> => {
    const remote = await loadRemote(remoteId);
    const placed = remote.routes.map((route) => {
      const claim = table.find(route.path ?? '');
      if (claim?.remoteId !== remoteId) {
        throw new ContractError(`${remoteId} has the route ${route.path} and does not declare it`);
      }
      return { branch: branchId(claim), route, claim };
    });
    for (const { branch, route, claim } of placed)
      if (!isOutOfPlace(claim)) patch(branch, adoptRoutes([route]));
  };

  const router = createRouter(routes, {
    // Rejecting here would leave the page blank; the placeholder's loader throws instead, inside its layout.
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const claim = table.find(path);
      if (!claim || patched.has(claim.remoteId) || isOutOfPlace(claim)) return;
      if (claim.access === 'signed-in' && !currentSession()) return;
      try {
        await patchRemote(claim.remoteId, patch);
        patched.add(claim.remoteId);
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
