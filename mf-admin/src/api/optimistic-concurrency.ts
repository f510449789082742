import { http, isNotFound } from '@obieg/web-kit';

/** A loaded entity with the ETag of its revision. Updates send the ETag back. */
export interface Versioned<Entity> {
  entity: Entity;
  etag: string | undefined;
}

/** Reads an entity and its ETag from a response. */
export const toVersioned = <Entity>({
  data,
  headers,
}: {
  data: Entity;
  headers: Readonly<Record<string, unknown>>;
}): Versioned<Entity> => {
  const etag: unknown = headers['etag'];
  return { entity: data, etag: typeof etag === 'string' ? etag : undefined };
};

export const fetchVersioned = async <Entity>(path: string): Promise<Versioned<Entity>> =>
  toVersioned(await http.get<Entity>(path));

/**
 * Returns the request configuration that makes the server respond with 412 if another user saved first.
 *
 * @param etag undefined skips the check.
 */
export const ifMatch = (etag: string | undefined): { headers: Record<string, string> } => ({
  headers: etag === undefined ? {} : { 'If-Match': etag },
});

/** Deletes a resource. A 404 counts as success, because another user may have deleted it first. */
export const deleteIfExists = async (path: string, etag?: string): Promise<void> => {
  try {
    await http.delete(path, ifMatch(etag));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
};
