import { endSession } from '@obieg/web-kit';
import { problemResponse, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  comment,
  delayTask,
  fakeTaskApi,
  id,
  movedTaskResponse,
  openAs,
  readPostBodies,
} from '../../task/test-support';
import { invisibleText, openRemote } from '../../test-support';

const open = () => openAs(['hasBasePermission'], fakeTaskApi());
const filesAreVisible = 'Pliki nie należą do komentarza: zobaczy je każdy, kto widzi zadanie.';
const field = () => screen.findByRole('textbox', { name: 'Komentarz' }) as Promise<HTMLTextAreaElement>;

// Load the module before the first test, which would otherwise time out.
beforeAll(() => import('./TaskViewPage'), 60_000);
afterEach(signOutForTest);

describe('CommentForm access', () => {
  it('is hidden from accounts without access to the task', async () => {
    await openAs([], fakeTaskApi({ task: { view: 'visitor' } }));
    await screen.findByText('Brak aktywności');
    expect(screen.queryByRole('textbox', { name: 'Komentarz' })).toBeNull();
  });
});

describe('CommentForm', () => {
  it('requires visible text and sends the visibility', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/comment': () => movedTaskResponse(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Dodaj komentarz' }));
    await screen.findByText('Treść komentarza jest wymagana');
    await userEvent.type(screen.getByLabelText('Komentarz'), 'J');
    await waitFor(() => expect(screen.queryByText('Treść komentarza jest wymagana')).toBeNull());
    await userEvent.clear(screen.getByLabelText('Komentarz'));
    await userEvent.type(screen.getByLabelText('Komentarz'), invisibleText);
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await screen.findByText('Treść komentarza jest wymagana');
    expect(JSON.stringify(localStorage)).not.toContain('task-comment');
    await userEvent.clear(screen.getByLabelText('Komentarz'));
    await userEvent.type(screen.getByLabelText('Komentarz'), 'Jadę.');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Widoczny dla autora zadania' }));
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await waitFor(() =>
      expect(readPostBodies(api)).toEqual([
        { content: 'Jadę.', visibleToAuthor: true, visibleUserIds: [], visibleGroupIds: [] },
      ]),
    );
    await waitFor(() => expect((screen.getByLabelText('Komentarz') as HTMLTextAreaElement).value).toBe(''));
    expect(screen.getByText('Dodano komentarz').getAttribute('role')).toBe('status');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Komentarz')));
  });

  it('keeps the text when sending fails', async () => {
    await openAs([], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/comment': () => problemResponse(500, 'INTERNAL_ERROR', 'za chwilę'),
    });
    await userEvent.type(await screen.findByLabelText('Komentarz'), 'Dziękuję');
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    const form = within((await field()).closest('form') as HTMLElement);
    await form.findByText('Failed to add comment: za chwilę');
    expect(document.activeElement?.textContent).toBe('Failed to add comment: za chwilę');
    expect((await field()).value).toBe('Dziękuję');
    await userEvent.click(form.getByRole('button', { name: 'Ukryj' }));
    expect(screen.queryByText(/Failed to add comment/)).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Widoczny dla autora zadania' })).toBeNull();
  });
});

describe('CommentForm retries', () => {
  it('reuses the idempotency key for a retry and creates a new one for the next comment', async () => {
    let respond: () => ReturnType<typeof movedTaskResponse> | 'offline' = () => 'offline';
    const { api } = await openAs([], { ...fakeTaskApi(), 'POST /api/tasks/:id/comment': () => respond() });
    const send = () => userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await userEvent.type(await screen.findByLabelText('Komentarz'), 'Dziękuję');
    await send();
    await screen.findByText(/Failed to add comment/);
    respond = () => movedTaskResponse();
    await send();
    await screen.findByText('Dodano komentarz');
    await userEvent.type(await screen.findByLabelText('Komentarz'), 'Dziękuję');
    await send();
    await waitFor(() => expect(readPostBodies(api)).toHaveLength(3));
    const keys = api.requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('CommentForm visibility', () => {
  const anna = { id: 21, username: 'anna', email: 'anna@acme.test' };
  const typeReader = async (name: string) => {
    const opened = await openAs(['hasBasePermission'], {
      ...fakeTaskApi(),
      'GET /api/users/search': () => ({ body: { users: [anna], limitReached: false } }),
      'POST /api/tasks/:id/comment': () => movedTaskResponse(),
    });
    await userEvent.type(await field(), 'Poufne.');
    await userEvent.click(screen.getByText('Kto zobaczy ten komentarz?'));
    await userEvent.type(await screen.findByRole('combobox', { name: 'Widoczne dla użytkowników' }), name);
    return opened;
  };
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));

  it('rejects a user that was typed but not selected, and opens the closed section', async () => {
    const { api } = await typeReader('anna');
    await send();
    await screen.findByText('Wybierz pozycję z listy albo wyczyść pole');
    await userEvent.click(screen.getByText('Kto zobaczy ten komentarz?'));
    await send();
    const box = screen.getByRole('combobox', { name: 'Widoczne dla użytkowników' });
    expect(box.closest('details')?.open).toBe(true);
    expect(document.activeElement).toBe(box);
    expect(readPostBodies(api)).toEqual([]);
    await userEvent.clear(box);
    await send();
    await waitFor(() =>
      expect(readPostBodies(api)).toMatchObject([{ content: 'Poufne.', visibleUserIds: [] }]),
    );
  });

  it('says that files are visible to all, once readers are chosen', async () => {
    await typeReader('an');
    await screen.findByText('anna@acme.test');
    expect(screen.queryByText(filesAreVisible)).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect((await screen.findByText(filesAreVisible)).closest('[role]')?.getAttribute('role')).toBe('status');
    await userEvent.click(screen.getByRole('button', { name: 'Usuń: anna' }));
    await waitFor(() => expect(screen.queryByText(filesAreVisible)).toBeNull());
  });

  it.each(['paste', 'dragenter'] as const)(
    'says on %s of a file that the author will see it, unless the author sees the comment',
    async (event) => {
      await open();
      const types = { types: ['Files'], files: [], getData: () => '' };
      fireEvent[event === 'paste' ? 'paste' : 'dragEnter'](await field(), {
        clipboardData: types,
        dataTransfer: types,
      });
      await screen.findByText(filesAreVisible);
      await userEvent.click(screen.getByRole('checkbox', { name: 'Widoczny dla autora zadania' }));
      await waitFor(() => expect(screen.queryByText(filesAreVisible)).toBeNull());
    },
  );

  it('adds a user with Enter; searches only users who can read comments', async () => {
    const { api } = await typeReader('an');
    await screen.findByText('anna@acme.test');
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Usuń: anna' });
    // The closed section shows the readers, too.
    const summary = screen.getByText('Kto zobaczy ten komentarz?').closest('summary') as HTMLElement;
    expect(summary.textContent).toBe('Kto zobaczy ten komentarz?anna');
    await userEvent.click(summary);
    await userEvent.click(await field());
    await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(readPostBodies(api)).toMatchObject([{ visibleUserIds: [anna.id] }]));
    await waitFor(() => expect(summary.textContent).toBe('Kto zobaczy ten komentarz?'));
    expect(api.requests.find(({ path }) => path === '/api/users/search')?.query).toEqual({
      searchTerm: 'an',
      assignable: 'true',
    });
  });
});

describe('CommentForm while sending', () => {
  const send = async () => {
    let respond = () => {};
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/comment': () =>
        new Promise((resolve) => {
          respond = () => resolve({ status: 201, ...movedTaskResponse() });
        }),
    });
    await userEvent.type(await field(), 'Jadę.');
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await waitFor(() => expect(readPostBodies(api)).toHaveLength(1));
    const { routes, release } = delayTask({ comments: [comment({ content: 'Jadę.' })] });
    api.respond(routes);
    return { api, respond: () => respond(), release };
  };

  it('clears the field as soon as the server has saved the comment', async () => {
    const { respond, release } = await send();
    respond();
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(JSON.stringify(localStorage)).not.toContain('Jadę');
    await userEvent.type(await field(), 'Jestem.');
    release();
    await screen.findByText('Jadę.');
    expect((await field()).value).toBe('Jestem.');
    expect(JSON.stringify(localStorage)).toContain('Jestem.');
  });

  it('keeps text that was typed while sending', async () => {
    const { respond, release } = await send();
    await userEvent.clear(await field());
    await userEvent.type(await field(), 'Już jestem.');
    respond();
    await waitFor(() => {
      release();
      screen.getByText('Jadę.');
    });
    expect((await field()).value).toBe('Już jestem.');
    expect(JSON.stringify(localStorage)).toContain('Już jestem.');
  });

  it('does not show the response after signing out', async () => {
    const { api, respond } = await send();
    const countTaskRequests = () => api.requests.filter(({ path }) => path === `/api/tasks/${id}`).length;
    api.respond({ 'GET /api/tasks/:id': () => new Promise(() => {}) });
    act(endSession);
    const before = countTaskRequests();
    respond();
    await waitFor(() => expect(countTaskRequests()).toBe(before + 1));
    expect(screen.queryByText('W toku')).toBeNull();
  });

  it('keeps the text on a response with success false', async () => {
    await openAs(['hasBasePermission'], {
      ...fakeTaskApi(),
      'POST /api/tasks/:id/comment': () => ({ body: { success: false, message: 'Za długi.' } }),
    });
    await userEvent.type(await field(), 'Jadę.');
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await screen.findByText('Failed to add comment: Za długi.');
    expect((await field()).value).toBe('Jadę.');
    expect(JSON.stringify(localStorage)).toContain('Jadę.');
  });
});

describe('comment draft', () => {
  it('restores text and visibility after a reload with a notice, and can be discarded', async () => {
    const first = await open();
    await userEvent.type(await field(), 'Jadę na miejsce');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Widoczny dla autora zadania' }));
    first.unmount();
    await open();
    expect((await field()).value).toBe('Jadę na miejsce');
    const isForAuthor = screen.getByRole('checkbox', { name: 'Widoczny dla autora zadania' });
    expect((isForAuthor as HTMLInputElement).checked).toBe(true);
    screen.getByText(/Przywrócono niezapisany szkic/);
    await userEvent.click(screen.getByRole('button', { name: 'Odrzuć szkic' }));
    expect((await field()).value).toBe('');
    expect(document.activeElement).toBe(await field());
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Jadę'));
  });

  it('is deleted after sending and remains after a failure', async () => {
    const { api } = await open();
    await userEvent.type(await field(), 'Jadę na miejsce');
    api.respond({ 'POST /api/tasks/:id/comment': () => problemResponse(500, 'INTERNAL_ERROR', 'za chwilę') });
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await screen.findByText('Failed to add comment: za chwilę');
    expect(JSON.stringify(localStorage)).toContain('Jadę');
    api.respond({ 'POST /api/tasks/:id/comment': () => ({ status: 201, ...movedTaskResponse() }) });
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Jadę'));
    expect((await field()).value).toBe('');
  });

  it('is hidden from other users', async () => {
    const first = await open();
    await userEvent.type(await field(), 'Jadę na miejsce');
    first.unmount();
    signInAs({ email: 'anna@acme.test' });
    await openRemote(`/task/${id}`, fakeTaskApi());
    expect((await field()).value).toBe('');
  });
});
