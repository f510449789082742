import type { Fixture } from './fixture';

/** Creates helpers that edit a task as the operator. Takes a function because `beforeAll` sets the fixture later. */
export const createEditHelpers = (getFixture: () => Fixture) => {
  const view = (id: number, token = getFixture().tokens.operator) =>
    getFixture().call('GET', `/api/tasks/${id}`, token);
  return {
    getTask: async (id: number, token?: string) => (await view(id, token)).body.task,
    getEtag: async (id: number): Promise<string> => String((await view(id)).headers['etag']),
    edit: (
      id: number,
      body: object,
      headers: Record<string, string> = {},
      token = getFixture().tokens.operator,
    ) =>
      getFixture().call('PUT', `/api/tasks/${id}`, token, { title: 'Nie działa drukarka', ...body }, headers),
    getChangeHistory: async (id: number, token?: string) =>
      (await getFixture().call('GET', `/api/tasks/${id}/change-history`, token)).body.changeHistory,
  };
};
