import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countTaskRequests, fakeTaskApi, openAs } from '../../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('./TaskViewPage'),
      import('./AssignmentModal'),
      import('./PriorityModal'),
      import('./CommentForm'),
      import('./edit/EditTask'),
    ]),
  60_000,
);
afterEach(signOutForTest);

const typed = 'Długi tekst, który ma zostać.';
const openDialog = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
};

/** Each form of the page: its call, and how to fill in and send it. */
const forms: [name: string, call: string, send: () => Promise<HTMLElement>][] = [
  [
    'the assignment dialog',
    'POST /api/tasks/:id/assign',
    async () => {
      const dialog = await openDialog('Zmień przypisanie');
      const comment = dialog.getByLabelText('Komentarz');
      await userEvent.type(comment, typed);
      await userEvent.click(dialog.getByRole('button', { name: 'Przypisz' }));
      return comment;
    },
  ],
  [
    'the priority dialog',
    'POST /api/tasks/:id/priority',
    async () => {
      const dialog = await openDialog('Zmień priorytet');
      const comment = dialog.getByLabelText('Komentarz');
      await userEvent.type(comment, typed);
      await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
      return comment;
    },
  ],
  [
    'the comment form',
    'POST /api/tasks/:id/comment',
    async () => {
      const comment = await screen.findByRole('textbox', { name: 'Komentarz' });
      await userEvent.type(comment, typed);
      await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
      return comment;
    },
  ],
  [
    'the edit form',
    'PUT /api/tasks/:id',
    async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Edytuj' }));
      const comment = await screen.findByLabelText('Komentarz do zmiany');
      await userEvent.type(comment, typed);
      await userEvent.click(screen.getByRole('button', { name: 'Zapisz zmiany' }));
      return comment;
    },
  ],
];
const cases = forms.flatMap(([name, call, send]) =>
  ([409, 412] as const).map((status) => [name, status, call, send] as const),
);

describe('a conflict with another user', () => {
  it.each(cases)(
    'keeps what was typed in %s after a %i and refetches the task',
    async (_, status, call, send) => {
      const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
        ...fakeTaskApi(),
        'GET /api/tasks/:id/parameters': () => ({ body: { success: true, parameters: [] } }),
        [call]: () => problemResponse(status, 'CONFLICT', 'Ktoś był szybszy.'),
      });
      await screen.findByRole('button', { name: 'Edytuj' });
      const before = countTaskRequests(api);
      const field = await send();
      await screen.findByText(/Ktoś był szybszy\./);
      expect(field.isConnected).toBe(true);
      expect((field as HTMLTextAreaElement).value).toBe(typed);
      await waitFor(() => expect(countTaskRequests(api)).toBeGreaterThan(before));
    },
  );
});
