import type { Task } from '@obieg/contracts';
import { type FakeRoutes, problemResponse } from '@obieg/web-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { respondWithTask } from '../../../task/test-support';
import { buildTask, openRemote } from '../../../test-support';

const id = buildTask().publicTaskId;
export const address = `/task/${id}`;

/** Fakes an API with one task. `save` simulates another user's change and increments the ETag. */
export const startFakeServer = (more: Partial<Task> = {}) => {
  let revision = 1;
  let task = buildTask({
    description: 'Zacięcie papieru',
    parameterDetails: [
      { parameterId: 1, parameterName: 'Sprzęt', parameterType: 'DICTIONARY', parameterValue: 'Stary' },
      { parameterId: 2, parameterName: 'Model', parameterType: 'TEXT', parameterValue: 'HP' },
    ],
    ...more,
  });
  const save = (changes: Partial<Task>): void => {
    task = { ...task, ...changes };
    revision += 1;
  };
  const routes: FakeRoutes = {
    'GET /api/tasks/:id': (request) => respondWithTask(task, {}, `"${revision}"`)(request),
    'PUT /api/tasks/:id': ({ headers, body }) => {
      if (headers['if-match'] !== `"${revision}"`)
        return problemResponse(412, 'PRECONDITION_FAILED', 'Ktoś inny zapisał zadanie w międzyczasie.');
      const { title, description } = body as { title: string; description: string | null };
      save({ title, description });
      return { body: { success: true, message: '' } };
    },
    'GET /api/tasks/:id/parameters': () => ({
      body: {
        success: true,
        parameters: [
          {
            parameterId: 1,
            displayName: 'Sprzęt',
            parameterType: 'DICTIONARY',
            dictionaryValues: [{ value: 'Drukarka' }],
          },
          { parameterId: 2, displayName: 'Model', parameterType: 'TEXT', dictionaryValues: [] },
        ],
      },
    }),
  };
  return { routes, save, currentTask: () => task };
};
export const openAs = (routes: FakeRoutes) =>
  openRemote(address, routes, ['hasBasePermission', 'hasOperatorPermission']);
export const startEditing = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edytuj' }));
  return screen.findByRole('form', { name: 'Edycja zadania' });
};
export const field = (name: string) => screen.getByRole('textbox', { name });
export const replaceText = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};
export const submit = () => userEvent.click(screen.getByRole('button', { name: 'Zapisz zmiany' }));
export const readSaveRequests = (api: Awaited<ReturnType<typeof openRemote>>['api']) =>
  api.requests.filter(({ method }) => method === 'PUT');
