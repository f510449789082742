import type { AssigneesResponse, Task } from '@obieg/contracts';
import { useNotices } from '@obieg/web-kit';
import {
  type FakeRoutes,
  permissionsOf,
  problemAnswer,
  signInAs,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTask, openRemote } from '../../test-support';

const id = buildTask().publicTaskId;

const answer = (more: Partial<Task> = {}) => ({
  body: { success: true, message: '', task: buildTask(more) },
});
const marek = { id: 8, username: 'marek', email: 'marek@acme.test' };
const assignees = (scope: AssigneesResponse['scope'], more: Partial<AssigneesResponse> = {}) => ({
  body: {
    success: true,
    scope,
    group: null,
    users: scope === 'SELF' ? [] : [marek],
    limitReached: false,
    ...more,
  },
});
const world = (more: Partial<Task> = {}): FakeRoutes => ({
  'GET /api/tasks/:id': () => answer(more),
  'GET /api/tasks/:id/transitions': () => ({ body: { success: true, transitions: [] } }),
  'GET /api/tasks/:id/comments': () => ({ body: { success: true, comments: [] } }),
  'GET /api/tasks/:id/status-history': () => ({ body: { success: true, statusHistory: [] } }),
  'GET /api/tasks/:id/assignment-history': () => ({ body: { success: true, assignmentHistory: [] } }),
  'GET /api/tasks/:id/change-history': () => ({ body: { success: true, changeHistory: [] } }),
  'GET /api/tasks/:id/assignees': ({ query }) => assignees(query['searchTerm'] ? 'ANYBODY' : 'SELF'),
});
const openAs = (permissions: Parameters<typeof openRemote>[2], routes: FakeRoutes) =>
  openRemote(`/task/${id}`, routes, permissions);
const openDialog = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
};
const posted = (api: Awaited<ReturnType<typeof openRemote>>['api']) =>
  api.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
/** Whom `signInAs` signs in. */
const me = { assignedUserId: 7, assignedUserName: 'olga', assignedUserEmail: 'olga@acme.test' };

// Compiled before anybody waits for them.
beforeAll(
  () => Promise.all([import('./TaskViewPage'), import('./AssignmentModal'), import('./PriorityModal')]),
  60_000,
);
afterEach(signOutForTest);
/** Asked about, then kept; in the end thrown away. */
const expectAskedBeforeLost = async (comment: HTMLElement, text: string) => {
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Edytuj dalej' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Odrzucić zmiany?' })).toBeNull());
  expect((comment as HTMLTextAreaElement).value).toBe(text);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Odrzuć zmiany' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const noticesNow = () => renderHook(() => useNotices()).result.current.map(({ text }) => text);

describe('who is no member', () => {
  it.each([
    ['visitor', undefined],
    ['reporter', []],
  ] as const)('%s changes neither', async (_, permissions) => {
    await openAs(permissions && ([...permissions] as never), world());
    await screen.findByText('Nieprzypisane');
    expect(screen.queryByRole('button', { name: 'Zmień przypisanie' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Zmień priorytet' })).toBeNull();
  });
});

describe('assigning (spec 3 §2, §4, §6)', () => {
  it('takes the task oneself; without OPERATOR nothing else is offered', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world(),
      'POST /api/tasks/:id/assign': () => answer(me),
    });
    const dialog = await openDialog('Zmień przypisanie');
    dialog.getByText('Zadanie nie jest do nikogo przypisane.');
    await dialog.findByText('Aby przypisywać zadania innym osobom, potrzebujesz uprawnień operatora.');
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Przypisz do mnie']);
    api.answer(world(me));
    await userEvent.type(dialog.getByLabelText('Komentarz'), 'Zajmę się tym.');
    await userEvent.click(dialog.getByRole('button', { name: 'Przypisz' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api)).toEqual([
      [
        `/api/tasks/${id}/assign`,
        { assignmentType: 'ASSIGN_TO_ME', userId: null, groupId: null, comment: 'Zajmę się tym.' },
      ],
    ]);
    await screen.findByText('olga@acme.test');
  });

  it('asks before a comment is thrown away, also after another way of assigning was chosen', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], world());
    const dialog = await openDialog('Zmień przypisanie');
    const comment = dialog.getByLabelText('Komentarz');
    await userEvent.type(comment, 'Zajmę się tym.');
    await userEvent.selectOptions(dialog.getByLabelText('Sposób przypisania'), 'ASSIGN_TO_USER');
    await expectAskedBeforeLost(comment, 'Zajmę się tym.');
    expect(posted(api)).toEqual([]);
  });

  it('does not offer what is so already', async () => {
    await openAs(['hasBasePermission'], world(me));
    const dialog = await openDialog('Zmień przypisanie');
    dialog.getByText('Zadanie jest już przypisane do Ciebie.');
    expect(dialog.getByRole('option', { name: 'Przypisz do mnie' }).hasAttribute('disabled')).toBe(true);
    expect(dialog.getByRole('button', { name: 'Przypisz' }).hasAttribute('disabled')).toBe(true);
  });

  it('knows by the id that it is mine: an address may be masked, or another’s by now', async () => {
    await openAs(['hasBasePermission'], world({ ...me, assignedUserEmail: 'o***@acme.test' }));
    (await openDialog('Zmień przypisanie')).getByText('Zadanie jest już przypisane do Ciebie.');
  });

  it('knows by the address who came by a code', async () => {
    signInAs({ id: 0, username: 'olga@acme.test' });
    await openRemote(`/task/${id}`, {
      ...world(me),
      'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission') }),
    });
    (await openDialog('Zmień przypisanie')).getByText('Zadanie jest już przypisane do Ciebie.');
  });

  it('that an answer of success denies is told, and can be closed only when it is', async () => {
    let refuse = () => {};
    await openAs(['hasBasePermission'], {
      ...world(),
      'POST /api/tasks/:id/assign': () =>
        new Promise((resolve) => {
          refuse = () => resolve({ body: { success: false, message: 'Nie teraz.' } });
        }),
    });
    const dialog = await openDialog('Zmień przypisanie');
    const assign = dialog.getByRole('button', { name: 'Przypisz' });
    await userEvent.click(assign);
    await waitFor(() => expect(assign.getAttribute('aria-busy')).toBe('true'));
    await userEvent.keyboard('{Escape}');
    refuse();
    await dialog.findByText('Failed to assign task');
    dialog.getByText('Nie teraz.');
    expect(noticesNow()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is among the group’s people for its leader, without OPERATOR', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ assignedGroupId: 4, assignedGroupName: 'Helpdesk' }),
      'GET /api/tasks/:id/assignees': () =>
        assignees('GROUP', { group: { groupId: 4, groupName: 'Helpdesk' } }),
      'POST /api/tasks/:id/assign': () => answer({ assignedUserId: 8, assignedUserName: 'marek' }),
    });
    const dialog = await openDialog('Zmień przypisanie');
    await dialog.findByText('Jako lider grupy Helpdesk przypisujesz jej zadania osobom z tej grupy.');
    const type = dialog.getByLabelText('Sposób przypisania');
    await userEvent.selectOptions(type, 'ASSIGN_TO_GROUP');
    const groups = dialog.getByLabelText('Grupa') as HTMLSelectElement;
    expect([...groups.options].map(({ text }) => text)).toEqual(['Wybierz grupę', 'Helpdesk']);
    await userEvent.selectOptions(type, 'ASSIGN_TO_USER');
    await userEvent.click(dialog.getByRole('button', { name: 'Przypisz' }));
    await dialog.findByText('Wybór użytkownika jest wymagany');
    await userEvent.selectOptions(dialog.getByLabelText('Użytkownik'), 'marek (marek@acme.test)');
    await userEvent.click(dialog.getByRole('button', { name: 'Przypisz' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api).map(([, body]) => body)).toEqual([
      { assignmentType: 'ASSIGN_TO_USER', userId: 8, groupId: null, comment: null },
    ]);
  });

  it('to a user or a group needs one; another way starts with nobody chosen', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...world(),
      'POST /api/tasks/:id/assign': () => answer({ assignedGroupId: 4, assignedGroupName: 'Helpdesk' }),
    });
    const dialog = await openDialog('Zmień przypisanie');
    const assign = () => userEvent.click(dialog.getByRole('button', { name: 'Przypisz' }));
    const type = dialog.getByLabelText('Sposób przypisania');
    await userEvent.selectOptions(type, 'ASSIGN_TO_USER');
    await assign();
    await dialog.findByText('Wybór użytkownika jest wymagany');
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Użytkownik')));
    await userEvent.type(dialog.getByLabelText('Użytkownik'), 'mar');
    await userEvent.click(await screen.findByRole('option', { name: /marek/, hidden: true }));
    await userEvent.selectOptions(type, 'ASSIGN_TO_GROUP');
    await assign();
    await dialog.findByText('Wybór grupy jest wymagany');
    await userEvent.selectOptions(dialog.getByLabelText('Grupa'), 'Helpdesk');
    await assign();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api).map(([, body]) => body)).toEqual([
      { assignmentType: 'ASSIGN_TO_GROUP', userId: null, groupId: 4, comment: null },
    ]);
  });

  it('that the server refuses says so at the field, and keeps what was typed', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...world(),
      'POST /api/tasks/:id/assign': () =>
        problemAnswer(422, 'VALIDATION_FAILED', 'Temu użytkownikowi nie można przypisać zadania', [
          { field: 'userId', message: 'Temu użytkownikowi nie można przypisać zadania' },
        ]),
    });
    const dialog = await openDialog('Zmień przypisanie');
    await userEvent.selectOptions(dialog.getByLabelText('Sposób przypisania'), 'ASSIGN_TO_USER');
    await userEvent.type(dialog.getByLabelText('Użytkownik'), 'mar');
    await userEvent.click(await screen.findByRole('option', { name: /marek/, hidden: true }));
    await userEvent.type(dialog.getByLabelText('Komentarz'), 'Proszę');
    await userEvent.click(dialog.getByRole('button', { name: 'Przypisz' }));
    await dialog.findByText('Failed to assign task');
    dialog.getByText('Temu użytkownikowi nie można przypisać zadania');
    // The search gave way to whom it found: one goes on where another is chosen.
    const other = dialog.getByRole('button', { name: 'Wyczyść wybór' });
    await waitFor(() => expect(document.activeElement).toBe(other));
    const reason = document.getElementById(other.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Temu użytkownikowi nie można przypisać zadania');
    expect((dialog.getByLabelText('Komentarz') as HTMLTextAreaElement).value).toBe('Proszę');
    expect(posted(api)[0]?.[1]).toMatchObject({ assignmentType: 'ASSIGN_TO_USER', userId: 8 });
  });
});

describe('priority (spec 3 §2, §6)', () => {
  it('is changed by operators, with a comment', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...world(),
      'POST /api/tasks/:id/priority': () => answer({ priority: 'HIGHEST' }),
    });
    const dialog = await openDialog('Zmień priorytet');
    dialog.getByText('Obecny priorytet');
    api.answer(world({ priority: 'HIGHEST' }));
    await userEvent.selectOptions(dialog.getByLabelText('Nowy priorytet'), 'Najwyższy');
    await userEvent.type(dialog.getByLabelText('Komentarz'), 'Stoi cała linia.');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api)).toEqual([
      [`/api/tasks/${id}/priority`, { priority: 'HIGHEST', comment: 'Stoi cała linia.' }],
    ]);
    await screen.findByText('Najwyższy');
  });

  it('asks before a comment is thrown away, unless somebody cancels', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], world());
    const comment = (await openDialog('Zmień priorytet')).getByLabelText('Komentarz');
    await userEvent.type(comment, 'Stoi linia.');
    await expectAskedBeforeLost(comment, 'Stoi linia.');
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.type(dialog.getByLabelText('Komentarz'), 'Stoi linia.');
    await userEvent.click(dialog.getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api)).toEqual([]);
  });

  it('is not for members without OPERATOR, who read why', async () => {
    await openAs(['hasBasePermission'], world());
    const dialog = await openDialog('Zmień priorytet');
    dialog.getByText('Nie masz uprawnień do zmiany priorytetu. Wymagane uprawnienie: OPERATOR');
    expect(dialog.queryByLabelText('Nowy priorytet')).toBeNull();
  });

  it('that could not be changed says why', async () => {
    await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...world(),
      'POST /api/tasks/:id/priority': () => problemAnswer(503, 'UNAVAILABLE', 'Please try again.'),
    });
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.selectOptions(dialog.getByLabelText('Nowy priorytet'), 'Niski');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
    await dialog.findByText('Nie udało się zmienić priorytetu');
    dialog.getByText('Usługa jest chwilowo niedostępna. Spróbuj ponownie.');
  });

  it('that cannot be changed without a connection says so, and does not wait for one', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...world(),
      'POST /api/tasks/:id/priority': () => 'offline',
    });
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.selectOptions(dialog.getByLabelText('Nowy priorytet'), 'Niski');
    window.dispatchEvent(new Event('offline'));
    try {
      await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
      await dialog.findByText('brak połączenia z serwerem.');
      expect(posted(api)).toHaveLength(1);
    } finally {
      // As long as the page listens: what it has heard holds for the next one.
      window.dispatchEvent(new Event('online'));
    }
  });

  it('that an answer of success denies has not changed', async () => {
    await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...world(),
      'POST /api/tasks/:id/priority': () => ({ body: { success: false, message: 'Nie teraz.' } }),
    });
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.selectOptions(dialog.getByLabelText('Nowy priorytet'), 'Niski');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
    await dialog.findByText('Nie udało się zmienić priorytetu');
    dialog.getByText('Nie teraz.');
    expect(noticesNow()).toEqual([]);
  });

  it('left as it was changes nothing, and nobody says that it did', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], world());
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api)).toEqual([]);
    expect(noticesNow()).toEqual([]);
  });

  it('left as it was takes a comment along', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...world(),
      'POST /api/tasks/:id/priority': () => answer(),
    });
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.type(dialog.getByLabelText('Komentarz'), 'Tak ma być.');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api).map(([, body]) => body)).toEqual([{ priority: 'NORMAL', comment: 'Tak ma być.' }]);
    expect(noticesNow()).toEqual(['Komentarz został zapisany.']);
  });
});
