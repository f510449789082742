import type { CreateTaskResponse, TaskListResponse, TransitionOption } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import { fetchSession } from './people';
import { expect, type Product } from './product';

/** Answers that assign the task to the group Helpdesk. */
const printerAnswers = { '1': 'Usterka sprzętu', '2': 'Drukarka', '3': 'HP LaserJet, pokój 204' };

/** Calls acme's tasks API as a user who is not in the browser. Fails the test on a refusal. */
export const actAs = async (product: Product, email: string) => {
  const acme = product.gatewayUrl('acme');
  const { token } = await fetchSession(acme, email);
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await requestSite(method, `${acme}/api/tasks${path}`, { token, body });
    expect(response.status, response.text).toBeLessThan(300);
    return response.body as T;
  };
};
export type Actor = Awaited<ReturnType<typeof actAs>>;

/** Submits a task, as a visitor unless `by` is given. @returns its number */
export const submitTask = async (product: Product, task: object, by?: Actor): Promise<number> => {
  const body = { createdByEmail: 'gosc@example.com', workflowParameters: printerAnswers, ...task };
  if (by) return (await by<CreateTaskResponse>('POST', '', body)).publicTaskId;
  const response = await requestSite('POST', `${product.gatewayUrl('acme')}/api/tasks`, { body });
  expect(response.status, response.text).toBe(201);
  return (response.body as CreateTaskResponse).publicTaskId;
};

/**
 * Waits until a search finds the tasks. The index follows a change within a second, on a busy machine later, and an open
 * list does not search again then.
 */
export const waitUntilFound = async (by: Actor, search: string, count: number): Promise<void> => {
  const path = `?search=${encodeURIComponent(search)}`;
  await expect
    .poll(async () => (await by<TaskListResponse>('GET', path)).tasks.length, `tasks found by ${search}`)
    .toBe(count);
};

/** Runs an offered transition through the API. */
export const runTransition = async (
  by: Actor,
  id: number,
  name: string,
  workflowParameters: Record<string, string> = {},
): Promise<void> => {
  const { transitions } = await by<{ transitions: TransitionOption[] }>('GET', `/${id}/transitions`);
  const transitionId = transitions.find(({ transitionName }) => transitionName === name)?.transitionId;
  await by('POST', `/${id}/transition`, { transitionId, workflowParameters });
};
