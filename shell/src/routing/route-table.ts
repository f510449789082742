import type { DeployedRemote, RemoteRegistry } from '@obieg/contracts';

type DeclaredRoute = DeployedRemote['routes'][number];

/** A route that a remote declares; covers its pattern and all addresses below it. */
export interface RouteClaim {
  remoteId: string;
  pattern: string;
  access: DeclaredRoute['access'];
  layout: DeclaredRoute['layout'];
  site?: DeclaredRoute['site'];
}

/** Claims of one remote that share guard and layout become one branch of the router, with this id. */
export const branchId = ({
  remoteId,
  access,
  layout,
}: Pick<RouteClaim, 'remoteId' | 'access' | 'layout'>): string => `${remoteId}:${access}:${layout}`;

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

const isCovered = (pattern: string[], path: string[]): boolean =>
  pattern.length <= path.length &&
  pattern.every((segment, index) => segment.startsWith(':') || segment === path[index]);

/** More segments win, then more literal ones: `/tasks/new` before `/tasks/:id` before `/tasks`. */
const weightOf = (pattern: string): number => {
  const segments = segmentsOf(pattern);
  return segments.length * 100 + segments.filter((segment) => !segment.startsWith(':')).length;
};

export interface RouteTable {
  claims: readonly RouteClaim[];
  /** The claim that an address, or the pattern of a remote's own route, falls under. */
  find: (path: string) => RouteClaim | undefined;
}

/** What the registry's remotes declare, known before any of their code is loaded. */
export const createRouteTable = ({ remotes }: RemoteRegistry): RouteTable => {
  const claims = remotes
    .flatMap(({ id, routes }) =>
      routes.map(({ path, access, layout, site }) => ({ remoteId: id, pattern: path, access, layout, site })),
    )
    .sort((one, other) => weightOf(other.pattern) - weightOf(one.pattern));
  return {
    claims,
    find: (path) => {
      const segments = segmentsOf(path);
      return claims.find(({ pattern }) => isCovered(segmentsOf(pattern), segments));
    },
  };
};
