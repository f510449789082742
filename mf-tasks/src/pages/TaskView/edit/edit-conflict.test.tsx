import { signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countTaskRequests, respondWithTask } from '../../../task/test-support';
import {
  field,
  openAs,
  readSaveRequests,
  replaceText,
  startEditing,
  startFakeServer,
  submit,
} from './test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('../TaskViewPage'), import('./EditTask')]), 60_000);
afterEach(signOutForTest);

describe('edit conflict', () => {
  const openConflict = async () => {
    const server = startFakeServer();
    const page = await openAs(server.routes);
    await startEditing();
    await replaceText('Tytuł', 'Mój tytuł');
    server.save({ title: 'Cudzy tytuł', description: 'Cudzy opis' });
    await submit();
    const notice = (await screen.findByText('Ktoś inny zapisał to zadanie w międzyczasie.')).closest(
      '[data-conflict]',
    ) as HTMLElement;
    return { server, ...page, notice };
  };

  const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
  const apply = () => userEvent.click(screen.getByRole('button', { name: 'Zastosuj wybór' }));

  it('shows both versions and saves nothing before a choice', async () => {
    const { api, notice } = await openConflict();
    within(notice).getByRole('radio', { name: 'Zapisana wartość Cudzy tytuł' });
    within(notice).getByRole('radio', { name: 'Twoja wartość Mój tytuł' });
    // The user has not changed the description.
    expect(within(notice).queryByText('Cudzy opis')).toBeNull();
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Mój tytuł');
    expect(document.activeElement).toBe(notice);
    await submit();
    expect(readSaveRequests(api)).toHaveLength(1);
    await apply();
    await within(notice).findByText('Wybierz, która wartość ma zostać.');
    await waitFor(() => expect(document.activeElement).toBe(within(notice).getAllByRole('radio')[0]));
  });

  it('names the author of the other change and its time', async () => {
    const server = startFakeServer();
    const { api } = await openAs(server.routes);
    await startEditing();
    await replaceText('Tytuł', 'Mój tytuł');
    server.save({ title: 'Cudzy tytuł' });
    const entry = {
      id: 1,
      changedByEmail: 'anna@acme.test',
      changedAt: '2026-11-29T09:12:00.000Z',
      changeType: 'EDIT' as const,
      changes: [{ field: 'title' as const, label: null, before: 'Drukarka', after: 'Cudzy tytuł' }],
      comment: null,
    };
    api.respond({
      'GET /api/tasks/:id': respondWithTask(server.currentTask(), { changeHistory: [entry] }, '"2"'),
    });
    await submit();
    const choice = (await screen.findByRole('radio', { name: 'Zapisana wartość Cudzy tytuł' })).closest(
      'fieldset',
    ) as HTMLElement;
    await within(choice).findByText(/^anna@acme\.test,/);
  });

  it('is none if the other user has changed other fields: both changes are saved', async () => {
    const server = startFakeServer();
    const { api } = await openAs(server.routes);
    await startEditing();
    await replaceText('Tytuł', 'Mój tytuł');
    server.save({ description: 'Cudzy opis' });
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Mój tytuł' });
    expect(readSaveRequests(api).map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"']);
    expect(server.currentTask()).toMatchObject({ title: 'Mój tytuł', description: 'Cudzy opis' });
  });

  it('refetches the task with its activity once', async () => {
    const { api } = await openConflict();
    expect(countTaskRequests(api)).toBe(2);
  });

  it("keeps the user's changes and merges the other fields", async () => {
    const { server } = await openConflict();
    await choose('Twoja wartość Mój tytuł');
    await apply();
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Mój tytuł');
    expect((field('Opis') as HTMLTextAreaElement).value).toBe('Cudzy opis');
    expect(document.activeElement).toBe(field('Tytuł'));
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Mój tytuł' });
    expect(server.currentTask()).toMatchObject({ title: 'Mój tytuł', description: 'Cudzy opis' });
  });

  it('takes the saved value that the user chooses', async () => {
    await openConflict();
    await choose('Zapisana wartość Cudzy tytuł');
    await apply();
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Cudzy tytuł');
    expect(document.activeElement).toBe(field('Tytuł'));
    expect(screen.queryByText('Ktoś inny zapisał to zadanie w międzyczasie.')).toBeNull();
  });

  it('is not reported when both users saved the same value', async () => {
    const server = startFakeServer();
    const { api } = await openAs(server.routes);
    await startEditing();
    await replaceText('Tytuł', 'Nasz tytuł');
    server.save({ title: 'Nasz tytuł' });
    await submit();
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edycja zadania' })).toBeNull());
    expect(readSaveRequests(api)).toHaveLength(2);
    expect(server.currentTask()).toMatchObject({ title: 'Nasz tytuł' });
  });

  it('is not reported when only the status changed', async () => {
    const server = startFakeServer();
    const { api } = await openAs(server.routes);
    await startEditing();
    await replaceText('Tytuł', 'Mój tytuł');
    server.save({ statusName: 'W toku', statusType: 'INTERMEDIATE' });
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Mój tytuł' });
    expect(readSaveRequests(api).map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"']);
    expect(server.currentTask()).toMatchObject({ title: 'Mój tytuł', statusName: 'W toku' });
  });
});
