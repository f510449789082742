import { contentTagOf, matchesTag, problem } from '@obieg/service-kit';

interface Versioned {
  meta: { version: string };
}

/** Adds the weak ETag of a resource, which changes with each of its attributes. */
export const withVersion = <T extends { meta: object }>(resource: T) => {
  const version = `W/${contentTagOf(resource)}`;
  return { ...resource, meta: { ...resource.meta, version } };
};

/** @throws 412 if `If-Match` does not name the version of the resource */
export const checkVersion = ({ meta: { version } }: Versioned, ifMatch: string | undefined): void => {
  if (!matchesTag(version.replace(/^W\//, ''), ifMatch)) throw problem.preconditionFailed();
};
