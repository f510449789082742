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
export const branchId = ({
  remoteId,
  access,
  layout,
}: Pick<RouteClaim, 'remoteId' | 'access' | 'layout'>): string => `${remoteId}:${access}:${layout}`;

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

const isCovered = (pattern: string[], path: string[]): boolean =>
  pattern.length <= path.length &&
  pattern.every((segment, index) => segment.startsWith(':') || segment === path[index]);

/** More segments win, then more literal segments: `/tasks/new`, `/tasks/:id`, `/tasks`. */
const specificityOf = (pattern: string): number => {
  const segments = segmentsOf(pattern);
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
    .sort((one, other) => specificityOf(other.pattern) - specificityOf(one.pattern));
  return {
    claims,
    find: (path) => {
      const segments = segmentsOf(path);
      return claims.find(({ pattern }) => isCovered(segmentsOf(pattern), segments));
    },
  };
};
