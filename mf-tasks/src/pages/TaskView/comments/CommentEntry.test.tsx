import type { Comment } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { comment, fakeTaskApi, openAs } from '../../../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('../TaskViewPage'),
      import('./EditComment'),
      import('./DeleteComment'),
      import('./CommentMail'),
      import('./CommentVersions'),
    ]),
  60_000,
);
afterEach(signOutForTest);

const own = (more: Partial<Comment> = {}): Comment =>
  comment({ revision: 1, editedAt: null, deletedAt: null, canChange: true, ...more });
const show = (comments: Comment[], routes = {}) =>
  openAs(['hasBasePermission'], { ...fakeTaskApi({ comments }), ...routes });
const openEditor = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edytuj komentarz' }));
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Treść komentarza' });
};
const retype = async (field: HTMLTextAreaElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const save = (name = 'Zapisz komentarz') => userEvent.click(screen.getByRole('button', { name }));
const editResponse = (content: string) => ({
  body: { success: true, message: '', comment: own({ content, revision: 2 }) },
});
const putPath = 'PUT /api/tasks/:id/comments/:commentId';
const deletePath = 'DELETE /api/tasks/:id/comments/:commentId';

describe('a comment', () => {
  it('is marked as internal or as visible to the author, in words and by its look', async () => {
    await show([
      comment({ id: 1, content: 'Tylko my' }),
      comment({ id: 2, content: 'Do autora', visibleToAuthor: true }),
      comment({
        id: 3,
        content: 'Do wskazanego autora',
        visibleUsers: [{ userId: 9, userName: 'jan', userEmail: 'jan@poczta.test' }],
      }),
    ]);
    const entryOf = (text: string) => screen.getByText(text).closest('li') as HTMLElement;
    await screen.findByText('Tylko my');
    within(entryOf('Tylko my')).getByText('Wewnętrzny');
    within(entryOf('Do autora')).getByText('Widoczny dla autora');
    expect(
      ['Tylko my', 'Do autora', 'Do wskazanego autora'].map((text) => entryOf(text).dataset['internal']),
    ).toEqual(['true', undefined, undefined]);
    expect(within(entryOf('Do autora')).queryByText('Wewnętrzny')).toBeNull();
  });

  it('offers its changes only to the writer', async () => {
    await show([own({ canChange: false })]);
    await screen.findByText('Jadę na miejsce.');
    expect(screen.queryByRole('button', { name: 'Edytuj komentarz' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Usuń komentarz' })).toBeNull();
  });

  it('saves an edited text with the revision that was read', async () => {
    const { api } = await show([own({ revision: 3 })], { [putPath]: () => editResponse('Jestem.') });
    const field = await openEditor();
    expect(field.value).toBe('Jadę na miejsce.');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await retype(field, 'Jestem.');
    api.respond(
      fakeTaskApi({
        comments: [own({ content: 'Jestem.', revision: 4, editedAt: '2026-11-20T13:00:00.000Z' })],
      }),
    );
    await save();
    await screen.findByText('Jestem.');
    expect(screen.queryByRole('textbox', { name: 'Treść komentarza' })).toBeNull();
    expect(api.requests.find(({ method }) => method === 'PUT')).toMatchObject({
      path: expect.stringMatching(/\/comments\/1$/),
      body: { content: 'Jestem.' },
      headers: { 'if-match': '"3"' },
    });
  });

  it('requires a text, and sends nothing when nothing has changed', async () => {
    const { api } = await show([own()]);
    const field = await openEditor();
    await userEvent.clear(field);
    await save();
    await screen.findByText('Treść komentarza jest wymagana');
    await retype(field, 'Jadę na miejsce.');
    await save();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Treść komentarza' })).toBeNull());
    expect(api.requests.some(({ method }) => method === 'PUT')).toBe(false);
  });

  it('keeps the text after a 412, shows the saved one and replaces it on demand', async () => {
    const { api } = await show([own()], {
      [putPath]: () => problemResponse(412, 'PRECONDITION_FAILED', 'Zmieniono w innym oknie.'),
    });
    await retype(await openEditor(), 'Moja wersja');
    api.respond(fakeTaskApi({ comments: [own({ content: 'Inna wersja', revision: 2 })] }));
    await save();
    await screen.findByText(/Ten komentarz zmienił się w międzyczasie/);
    screen.getByText('Inna wersja');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Treść komentarza' }).value).toBe(
      'Moja wersja',
    );
    api.respond({ [putPath]: () => editResponse('Moja wersja') });
    await save('Zapisz moją wersję');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Treść komentarza' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edytuj komentarz' }));
    expect(
      api.requests.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['if-match']),
    ).toEqual(['"1"', '"2"']);
  });

  it('follows another window until its writer types', async () => {
    const { api } = await show([own()]);
    const field = await openEditor();
    api.respond(fakeTaskApi({ comments: [own({ content: 'Inna wersja', revision: 2 })] }));
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await waitFor(() => expect(field.value).toBe('Inna wersja'));
    expect(screen.queryByText(/Ten komentarz zmienił się w międzyczasie/)).toBeNull();
    api.respond({ [putPath]: () => editResponse('Inna wersja!') });
    await userEvent.type(field, '!');
    await save();
    await waitFor(() =>
      expect(api.requests.find(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"2"'),
    );
  });

  it.each([
    ['a 409', () => problemResponse(409, 'CONFLICT', 'Komentarz został usunięty.')],
    ['a 503', () => problemResponse(503, 'UNAVAILABLE')],
    ['a lost connection', () => 'offline' as const],
  ])('keeps the text after %s', async (_, respond) => {
    await show([own()], { [putPath]: respond });
    await retype(await openEditor(), 'Moja wersja');
    await save();
    await screen.findByText(/Nie udało się zmienić komentarza/);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Treść komentarza' }).value).toBe(
      'Moja wersja',
    );
  });

  it('keeps the text to copy when another window has deleted the comment', async () => {
    const { api } = await show([own()], { [putPath]: () => problemResponse(409, 'CONFLICT', 'Usunięty.') });
    await retype(await openEditor(), 'Moja wersja');
    api.respond(
      fakeTaskApi({
        comments: [own({ content: '', deletedAt: '2026-11-20T13:00:00.000Z', canChange: false })],
      }),
    );
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Kopiuj wpisany tekst' }));
    expect(await navigator.clipboard.readText()).toBe('Moja wersja');
    const button = screen.getByRole('button', {
      name: 'Zapisz komentarz',
      description: 'Komentarz usunięty',
    });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('restores an unsaved text after leaving the page', async () => {
    const { unmount } = await show([own()]);
    await retype(await openEditor(), 'Niedokończone');
    unmount();
    await show([own()]);
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Treść komentarza' });
    expect(field.value).toBe('Niedokończone');
    await userEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await screen.findByText('Jadę na miejsce.');
  });

  it('confirms its deletion and then shows an entry without text', async () => {
    const { api } = await show([own({ revision: 2 })], { [deletePath]: () => ({ status: 204 }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Usuń komentarz' }));
    const dialog = await screen.findByRole('dialog', { name: 'Usunąć komentarz?' });
    expect(api.requests.some(({ method }) => method === 'DELETE')).toBe(false);
    api.respond(
      fakeTaskApi({
        comments: [own({ content: '', deletedAt: new Date().toISOString(), canChange: false })],
      }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Usuń komentarz' }));
    await screen.findByText('Komentarz usunięty');
    expect(screen.queryByText('Jadę na miejsce.')).toBeNull();
    expect(api.requests.find(({ method }) => method === 'DELETE')?.headers['if-match']).toBe('"2"');
  });

  it('stays when its deletion fails, with the reason in the dialog', async () => {
    await show([own()], { [deletePath]: () => problemResponse(412, 'PRECONDITION_FAILED', 'Zmieniono.') });
    await userEvent.click(await screen.findByRole('button', { name: 'Usuń komentarz' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Usunąć komentarz?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Usuń komentarz' }));
    await dialog.findByText('Nie udało się usunąć komentarza: Zmieniono.');
  });

  it('opens its earlier texts from the edited mark, with a retry after a failure', async () => {
    const edited = own({ canChange: false, revision: 2, editedAt: '2026-11-20T13:00:00.000Z' });
    const versionsPath = 'GET /api/tasks/:id/comments/:commentId/versions';
    const { api } = await show([edited], { [versionsPath]: () => problemResponse(503, 'UNAVAILABLE') });
    await userEvent.click(await screen.findByRole('button', { name: /^zmieniony/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Wcześniejsze wersje komentarza' }));
    await dialog.findByText(/Nie udało się pobrać wcześniejszych wersji/);
    const version = {
      id: 1,
      content: 'Pierwsza wersja',
      replacedAt: '2026-11-20T13:00:00.000Z',
      replacedByEmail: 'olga@acme.test',
    };
    api.respond({ [versionsPath]: () => ({ body: { success: true, versions: [version] } }) });
    await userEvent.click(dialog.getByRole('button', { name: 'Odśwież' }));
    await dialog.findByText('Pierwsza wersja');
    dialog.getByText('olga@acme.test: zmiana treści');
    await act(async () => userEvent.keyboard('{Escape}'));
  });

  it('opens the whole mail that it is from, with a retry after a failure', async () => {
    const mailPath = 'GET /api/tasks/:id/comments/:commentId/mail';
    const { api } = await show([own({ hasMailText: true, content: 'Zrobione.' })], {
      [mailPath]: () => problemResponse(503, 'UNAVAILABLE'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Pokaż całą wiadomość e-mail' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cała wiadomość e-mail' }));
    await dialog.findByText(/Nie udało się pobrać wiadomości/);
    api.respond({ [mailPath]: () => ({ body: { success: true, text: 'Zrobione. -- Ewa, tel. 600' } }) });
    await userEvent.click(dialog.getByRole('button', { name: 'Odśwież' }));
    await dialog.findByText('Zrobione. -- Ewa, tel. 600');
    await act(async () => userEvent.keyboard('{Escape}'));
  });

  it('offers no mail if it has no more text', async () => {
    await show([own({ hasMailText: false, content: 'Zrobione.' })]);
    await screen.findByText('Zrobione.');
    expect(screen.queryByRole('button', { name: 'Pokaż całą wiadomość e-mail' })).toBeNull();
  });

  const versionsRoute = 'GET /api/tasks/:id/comments/:commentId/versions';
  const editedAt = '2026-11-20T13:00:00.000Z';
  const openVersions = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^zmieniony/ }));
    return within(await screen.findByRole('dialog', { name: 'Wcześniejsze wersje komentarza' }));
  };
  const version = { id: 1, content: 'Pierwsza', replacedAt: editedAt, replacedByEmail: 'olga@acme.test' };

  it('lets its writer delete the earlier texts after a confirmation, and then says who did it', async () => {
    const removal = 'DELETE /api/tasks/:id/comments/:commentId/versions';
    const { api } = await show([own({ revision: 2, editedAt })], {
      [versionsRoute]: () => ({ body: { success: true, versions: [version], deletions: [] } }),
      [removal]: () => ({ status: 204 }),
    });
    const versions = await openVersions();
    await versions.findByText('Pierwsza');
    await userEvent.click(versions.getByRole('button', { name: 'Usuń wcześniejsze wersje' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Usunąć wcześniejsze wersje?' }));
    expect(api.requests.some(({ method }) => method === 'DELETE')).toBe(false);
    api.respond({
      [versionsRoute]: () => ({
        body: {
          success: true,
          versions: [],
          deletions: [{ deletedAt: editedAt, deletedByEmail: 'olga@acme.test' }],
        },
      }),
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Usuń wcześniejsze wersje' }));
    await screen.findByText('olga@acme.test: usunięcie wcześniejszych wersji');
    expect(screen.queryByText('Pierwsza')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Usuń wcześniejsze wersje' })).toBeNull();
    expect(api.requests.find(({ method }) => method === 'DELETE')?.headers['if-match']).toBe('"2"');
    await act(async () => userEvent.keyboard('{Escape}'));
  });

  it('offers the deletion of earlier texts only to its writer', async () => {
    await show([own({ canChange: false, revision: 2, editedAt })], {
      [versionsRoute]: () => ({ body: { success: true, versions: [version] } }),
    });
    const versions = await openVersions();
    await versions.findByText('Pierwsza');
    expect(versions.queryByRole('button', { name: 'Usuń wcześniejsze wersje' })).toBeNull();
    await act(async () => userEvent.keyboard('{Escape}'));
  });

  it('only says that it was edited to a reporter, without the earlier texts', async () => {
    await openAs([], fakeTaskApi({ comments: [own({ editedAt })], task: { view: 'author' } }));
    await screen.findByText(/^zmieniony/);
    expect(screen.queryByRole('button', { name: /^zmieniony/ })).toBeNull();
  });
});
