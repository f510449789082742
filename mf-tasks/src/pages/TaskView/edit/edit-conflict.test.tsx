import { signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { field, openAs, rewrite, sent, startEditing, startServer, submit } from './test-support';

// Compiled before anybody waits for them.
beforeAll(() => Promise.all([import('../TaskViewPage'), import('./EditTask')]), 60_000);
afterEach(signOutForTest);

describe('when somebody else saved in between', () => {
  const openConflict = async () => {
    const server = startServer();
    const page = await openAs(server.routes);
    await startEditing();
    await rewrite('Tytuł', 'Mój tytuł');
    server.save({ title: 'Cudzy tytuł', description: 'Cudzy opis' });
    await submit();
    const notice = (await screen.findByText('Ktoś inny zapisał to zadanie w międzyczasie.')).closest(
      '[data-conflict]',
    ) as HTMLElement;
    return { server, ...page, notice };
  };

  it('shows both, and saves nothing before one has chosen', async () => {
    const { api, notice } = await openConflict();
    within(notice).getByText('Zapisano: Cudzy tytuł');
    within(notice).getByText('U Ciebie: Mój tytuł');
    within(notice).getByText('Zapisano: Cudzy opis');
    // Untouched here, it follows theirs.
    expect(within(notice).queryByText('U Ciebie: Zacięcie papieru')).toBeNull();
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Mój tytuł');
    expect(document.activeElement).toBe(notice);
    await submit();
    expect(sent(api)).toHaveLength(1);
  });

  it('shows in the activity what they did', async () => {
    const { api } = await openConflict();
    const timesRead = (part: string) => api.requests.filter(({ path }) => path.endsWith(part)).length;
    await waitFor(() => expect([timesRead('/change-history'), timesRead('/comments')]).toEqual([2, 2]));
  });

  it('keeps mine on top of theirs', async () => {
    const { server } = await openConflict();
    await userEvent.click(screen.getByRole('button', { name: 'Zachowaj moje zmiany' }));
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Mój tytuł');
    expect((field('Opis') as HTMLTextAreaElement).value).toBe('Cudzy opis');
    expect(document.activeElement).toBe(field('Tytuł'));
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Mój tytuł' });
    expect(server.taskNow()).toMatchObject({ title: 'Mój tytuł', description: 'Cudzy opis' });
  });

  it('takes theirs and drops mine', async () => {
    await openConflict();
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież i porzuć moje zmiany' }));
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Cudzy tytuł');
    expect(document.activeElement).toBe(field('Tytuł'));
    expect(screen.queryByText('Ktoś inny zapisał to zadanie w międzyczasie.')).toBeNull();
  });

  it('is no conflict when both wrote the same', async () => {
    const server = startServer();
    const { api } = await openAs(server.routes);
    await startEditing();
    await rewrite('Tytuł', 'Nasz tytuł');
    server.save({ title: 'Nasz tytuł' });
    await submit();
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edycja zadania' })).toBeNull());
    expect(sent(api)).toHaveLength(2);
    expect(server.taskNow()).toMatchObject({ title: 'Nasz tytuł' });
  });

  it('is no conflict when they only moved the task: both stand', async () => {
    const server = startServer();
    const { api } = await openAs(server.routes);
    await startEditing();
    await rewrite('Tytuł', 'Mój tytuł');
    server.save({ statusName: 'W toku', statusType: 'INTERMEDIATE' });
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Mój tytuł' });
    expect(sent(api).map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"']);
    expect(server.taskNow()).toMatchObject({ title: 'Mój tytuł', statusName: 'W toku' });
  });
});
