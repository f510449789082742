import { listKeys, pressKeys, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  fakeTaskApi,
  id,
  movedTaskResponse,
  openAs,
  readPostBodies,
  transition,
} from '../../task/test-support';

afterEach(signOutForTest);

const findTask = () => screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
const expectKeys = (keys: string[]): Promise<void> => waitFor(() => expect(listKeys()).toEqual(keys));
const operator = ['hasBasePermission', 'hasOperatorPermission'] as const;

describe('keys of /task/{publicTaskId}', () => {
  it('offers what an operator can do', async () => {
    await openAs([...operator], fakeTaskApi({ transitions: [transition()] }));
    await findTask();
    await expectKeys(['a', 'c', 'd', 'e', 'p', 't', 'w']);
  });

  it('offers a member only what members may do', async () => {
    await openAs(['hasBasePermission'], fakeTaskApi());
    await findTask();
    await expectKeys(['a', 'c', 'w']);
  });

  it('offers nothing to a visitor', async () => {
    await openAs(undefined, fakeTaskApi());
    await findTask();
    expect(listKeys()).toEqual([]);
  });

  it.each([
    ['a', 'Zmień przypisanie'],
    ['p', 'Zmień priorytet'],
    ['d', 'Zmień termin'],
    ['t', 'Dostępne przejścia'],
  ])('opens a dialog with %s', async (keys, name) => {
    await openAs([...operator], fakeTaskApi({ transitions: [transition()] }));
    await findTask();
    await waitFor(() => pressKeys(keys));
    await screen.findByRole('dialog', { name });
  });

  it('runs the first possible transition with t and Enter', async () => {
    const { api } = await openAs([...operator], {
      ...fakeTaskApi({
        transitions: [
          transition({ transitionId: 4, transitionName: 'Odrzuć', canExecute: false }),
          transition(),
        ],
      }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
    });
    await findTask();
    await waitFor(() => pressKeys('t'));
    await screen.findByRole('dialog', { name: 'Dostępne przejścia' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Rozpocznij'));
    (document.activeElement as HTMLElement).click();
    await waitFor(() => expect(readPostBodies(api)).toEqual([expect.objectContaining({ transitionId: 5 })]));
  });

  it('moves to the comment with c and to the form with e, which then offers no second edit', async () => {
    await openAs([...operator], fakeTaskApi());
    await findTask();
    await waitFor(() => pressKeys('c'));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Komentarz' }));
    await waitFor(() => pressKeys('e'));
    await screen.findByRole('form', { name: 'Edycja zadania' });
    await waitFor(() => expect(listKeys()).not.toContain('e'));
  });

  it('watches with w', async () => {
    const { api } = await openAs([...operator], {
      ...fakeTaskApi(),
      'PUT /api/tasks/:id/watch': () => ({ body: { success: true, message: '' } }),
    });
    await findTask();
    await waitFor(() => pressKeys('w'));
    await waitFor(() =>
      expect(
        api.requests.some(({ method, path }) => method === 'PUT' && path === `/api/tasks/${id}/watch`),
      ).toBe(true),
    );
  });
});
