import type { DeployedRemote, RemoteRegistry } from '@obieg/contracts';

type DeclaredRoute = DeployedRemote['routes'][number];

/** Route that a remote declares. Covers its pattern and all paths below. */
export interface RouteClaim {
  remoteId: string;
  pattern: string;
  access: DeclaredRoute['access'];
  layout: DeclaredRoute['layout'];
  site?: DeclaredRoute['site'];
}

/** Id of a router branch. A remote's claims with the same guard and layout share a branch. */
export const buildBranchId = ({
  remoteId,
  access,
  layout,
}: Pick<RouteClaim, 'remoteId' | 'access' | 'layout'>): string => `${remoteId}:${access}:${layout}`;

const splitPath = (path: string): string[] => path.split('/').filter(Boolean);

const isCovered = (pattern: string[], path: string[]): boolean =>
  pattern.length <= path.length &&
  pattern.every((segment, index) => segment.startsWith(':') || segment === path[index]);

/** More segments win, then more literal segments: `/tasks/new`, `/tasks/:id`, `/tasks`. */
const computeSpecificity = (pattern: string): number => {
  const segments = splitPath(pattern);
  return segments.length * 100 + segments.filter((segment) => !segment.startsWith(':')).length;
};

export interface RouteTable {
  claims: readonly RouteClaim[];
  /** Returns the claim that covers a path or a pattern. */
  find: (path: string) => RouteClaim | undefined;
}

/** Builds the table from the registry, before any remote is loaded. */
export const createRouteTable = ({ remotes }: RemoteRegistry): RouteTable => {
  const claims = remotes
    .flatMap(({ id, routes }) =>
      routes.map(({ path, access, layout, site }) => ({ remoteId: id, pattern: path, access, layout, site })),
    )
    .sort((one, other) => computeSpecificity(other.pattern) - computeSpecificity(one.pattern));
  return {
    claims,
    find: (path) => {
      const segments = splitPath(path);
      return claims.find(({ pattern }) => isCovered(splitPath(pattern), segments));
    },
  };
};
