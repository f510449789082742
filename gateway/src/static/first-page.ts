import type { DeployedRemote, RemoteRegistry } from '@obieg/contracts';
import { versionPath } from '../releases/organization-registry';
import type { CachedVersion } from '../releases/version-cache';

type Route = DeployedRemote['routes'][number];

/** Route of the addressed page and the remote that owns it. */
export interface FirstPage {
  remote: DeployedRemote;
  route: Route;
  /** Decoded values of the `:names` in the route's pattern. */
  params: Readonly<Record<string, string>>;
}

export interface PreloadedFile {
  address: string;
  integrity: string | undefined;
}

const splitPath = (path: string): string[] => path.split('/').filter(Boolean);

/** Matches a pattern (`/task/:publicTaskId`) against a path or a parent of it. @returns undefined without a match */
const matchPattern = (pattern: string, given: readonly string[]): Record<string, string> | undefined => {
  const params: Record<string, string> = {};
  for (const [index, segment] of splitPath(pattern).entries()) {
    const value = given[index];
    if (value === undefined) return undefined;
    if (segment.startsWith(':')) params[segment.slice(1)] = decodeURIComponent(value);
    else if (segment !== '*' && segment !== value) return undefined;
  }
  return params;
};

/** Finds the route with the longest matching pattern. */
export const findFirstPage = ({ remotes }: RemoteRegistry, path: string): FirstPage | undefined => {
  const given = splitPath(path);
  let best: FirstPage | undefined;
  for (const remote of remotes) {
    for (const route of remote.routes) {
      const isLonger = !best || splitPath(route.path).length > splitPath(best.route.path).length;
      const params = isLonger ? matchPattern(route.path, given) : undefined;
      if (params) best = { remote, route, params };
    }
  }
  return best;
};

const filesOfRoute = ({ remote, route }: FirstPage): PreloadedFile[] => {
  const addresses = [
    ...remote.preload,
    ...(route.preload ?? []).map((file) => `${versionPath(remote)}${file}`),
  ];
  return [...new Set(addresses)].map((address) => ({ address, integrity: remote.integrity[address] }));
};

const filesOfShell = (uses: Route['uses'], { manifest }: CachedVersion): PreloadedFile[] =>
  (uses ?? [])
    .flatMap((module) => manifest.provides?.[module] ?? [])
    .map((file) => ({ address: `${versionPath(manifest)}${file}`, integrity: manifest.files[file] }));

/** Scripts and style sheets that the first page needs besides those that the shell's page names itself. */
export const listPreloadedFiles = (page: FirstPage, shell: CachedVersion): PreloadedFile[] =>
  [...filesOfRoute(page), ...filesOfShell(page.route.uses, shell)].filter(({ address }) =>
    /\.(?:js|css)$/.test(address),
  );
