import { signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countTaskRequests } from '../../../task/test-support';
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

  it('shows both versions and saves nothing before a choice', async () => {
    const { api, notice } = await openConflict();
    within(notice).getByText('Zapisano: Cudzy tytuł');
    within(notice).getByText('U Ciebie: Mój tytuł');
    within(notice).getByText('Zapisano: Cudzy opis');
    // The user has not changed the description, so it follows the saved one.
    expect(within(notice).queryByText('U Ciebie: Zacięcie papieru')).toBeNull();
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Mój tytuł');
    expect(document.activeElement).toBe(notice);
    await submit();
    expect(readSaveRequests(api)).toHaveLength(1);
  });

  it('refetches the task with its activity once', async () => {
    const { api } = await openConflict();
    expect(countTaskRequests(api)).toBe(2);
  });

  it("keeps the user's changes and merges the other fields", async () => {
    const { server } = await openConflict();
    await userEvent.click(screen.getByRole('button', { name: 'Zachowaj moje zmiany' }));
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Mój tytuł');
    expect((field('Opis') as HTMLTextAreaElement).value).toBe('Cudzy opis');
    expect(document.activeElement).toBe(field('Tytuł'));
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Mój tytuł' });
    expect(server.currentTask()).toMatchObject({ title: 'Mój tytuł', description: 'Cudzy opis' });
  });

  it("discards the user's changes", async () => {
    await openConflict();
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież i porzuć moje zmiany' }));
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
