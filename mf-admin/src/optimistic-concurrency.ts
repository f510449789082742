import { http, isApiError } from '@obieg/web-kit';

/** An entity as it was read, with the etag of its revision: what is saved goes with it, so that nothing newer is overwritten. */
export interface Versioned<Entity> {
  entity: Entity;
  etag: string | undefined;
}

export const fetchVersioned = async <Entity>(path: string): Promise<Versioned<Entity>> => {
  const { data, headers } = await http.get<Entity>(path);
  const etag: unknown = headers['etag'];
  return { entity: data, etag: typeof etag === 'string' ? etag : undefined };
};

/** Configuration of a call that is refused with 412 when somebody else saved in between; without a etag nothing is checked. */
export const ifMatch = (etag: string | undefined): { headers: Record<string, string> } => ({
  headers: etag === undefined ? {} : { 'If-Match': etag },
});

export const isPreconditionFailed = (error: unknown): boolean => isApiError(error) && error.status === 412;

/** Deletes; what somebody else has deleted before is gone, as was wanted. */
export const deleteIfExists = async (path: string, etag?: string): Promise<void> => {
  try {
    await http.delete(path, ifMatch(etag));
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
  }
};
