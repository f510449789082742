import { listKeys, pressKeys } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { readOpenedList } from '../../../task-list/opened-list';
import { list, mockRowHeight, open, task } from '../../../task-list/test-support';

mockRowHeight();

const findLink = (id: number) => screen.findByRole('link', { name: new RegExp(`Zadanie ${id}`) });

describe('keys of /tasks', () => {
  it('moves between the rows with j and k and stays at both ends', async () => {
    await open(list([task(1), task(2), task(3)]));
    const [first, second, third] = [await findLink(1), await findLink(2), await findLink(3)];
    pressKeys('j');
    expect(document.activeElement).toBe(first);
    pressKeys('j');
    expect(document.activeElement).toBe(second);
    pressKeys('j');
    pressKeys('j');
    expect(document.activeElement).toBe(third);
    pressKeys('k');
    expect(document.activeElement).toBe(second);
  });

  it('moves to the search with /', async () => {
    await open(list([task(1)]));
    await findLink(1);
    pressKeys('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Szukaj zadań' }));
  });

  it('offers no movement without rows', async () => {
    await open(list([]));
    await screen.findByText('Brak zadań', { exact: false });
    expect(listKeys()).toEqual(['/']);
  });

  it('keeps the list for the task that is opened', async () => {
    const page = { success: true, message: '', total: 9 };
    const { currentAddress } = await open({
      'GET /api/tasks': ({ query }) =>
        query['cursor'] === undefined
          ? { body: { ...page, tasks: [task(1), task(2)], nextCursor: 'page-2' } }
          : new Promise(() => {}),
    });
    await userEvent.click(await findLink(2));
    await waitFor(() => expect(currentAddress()).toBe('/task/2'));
    expect(readOpenedList()).toMatchObject({ ids: [1, 2], nextCursor: 'page-2' });
    expect(readOpenedList()?.query).toMatchObject({ assignedToMe: 'true' });
  });
});
