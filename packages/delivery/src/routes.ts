import type { PublishedManifest } from '@obieg/contracts';

/** Two patterns claim one route if they differ only in parameter names, case or a trailing slash. */
const normalize = (path: string): string =>
  path
    .toLowerCase()
    .split('/')
    .filter(Boolean)
    .map((segment) => (segment.startsWith(':') || segment === '*' ? ':' : segment))
    .join('/');

/** @returns the first route of the manifest that another remote claims; its own other versions do not count */
export const findTakenRoute = (
  manifest: PublishedManifest,
  others: readonly PublishedManifest[],
): string | undefined => {
  const taken = new Set(
    others
      .filter(({ id }) => id !== manifest.id)
      .flatMap(({ routes }) => routes.map(({ path }) => normalize(path))),
  );
  return manifest.routes.find(({ path }) => taken.has(normalize(path)))?.path;
};
