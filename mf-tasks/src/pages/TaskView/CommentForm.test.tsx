import { endSession } from '@obieg/web-kit';
import { problemAnswer, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { invisibleText, openRemote } from '../../test-support';
import { comment, id, moved, openAs, posted, world } from './test-support';

const open = () => openAs(['hasBasePermission'], world());
const field = () => screen.findByRole('textbox', { name: 'Komentarz' }) as Promise<HTMLTextAreaElement>;

// Compiled before anybody waits for it.
beforeAll(() => import('./TaskViewPage'), 60_000);
afterEach(signOutForTest);

describe('who may write', () => {
  it('is not somebody with an account to whom the task is not addressed', async () => {
    await openAs([], world({ task: { view: 'visitor' } }));
    await screen.findByText('Brak aktywności');
    expect(screen.queryByRole('textbox', { name: 'Komentarz' })).toBeNull();
  });
});

describe('a comment', () => {
  it('needs text, and goes with what was chosen about its readers', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world(),
      'POST /api/tasks/:id/comment': () => moved(),
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
      expect(posted(api)).toEqual([
        { content: 'Jadę.', visibleToAuthor: true, visibleUserIds: [], visibleGroupIds: [] },
      ]),
    );
    await waitFor(() => expect((screen.getByLabelText('Komentarz') as HTMLTextAreaElement).value).toBe(''));
    expect(screen.getByText('Dodano komentarz').getAttribute('role')).toBe('status');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Komentarz')));
  });

  it('that failed stays in the field', async () => {
    await openAs([], {
      ...world(),
      'POST /api/tasks/:id/comment': () => problemAnswer(500, 'INTERNAL_ERROR', 'za chwilę'),
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

describe('a comment whose answer is lost', () => {
  it('is sent again under its key, and another under its own', async () => {
    let answer: () => ReturnType<typeof moved> | 'offline' = () => 'offline';
    const { api } = await openAs([], { ...world(), 'POST /api/tasks/:id/comment': () => answer() });
    const send = () => userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await userEvent.type(await screen.findByLabelText('Komentarz'), 'Dziękuję');
    await send();
    await screen.findByText(/Failed to add comment/);
    answer = () => moved();
    await send();
    await screen.findByText('Dodano komentarz');
    await userEvent.type(await screen.findByLabelText('Komentarz'), 'Dziękuję');
    await send();
    await waitFor(() => expect(posted(api)).toHaveLength(3));
    const keys = api.requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('the readers of a comment', () => {
  const anna = { id: 21, username: 'anna', email: 'anna@acme.test' };
  const writeAndType = async (name: string) => {
    const opened = await openAs(['hasBasePermission'], {
      ...world(),
      'GET /api/users/search': () => ({ body: { users: [anna], limitReached: false } }),
      'POST /api/tasks/:id/comment': () => moved(),
    });
    await userEvent.type(await field(), 'Poufne.');
    await userEvent.click(screen.getByText('Kto zobaczy ten komentarz?'));
    await userEvent.type(await screen.findByRole('combobox', { name: 'Widoczne dla użytkowników' }), name);
    return opened;
  };
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));

  it('are chosen, not only typed: it is not sent to everybody, also with the choice folded away', async () => {
    const { api } = await writeAndType('anna');
    await send();
    await screen.findByText('Wybierz pozycję z listy albo wyczyść pole');
    await userEvent.click(screen.getByText('Kto zobaczy ten komentarz?'));
    await send();
    const box = screen.getByRole('combobox', { name: 'Widoczne dla użytkowników' });
    expect(box.closest('details')?.open).toBe(true);
    expect(document.activeElement).toBe(box);
    expect(posted(api)).toEqual([]);
    await userEvent.clear(box);
    await send();
    await waitFor(() => expect(posted(api)).toMatchObject([{ content: 'Poufne.', visibleUserIds: [] }]));
  });

  it('are taken with Enter, among those who can read it', async () => {
    const { api } = await writeAndType('an');
    await screen.findByText('anna@acme.test');
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Usuń: anna' });
    // Also with the choice folded away it says whom the comment is for.
    const summary = screen.getByText('Kto zobaczy ten komentarz?').closest('summary') as HTMLElement;
    expect(summary.textContent).toBe('Kto zobaczy ten komentarz?anna');
    await userEvent.click(summary);
    await userEvent.click(await field());
    await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(posted(api)).toMatchObject([{ visibleUserIds: [anna.id] }]));
    await waitFor(() => expect(summary.textContent).toBe('Kto zobaczy ten komentarz?'));
    expect(api.requests.find(({ path }) => path === '/api/users/search')?.query).toEqual({
      searchTerm: 'an',
      assignable: 'true',
    });
  });
});

describe('a comment on its way', () => {
  const send = async () => {
    let answer = () => {};
    let release = () => {};
    const { api } = await openAs(['hasBasePermission'], {
      ...world(),
      'POST /api/tasks/:id/comment': () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 201, ...moved() });
        }),
    });
    await userEvent.type(await field(), 'Jadę.');
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await waitFor(() => expect(posted(api)).toHaveLength(1));
    api.answer({
      'GET /api/tasks/:id/comments': () =>
        new Promise((resolve) => {
          release = () => resolve({ body: { success: true, comments: [comment({ content: 'Jadę.' })] } });
        }),
    });
    return { api, answer: () => answer(), release: () => release() };
  };

  it('leaves the field as soon as the server has it', async () => {
    const { answer, release } = await send();
    answer();
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(JSON.stringify(localStorage)).not.toContain('Jadę');
    await userEvent.type(await field(), 'Jestem.');
    release();
    await screen.findByText('Jadę.');
    expect((await field()).value).toBe('Jestem.');
    expect(JSON.stringify(localStorage)).toContain('Jestem.');
  });

  it('takes nothing with it that was written meanwhile', async () => {
    const { answer, release } = await send();
    await userEvent.clear(await field());
    await userEvent.type(await field(), 'Już jestem.');
    answer();
    await waitFor(() => {
      release();
      screen.getByText('Jadę.');
    });
    expect((await field()).value).toBe('Już jestem.');
    expect(JSON.stringify(localStorage)).toContain('Już jestem.');
  });

  it('shows nobody else the task as its writer saw it, who has signed out meanwhile', async () => {
    const { api, answer } = await send();
    const readings = () => api.requests.filter(({ path }) => path === `/api/tasks/${id}`).length;
    api.answer({ 'GET /api/tasks/:id': () => new Promise(() => {}) });
    act(endSession);
    const before = readings();
    answer();
    await waitFor(() => expect(readings()).toBe(before + 1));
    expect(screen.queryByText('W toku')).toBeNull();
  });

  it('that an answer of success denies stays in the field', async () => {
    await openAs(['hasBasePermission'], {
      ...world(),
      'POST /api/tasks/:id/comment': () => ({ body: { success: false, message: 'Za długi.' } }),
    });
    await userEvent.type(await field(), 'Jadę.');
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await screen.findByText('Failed to add comment: Za długi.');
    expect((await field()).value).toBe('Jadę.');
    expect(JSON.stringify(localStorage)).toContain('Jadę.');
  });
});

describe('a draft of a comment', () => {
  it('survives a reload with what was chosen about its readers, says so, and can be dropped', async () => {
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

  it('is gone once sent, and stays when sending failed', async () => {
    const { api } = await open();
    await userEvent.type(await field(), 'Jadę na miejsce');
    api.answer({ 'POST /api/tasks/:id/comment': () => problemAnswer(500, 'INTERNAL_ERROR', 'za chwilę') });
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await screen.findByText('Failed to add comment: za chwilę');
    expect(JSON.stringify(localStorage)).toContain('Jadę');
    api.answer({ 'POST /api/tasks/:id/comment': () => ({ status: 201, ...moved() }) });
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Jadę'));
    expect((await field()).value).toBe('');
  });

  it('is nobody else’s', async () => {
    const first = await open();
    await userEvent.type(await field(), 'Jadę na miejsce');
    first.unmount();
    signInAs({ email: 'anna@acme.test' });
    await openRemote(`/task/${id}`, world());
    expect((await field()).value).toBe('');
  });
});
