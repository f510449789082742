import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeTaskApi, movedTaskResponse, openAs, readPostBodies } from '../../../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('../TaskViewPage'),
      import('../CommentForm'),
      import('./ChooseReply'),
      import('./AskOpenGaps'),
    ]),
  60_000,
);
afterEach(signOutForTest);

const replies = [
  {
    id: 1,
    name: 'Podziękowanie',
    content: '{{task.title}} – dziękuje {{my.name}}.',
    updatedAt: '2026-11-27T09:00:00.000Z',
    revision: 1,
  },
  {
    id: 2,
    name: 'Żądanie zdjęcia',
    content: 'Prosimy o zdjęcie.',
    updatedAt: '2026-11-27T09:00:00.000Z',
    revision: 1,
  },
];
const repliesApi = {
  'GET /api/canned-replies': () => ({ body: { success: true, replies } }),
  'GET /api/account': () => ({
    body: { username: 'olga', displayName: 'Olga Lis', email: 'olga@acme.test', hasPassword: true },
  }),
};
const open = (routes = {}, task = {}) =>
  openAs(['hasBasePermission'], { ...fakeTaskApi({ task }), ...repliesApi, ...routes });
const field = () => screen.findByRole('textbox', { name: 'Komentarz' }) as Promise<HTMLTextAreaElement>;
const openList = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Wstaw szablon' }));
  return within(await screen.findByRole('dialog', { name: 'Wstaw szablon odpowiedzi' }));
};

describe('CannedReplyButton', () => {
  it('inserts the filled reply at the cursor of the comment', async () => {
    await open({}, { title: 'Brama {{my.name}} $&' });
    const area = await field();
    await userEvent.type(area, 'Dzień dobry. Pozdrawiam');
    area.setSelectionRange(13, 13);
    const dialog = await openList();
    await dialog.findByText('Brama {{my.name}} $& – dziękuje Olga Lis.');
    await userEvent.click(dialog.getByRole('button', { name: /^Podziękowanie/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(area.value).toBe('Dzień dobry. Brama {{my.name}} $& – dziękuje Olga Lis.Pozdrawiam');
    await waitFor(() => expect(document.activeElement).toBe(area));
    // The draft proves that the form has the text.
    await waitFor(() => expect(JSON.stringify(localStorage)).toContain('dziękuje Olga Lis.Pozdrawiam'));
  });

  describe('with a placeholder without a value', () => {
    const content = 'Zajmuje się nim {{task.assignee}}.';
    const openWithGap = async () => {
      const { api } = await open(
        {
          'GET /api/canned-replies': () => ({
            body: { success: true, replies: [{ ...replies[0], content }] },
          }),
          'POST /api/tasks/:id/comment': () => movedTaskResponse(),
        },
        { assignedUserName: null, assignedGroupName: null },
      );
      const dialog = await openList();
      await userEvent.click(await dialog.findByRole('button', { name: /^Podziękowanie/ }));
      await waitFor(async () => expect((await field()).value).toBe('Zajmuje się nim [… Przypisanie].'));
      return api;
    };
    const send = () => userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    const findQuestion = () => screen.findByRole('dialog', { name: 'Wysłać komentarz z pustymi polami?' });

    it('selects the gap, so that typing fills it', async () => {
      const api = await openWithGap();
      const area = await field();
      await waitFor(() => expect(document.activeElement).toBe(area));
      expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('[… Przypisanie]');
      await userEvent.keyboard('Olga');
      await send();
      await waitFor(() => expect(readPostBodies(api)).toMatchObject([{ content: 'Zajmuje się nim Olga.' }]));
    });

    it('asks before it sends the comment with the gap', async () => {
      const api = await openWithGap();
      await send();
      const question = within(await findQuestion());
      question.getByText('Szablon zostawił miejsca do uzupełnienia: [… Przypisanie].');
      await userEvent.click(question.getByRole('button', { name: 'Wróć do komentarza' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(readPostBodies(api)).toEqual([]);
      await send();
      await userEvent.click(within(await findQuestion()).getByRole('button', { name: 'Wyślij mimo to' }));
      await waitFor(() => expect(readPostBodies(api)).toHaveLength(1));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });
  });

  it('masks addresses, because visitors can read the comment', async () => {
    const content = '{{task.author}}, {{task.assignee}}, {{my.name}}';
    await open(
      {
        'GET /api/canned-replies': () => ({ body: { success: true, replies: [{ ...replies[0], content }] } }),
        'GET /api/account': () => ({
          body: {
            username: 'o@acme.test',
            displayName: 'o@acme.test',
            email: 'o@acme.test',
            hasPassword: true,
          },
        }),
      },
      { createdBy: 'jan@example.com', assignedUserName: 'ala@acme.test' },
    );
    const dialog = await openList();
    await dialog.findByText('j***@example.com, a***@acme.test, o***@acme.test');
  });

  it('masks an address in the name of the assigned group', async () => {
    const content = '{{task.assignee}}';
    await open(
      {
        'GET /api/canned-replies': () => ({ body: { success: true, replies: [{ ...replies[0], content }] } }),
      },
      { assignedUserName: null, assignedGroupName: 'Zespół ala@acme.test' },
    );
    const dialog = await openList();
    await dialog.findByText('Zespół a***@acme.test');
  });

  it('finds replies without Polish letters, and Enter inserts the first without sending the comment', async () => {
    const { api } = await open();
    const dialog = await openList();
    const search = await dialog.findByLabelText('Szukaj szablonu');
    await dialog.findByText('Podziękowanie');
    await userEvent.type(search, 'zadanie zdj{Enter}');
    await waitFor(async () => expect((await field()).value).toBe('Prosimy o zdjęcie.'));
    expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('does not insert a reply that would make the comment too long', async () => {
    await open();
    const area = await field();
    await userEvent.click(area);
    await userEvent.paste('x'.repeat(9_990));
    const dialog = await openList();
    await userEvent.click(await dialog.findByRole('button', { name: /^Żądanie zdjęcia/ }));
    await dialog.findByText('Z tym szablonem komentarz byłby za długi.');
    expect(area.value).toHaveLength(9_990);
  });

  it('offers a retry after a failure', async () => {
    const { api } = await open({ 'GET /api/canned-replies': () => problemResponse(503, 'UNAVAILABLE') });
    const dialog = await openList();
    await dialog.findByText(/Nie udało się pobrać szablonów/);
    api.respond(repliesApi);
    await userEvent.click(dialog.getByRole('button', { name: 'Spróbuj ponownie' }));
    await dialog.findByText('Podziękowanie');
  });

  it('is hidden from reporters', async () => {
    await openAs([], fakeTaskApi({ task: { view: 'author' } }));
    await field();
    expect(screen.queryByRole('button', { name: 'Wstaw szablon' })).toBeNull();
  });
});
