import { type FakeRoutes, problemResponse } from '@obieg/web-kit/testing';

/**
 * Fakes a resource with revisions, which another user can change.
 *
 * @param idPath path of `GET` and `PUT`
 */
export const fakeVersionedResource = <Entity extends object>(idPath: string, initial: Entity) => {
  let saved = initial;
  let revision = 1;
  const save = (changes: object): void => {
    saved = { ...saved, ...changes };
    revision += 1;
  };
  const respond = () => ({ body: saved, headers: { etag: `"${revision}"` } });
  const refusal = problemResponse(412, 'PRECONDITION_FAILED', 'Zapisano inne zmiany.');
  const lastChange = { at: '2026-11-29T09:12:00.000Z', authorName: 'Anna Kowalska' };
  const routes: FakeRoutes = {
    [`GET ${idPath}`]: respond,
    [`PUT ${idPath}`]: ({ body, headers }) => {
      if (headers['if-match'] !== `"${revision}"`)
        return { ...refusal, body: { ...(refusal.body as object), lastChange } };
      save(body as object);
      return respond();
    },
  };
  return {
    routes,
    getSaved: () => saved,
    /** Saves changes of another user. */
    saveElsewhere: save,
  };
};
