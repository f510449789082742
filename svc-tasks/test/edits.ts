import type { Acme } from './acme';

/** What operators do to a task and what it leaves behind; the house is asked for at each call, since tests build it late. */
export const editsOf = (house: () => Acme) => {
  const view = (id: number, token = house().tokens.operator) =>
    house().call('GET', `/api/tasks/${id}`, token);
  return {
    taskOf: async (id: number, token?: string) => (await view(id, token)).body.task,
    tagOf: async (id: number): Promise<string> => String((await view(id)).headers['etag']),
    edit: (id: number, body: object, headers: Record<string, string> = {}, token = house().tokens.operator) =>
      house().call('PUT', `/api/tasks/${id}`, token, { title: 'Nie działa drukarka', ...body }, headers),
    changesOf: async (id: number, token?: string) =>
      (await house().call('GET', `/api/tasks/${id}/change-history`, token)).body.changeHistory,
  };
};
