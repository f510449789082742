import type { AssigneesResponse, Task, TaskReaders } from '@obieg/contracts';
import { useNotices } from '@obieg/web-kit';
import {
  type FakeRoutes,
  permissionsOf,
  problemResponse,
  signInAs,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { respondWithTask } from '../../task/test-support';
import { buildTask, openRemote } from '../../test-support';

const id = buildTask().publicTaskId;

const taskResponse = (more: Partial<Task> = {}) => ({
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
const fakeTaskApi = (more: Partial<Task> = {}): FakeRoutes => ({
  'GET /api/tasks/:id': respondWithTask(buildTask(more)),
  'GET /api/tasks/:id/assignees': ({ query }) => assignees(query['searchTerm'] ? 'ANYBODY' : 'SELF'),
});
const openAs = (permissions: Parameters<typeof openRemote>[2], routes: FakeRoutes) =>
  openRemote(`/task/${id}`, routes, permissions);
const openDialog = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
};
const readPostBodies = (api: Awaited<ReturnType<typeof openRemote>>['api']) =>
  api.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
/** The user of `signInAs`. */
const me = { assignedUserId: 7, assignedUserName: 'olga', assignedUserEmail: 'olga@acme.test' };

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () => Promise.all([import('./TaskViewPage'), import('./AssignmentModal'), import('./PriorityModal')]),
  60_000,
);
afterEach(signOutForTest);
/** Expects a confirmation before the dialog closes: first cancels it, then discards the comment. */
const expectDiscardConfirmation = async (comment: HTMLElement, text: string) => {
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Edytuj dalej' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Odrzucić zmiany?' })).toBeNull());
  expect((comment as HTMLTextAreaElement).value).toBe(text);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Odrzuć zmiany' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const readNotices = () => renderHook(() => useNotices()).result.current.map(({ text }) => text);

describe('callers without the base permission', () => {
  it.each([
    ['visitor', undefined],
    ['reporter', []],
  ] as const)('offers a %s neither dialog', async (_, permissions) => {
    await openAs(permissions && ([...permissions] as never), fakeTaskApi());
    await screen.findByText('Nieprzypisane');
    expect(screen.queryByRole('button', { name: 'Zmień przypisanie' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Zmień priorytet' })).toBeNull();
  });
});

describe('AssignmentModal (spec 3 §2, §4, §6)', () => {
  it('offers only self-assignment without OPERATOR, and sends it with the comment', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/assign': () => taskResponse(me),
    });
    const dialog = await openDialog('Zmień przypisanie');
    dialog.getByText('Zadanie nie jest do nikogo przypisane.');
    await dialog.findByText('Aby przypisywać zadania innym osobom, potrzebujesz uprawnień operatora.');
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Przypisz do mnie']);
    api.respond(fakeTaskApi(me));
    await userEvent.type(dialog.getByLabelText('Komentarz'), 'Zajmę się tym.');
    await userEvent.click(dialog.getByRole('button', { name: 'Przypisz' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api)).toEqual([
      [
        `/api/tasks/${id}/assign`,
        {
          assignmentType: 'ASSIGN_TO_ME',
          userId: null,
          groupId: null,
          comment: 'Zajmę się tym.',
          expectedAssignee: { userId: null, groupId: null },
        },
      ],
    ]);
    await screen.findByText('olga@acme.test');
  });

  it('asks for confirmation before discarding a comment, also after a change of the type', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], fakeTaskApi());
    const dialog = await openDialog('Zmień przypisanie');
    const comment = dialog.getByLabelText('Komentarz');
    await userEvent.type(comment, 'Zajmę się tym.');
    await userEvent.selectOptions(dialog.getByLabelText('Sposób przypisania'), 'ASSIGN_TO_USER');
    await expectDiscardConfirmation(comment, 'Zajmę się tym.');
    expect(readPostBodies(api)).toEqual([]);
  });

  it('disables self-assignment when the task is assigned to the caller', async () => {
    await openAs(['hasBasePermission'], fakeTaskApi(me));
    const dialog = await openDialog('Zmień przypisanie');
    dialog.getByText('Zadanie jest już przypisane do Ciebie.', { ignore: '[hidden]' });
    expect(dialog.getByRole('option', { name: 'Przypisz do mnie' }).hasAttribute('disabled')).toBe(true);
    const assign = dialog.getByRole('button', {
      name: 'Przypisz',
      description: 'Zadanie jest już przypisane do Ciebie.',
    });
    expect(assign.getAttribute('aria-disabled')).toBe('true');
  });

  it('recognizes the caller by id, even if the email is masked', async () => {
    await openAs(['hasBasePermission'], fakeTaskApi({ ...me, assignedUserEmail: 'o***@acme.test' }));
    (await openDialog('Zmień przypisanie')).getByText('Zadanie jest już przypisane do Ciebie.', {
      ignore: '[hidden]',
    });
  });

  it('recognizes a caller without an id by email', async () => {
    signInAs({ id: 0, username: 'olga@acme.test' });
    await openRemote(`/task/${id}`, {
      ...fakeTaskApi(me),
      'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission') }),
    });
    (await openDialog('Zmień przypisanie')).getByText('Zadanie jest już przypisane do Ciebie.', {
      ignore: '[hidden]',
    });
  });

  it('stays open while saving and shows the message of a response with success false', async () => {
    let reject = () => {};
    await openAs(['hasBasePermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/assign': () =>
        new Promise((resolve) => {
          reject = () => resolve({ body: { success: false, message: 'Nie teraz.' } });
        }),
    });
    const dialog = await openDialog('Zmień przypisanie');
    const assign = dialog.getByRole('button', { name: 'Przypisz' });
    await userEvent.click(assign);
    await waitFor(() => expect(assign.getAttribute('aria-busy')).toBe('true'));
    await userEvent.keyboard('{Escape}');
    reject();
    await dialog.findByText('Failed to assign task');
    dialog.getByText('Nie teraz.');
    expect(readNotices()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers a group leader without OPERATOR the members of the group', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ assignedGroupId: 4, assignedGroupName: 'Helpdesk' }),
      'GET /api/tasks/:id/assignees': () =>
        assignees('GROUP', { group: { groupId: 4, groupName: 'Helpdesk' } }),
      'POST /api/tasks/:id/assign': () => taskResponse({ assignedUserId: 8, assignedUserName: 'marek' }),
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
    expect(readPostBodies(api).map(([, body]) => body)).toEqual([
      expect.objectContaining({ assignmentType: 'ASSIGN_TO_USER', userId: 8, groupId: null, comment: null }),
    ]);
  });

  it('requires a user or a group, and clears the choice when the type changes', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/assign': () => taskResponse({ assignedGroupId: 4, assignedGroupName: 'Helpdesk' }),
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
    expect(readPostBodies(api).map(([, body]) => body)).toEqual([
      expect.objectContaining({ assignmentType: 'ASSIGN_TO_GROUP', userId: null, groupId: 4, comment: null }),
    ]);
  });

  it('shows a server error at its field and keeps the input', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/assign': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'Temu użytkownikowi nie można przypisać zadania', [
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
    // The search field has been replaced by the selected user with a clear button.
    const other = dialog.getByRole('button', { name: 'Wyczyść wybór' });
    await waitFor(() => expect(document.activeElement).toBe(other));
    const reason = document.getElementById(other.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Temu użytkownikowi nie można przypisać zadania');
    expect((dialog.getByLabelText('Komentarz') as HTMLTextAreaElement).value).toBe('Proszę');
    expect(readPostBodies(api)[0]?.[1]).toMatchObject({ assignmentType: 'ASSIGN_TO_USER', userId: 8 });
  });
});

describe('AssignmentModal', () => {
  it('offers self-assignment if the possible assignees fail to load', async () => {
    await openAs(['hasBasePermission'], {
      ...fakeTaskApi(),
      'GET /api/tasks/:id/assignees': () => problemResponse(403, 'FORBIDDEN'),
    });
    const dialog = await openDialog('Zmień przypisanie');
    await dialog.findByText('Aby przypisywać zadania innym osobom, potrzebujesz uprawnień operatora.');
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Przypisz do mnie']);
  });

  it('starts with another user for an operator who has the task', async () => {
    await openAs(['hasBasePermission', 'hasOperatorPermission'], fakeTaskApi(me));
    const dialog = await openDialog('Zmień przypisanie');
    expect(dialog.getByLabelText<HTMLSelectElement>('Sposób przypisania').value).toBe('ASSIGN_TO_USER');
    dialog.getByRole('combobox', { name: 'Użytkownik' });
  });

  it('closes without a question while the comment is blank', async () => {
    await openAs(['hasBasePermission'], fakeTaskApi());
    const dialog = await openDialog('Zmień przypisanie');
    await userEvent.type(dialog.getByLabelText('Komentarz'), '  ');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('forgets the chosen user when the type changes to a group and back', async () => {
    await openAs(['hasBasePermission', 'hasOperatorPermission'], fakeTaskApi());
    const dialog = await openDialog('Zmień przypisanie');
    const type = dialog.getByLabelText('Sposób przypisania');
    await userEvent.selectOptions(type, 'ASSIGN_TO_USER');
    await userEvent.type(dialog.getByLabelText('Użytkownik'), 'mar');
    await userEvent.click(await screen.findByRole('option', { name: /marek/, hidden: true }));
    dialog.getByRole('button', { name: 'Wyczyść wybór' });
    await userEvent.selectOptions(type, 'ASSIGN_TO_GROUP');
    await userEvent.selectOptions(type, 'ASSIGN_TO_USER');
    expect(dialog.queryByRole('button', { name: 'Wyczyść wybór' })).toBeNull();
    dialog.getByRole('combobox', { name: 'Użytkownik' });
  });

  it('shows a server error at the group', async () => {
    await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/assign': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'Nie ma takiej grupy w organizacji', [
          { field: 'groupId', message: 'Nie ma takiej grupy w organizacji' },
        ]),
    });
    const dialog = await openDialog('Zmień przypisanie');
    await userEvent.selectOptions(dialog.getByLabelText('Sposób przypisania'), 'ASSIGN_TO_GROUP');
    await userEvent.selectOptions(dialog.getByLabelText('Grupa'), 'Helpdesk');
    await userEvent.click(dialog.getByRole('button', { name: 'Przypisz' }));
    await dialog.findByText('Nie ma takiej grupy w organizacji');
    expect(dialog.getByLabelText('Grupa').getAttribute('aria-invalid')).toBe('true');
  });

  it('tells that the task has been assigned', async () => {
    await openAs(['hasBasePermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/assign': () => taskResponse(me),
    });
    const dialog = await openDialog('Zmień przypisanie');
    await userEvent.click(dialog.getByRole('button', { name: 'Przypisz' }));
    await waitFor(() => expect(readNotices()).toEqual(['Przypisanie zostało zmienione.']));
  });
});

describe('AssignmentModal of a restricted task', () => {
  const restricted = {
    ...me,
    visibleUsers: [{ userId: 3, userName: 'ewa', userEmail: 'ewa@acme.test', addressHint: null }],
  };
  const open = async (readers: Partial<TaskReaders>) => {
    const page = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...fakeTaskApi(restricted),
      'GET /api/tasks/:id/readers': () => ({
        body: {
          success: true,
          caller: true,
          allMembers: false,
          groups: [],
          users: [],
          author: null,
          ...readers,
        },
      }),
      'POST /api/tasks/:id/assign': () => taskResponse({ ...restricted, assignedUserId: 8 }),
    });
    const dialog = await openDialog('Zmień przypisanie');
    await userEvent.type(dialog.getByLabelText('Użytkownik'), 'mar');
    await userEvent.click(await screen.findByRole('option', { name: /marek/, hidden: true }));
    return { ...page, dialog };
  };
  const assign = ({ dialog }: Awaited<ReturnType<typeof open>>) =>
    userEvent.click(dialog.getByRole('button', { name: 'Przypisz' }));
  const question = 'Odebrać sobie dostęp do zadania?';

  it('says who will and will not see the task, and assigns', async () => {
    const page = await open({
      users: [
        { userId: 8, userName: 'marek', addressHint: null, reads: true },
        { userId: 9, userName: 'piotr', addressHint: null, reads: false },
      ],
    });
    const seeing = await page.dialog.findByText('Zobaczą:');
    expect(seeing.parentElement?.textContent).toContain('Ty, marek');
    expect(page.dialog.getByText('Nie zobaczą:').parentElement?.textContent).toContain('piotr');
    expect(page.api.requests.find(({ path }) => path.endsWith('/readers'))?.query).toEqual({
      assignee: 'user:8',
    });
    await assign(page);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(page.api)).toHaveLength(1);
  });

  it('asks before the user loses the task, and keeps the dialog when the user goes on', async () => {
    const page = await open({ caller: false });
    await page.dialog.findByText(/^Po tej zmianie nie zobaczysz tego zadania/);
    await assign(page);
    await screen.findByRole('dialog', { name: question });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull());
    page.dialog.getByRole('button', { name: 'Przypisz' });
    expect(readPostBodies(page.api)).toEqual([]);
  });

  it('assigns on confirmation, then opens the list', async () => {
    const page = await open({ caller: false });
    await assign(page);
    const asked = within(await screen.findByRole('dialog', { name: question }));
    page.api.respond({ 'GET /api/tasks/:id': () => problemResponse(404, 'NOT_FOUND', 'Nie znaleziono') });
    await userEvent.click(asked.getByRole('button', { name: 'Zmień i strać dostęp' }));
    await waitFor(() => expect(page.currentAddress()).toBe('/tasks'));
    expect(readPostBodies(page.api)[0]?.[1]).toMatchObject({ assignmentType: 'ASSIGN_TO_USER', userId: 8 });
  });
});

describe('PriorityModal (spec 3 §2, §6)', () => {
  it('sends the priority with the comment for operators', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/priority': () => taskResponse({ priority: 'HIGHEST' }),
    });
    const dialog = await openDialog('Zmień priorytet');
    dialog.getByText('Obecny priorytet');
    api.respond(fakeTaskApi({ priority: 'HIGHEST' }));
    await userEvent.selectOptions(dialog.getByLabelText('Nowy priorytet'), 'Najwyższy');
    await userEvent.type(dialog.getByLabelText('Komentarz'), 'Stoi cała linia.');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api)).toEqual([
      [
        `/api/tasks/${id}/priority`,
        { priority: 'HIGHEST', comment: 'Stoi cała linia.', expectedPriority: 'NORMAL' },
      ],
    ]);
    await screen.findByText('Najwyższy');
  });

  it('asks for confirmation before discarding a comment, except on cancel', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], fakeTaskApi());
    const comment = (await openDialog('Zmień priorytet')).getByLabelText('Komentarz');
    await userEvent.type(comment, 'Stoi linia.');
    await expectDiscardConfirmation(comment, 'Stoi linia.');
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.type(dialog.getByLabelText('Komentarz'), 'Stoi linia.');
    await userEvent.click(dialog.getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api)).toEqual([]);
  });

  it('is offered without OPERATOR only as a disabled button with the reason', async () => {
    await openAs(['hasBasePermission'], fakeTaskApi());
    const button = await screen.findByRole('button', {
      name: 'Zmień priorytet',
      description: 'Nie masz uprawnień do zmiany priorytetu. Wymagane uprawnienie: OPERATOR',
    });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the reason of a failure', async () => {
    await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/priority': () => problemResponse(503, 'UNAVAILABLE', 'Please try again.'),
    });
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.selectOptions(dialog.getByLabelText('Nowy priorytet'), 'Niski');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
    await dialog.findByText('Nie udało się zmienić priorytetu');
    dialog.getByText('Usługa jest chwilowo niedostępna. Spróbuj ponownie.');
  });

  it('fails immediately without a connection', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/priority': () => 'offline',
    });
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.selectOptions(dialog.getByLabelText('Nowy priorytet'), 'Niski');
    window.dispatchEvent(new Event('offline'));
    try {
      await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
      await dialog.findByText('brak połączenia z serwerem.');
      expect(readPostBodies(api)).toHaveLength(1);
    } finally {
      // The query client keeps its offline state for the next test.
      window.dispatchEvent(new Event('online'));
    }
  });

  it('shows the message of a response with success false', async () => {
    await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/priority': () => ({ body: { success: false, message: 'Nie teraz.' } }),
    });
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.selectOptions(dialog.getByLabelText('Nowy priorytet'), 'Niski');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
    await dialog.findByText('Nie udało się zmienić priorytetu');
    dialog.getByText('Nie teraz.');
    expect(readNotices()).toEqual([]);
  });

  it('closes without a request when nothing has changed', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], fakeTaskApi());
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api)).toEqual([]);
    expect(readNotices()).toEqual([]);
  });

  it('sends a comment without a change of the priority', async () => {
    const { api } = await openAs(['hasBasePermission', 'hasOperatorPermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/priority': () => taskResponse(),
    });
    const dialog = await openDialog('Zmień priorytet');
    await userEvent.type(dialog.getByLabelText('Komentarz'), 'Tak ma być.');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień priorytet' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api).map(([, body]) => body)).toEqual([
      { priority: 'NORMAL', comment: 'Tak ma być.', expectedPriority: 'NORMAL' },
    ]);
    expect(readNotices()).toEqual(['Komentarz został zapisany.']);
  });
});
