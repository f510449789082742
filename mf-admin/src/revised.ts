import { http, isApiError } from '@obieg/web-kit';

/** An entity as it was read, with the tag of its revision: what is saved goes with it, so that nothing newer is overwritten. */
export interface Revised<Entity> {
  entity: Entity;
  tag: string | undefined;
}

export const fetchRevised = async <Entity>(path: string): Promise<Revised<Entity>> => {
  const { data, headers } = await http.get<Entity>(path);
  const tag: unknown = headers['etag'];
  return { entity: data, tag: typeof tag === 'string' ? tag : undefined };
};

/** Configuration of a call that is refused with 412 when somebody else saved in between; without a tag nothing is checked. */
export const ifUnchanged = (tag: string | undefined): { headers: Record<string, string> } => ({
  headers: tag === undefined ? {} : { 'If-Match': tag },
});

export const isOutdated = (error: unknown): boolean => isApiError(error) && error.status === 412;

/** Deletes; what somebody else has deleted before is gone, as was wanted. */
export const deleteIfThere = async (path: string, tag?: string): Promise<void> => {
  try {
    await http.delete(path, ifUnchanged(tag));
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
  }
};
