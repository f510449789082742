import { type FakeRoutes, problemAnswer, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTask, openRemote } from '../../test-support';

const id = buildTask().publicTaskId;
const task = () => ({ body: { success: true, message: '', task: buildTask() } });
const empty = (name: string) => () => ({ body: { success: true, [name]: [] } });
const world: FakeRoutes = {
  'GET /api/tasks/:id': task,
  'GET /api/tasks/:id/transitions': empty('transitions'),
  'GET /api/tasks/:id/comments': empty('comments'),
  'GET /api/tasks/:id/status-history': empty('statusHistory'),
  'GET /api/tasks/:id/assignment-history': empty('assignmentHistory'),
  'GET /api/tasks/:id/change-history': empty('changeHistory'),
};
const open = () => openRemote(`/task/${id}`, world, ['hasBasePermission']);
const field = () => screen.findByRole('textbox', { name: 'Komentarz' }) as Promise<HTMLTextAreaElement>;

// Compiled before anybody waits for it.
beforeAll(() => import('./TaskViewPage'), 60_000);
afterEach(signOutForTest);

describe('who may write', () => {
  it('is not somebody with an account to whom the task is not addressed', async () => {
    const task = { ...buildTask(), view: 'visitor' as const };
    await openRemote(
      `/task/${id}`,
      { ...world, 'GET /api/tasks/:id': () => ({ body: { success: true, message: '', task } }) },
      [],
    );
    await screen.findByText('Brak aktywności');
    expect(screen.queryByRole('textbox', { name: 'Komentarz' })).toBeNull();
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
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Jadę'));
  });

  it('is gone once sent, and stays when sending failed', async () => {
    const { api } = await open();
    await userEvent.type(await field(), 'Jadę na miejsce');
    api.answer({ 'POST /api/tasks/:id/comment': () => problemAnswer(503, 'UNAVAILABLE', 'za chwilę') });
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await screen.findByText('Failed to add comment: za chwilę');
    expect(JSON.stringify(localStorage)).toContain('Jadę');
    api.answer({ 'POST /api/tasks/:id/comment': () => ({ status: 201, ...task() }) });
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Jadę'));
    expect((await field()).value).toBe('');
  });

  it('is nobody else’s', async () => {
    const first = await open();
    await userEvent.type(await field(), 'Jadę na miejsce');
    first.unmount();
    signInAs({ email: 'anna@acme.test' });
    await openRemote(`/task/${id}`, world);
    expect((await field()).value).toBe('');
  });
});
