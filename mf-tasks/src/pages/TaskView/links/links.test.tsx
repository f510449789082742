import type { LinkRelation, Task, TaskLink } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeTaskApi, id, movedTaskResponse, openAs, transition } from '../../../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('../TaskViewPage'),
      import('./LinksCard'),
      import('./LinkModal'),
      import('./TellReporter'),
    ]),
  60_000,
);
afterEach(signOutForTest);

const otherId = 222_222_222_222;
const link = (linkId: number, relation: LinkRelation, more: Partial<TaskLink['task']> = {}): TaskLink => ({
  linkId,
  relation,
  task: {
    publicTaskId: otherId + linkId,
    title: `Zadanie ${linkId}`,
    statusName: 'Nowe',
    statusType: 'INITIAL',
    priority: 'NORMAL',
    dueAt: null,
    assigneeName: 'marek',
    ...more,
  },
});
const operator: Parameters<typeof openAs>[0] = ['hasBasePermission', 'hasOperatorPermission'];
const open = (links: TaskLink[], task: Partial<Task> = { canPlan: true }, permissions = operator) =>
  openAs(permissions, fakeTaskApi({ task, links, transitions: [transition()] }));
const findCard = async () => within(await screen.findByRole('region', { name: 'Powiązane zadania' }));

describe('LinksCard', () => {
  it('groups tasks by relation and counts finished subtasks', async () => {
    await open([
      link(1, 'PARENT_OF'),
      link(2, 'PARENT_OF', { statusType: 'FINAL', statusName: 'Zakończone' }),
      link(3, 'BLOCKED_BY', { dueAt: '2020-01-01T10:00:00.000Z' }),
      link(4, 'CHILD_OF'),
    ]);
    const card = await findCard();
    expect(card.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Powiązane zadania',
      'Zadanie nadrzędne',
      'Podzadania zakończone: 1 z 2',
      'Jest blokowane przez',
    ]);
    expect(card.getByRole('link', { name: 'Zadanie 4' }).getAttribute('href')).toBe(`/task/${otherId + 4}`);
    card.getByText(/Po terminie/);
  });

  it.each([
    { place: 'follows the activity of a task without links', links: [], followsActivity: true },
    { place: 'precedes the activity of a linked task', links: [link(1, 'RELATES')], followsActivity: false },
  ])('$place', async ({ links, followsActivity }) => {
    await open(links);
    const card = await screen.findByRole('region', { name: 'Powiązane zadania' });
    const activity = await screen.findByRole('region', { name: 'Aktywność' });
    const order = activity.compareDocumentPosition(card);
    expect(Boolean(order & Node.DOCUMENT_POSITION_FOLLOWING)).toBe(followsActivity);
  });

  it('is hidden without links from callers who may not add one', async () => {
    await open([], { canPlan: false }, ['hasBasePermission']);
    await screen.findByRole('button', { name: 'Zmień termin' });
    expect(screen.queryByText('Powiązane zadania')).toBeNull();
  });

  it('is hidden from visitors', async () => {
    await openAs(undefined, fakeTaskApi({ links: [link(1, 'RELATES')] }));
    await screen.findByText('Nieprzypisane');
    expect(screen.queryByText('Powiązane zadania')).toBeNull();
  });

  it('leads to the form of a subtask', async () => {
    await open([]);
    const card = await findCard();
    expect(card.getByRole('link', { name: 'Utwórz podzadanie' }).getAttribute('href')).toBe(
      `/submit-task?parent=${id}`,
    );
  });

  it('removes a link after a confirmation, and says why it could not', async () => {
    const { api } = await open([link(1, 'RELATES')]);
    const card = await findCard();
    await userEvent.click(card.getByRole('button', { name: 'Usuń powiązanie: Zadanie 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Usunąć powiązanie?' }));
    api.respond({
      'DELETE /api/tasks/:id/links/:linkId': () => problemResponse(403, 'FORBIDDEN', 'Nie wolno.'),
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Usuń powiązanie' }));
    await dialog.findByText('Nie wolno.');
    api.respond({
      'DELETE /api/tasks/:id/links/:linkId': () => ({ status: 204 }),
      ...fakeTaskApi({ task: { canPlan: true } }),
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Usuń powiązanie' }));
    await card.findByText('Brak powiązanych zadań.');
    expect(api.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      `/api/tasks/${id}/links/1`,
      `/api/tasks/${id}/links/1`,
    ]);
  });
});

describe('LinkModal', () => {
  const found = { publicTaskId: otherId, title: 'Drukarka', statusName: 'Nowe', statusType: 'INITIAL' };
  const openModal = async (permissions = operator) => {
    const page = await open([], { canPlan: true }, permissions);
    page.api.respond({
      'GET /api/tasks': () => ({
        body: {
          success: true,
          message: '',
          tasks: [found, { ...found, publicTaskId: id, title: 'To samo' }],
          total: 2,
          nextCursor: null,
        },
      }),
      'POST /api/tasks/:id/links': () => ({ status: 201, body: { success: true, message: '' } }),
    });
    await userEvent.click((await findCard()).getByRole('button', { name: 'Połącz z zadaniem' }));
    return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Połącz z zadaniem' })) };
  };
  const choose = async (dialog: Awaited<ReturnType<typeof openModal>>['dialog']) => {
    await userEvent.type(dialog.getByLabelText('Drugie zadanie'), 'druk');
    await userEvent.click(await screen.findByRole('option', { name: /Drukarka/, hidden: true }));
    expect(screen.queryByText('To samo')).toBeNull();
  };

  it.each([
    ['BLOCKS', id, otherId, 'BLOCKS'],
    ['BLOCKED_BY', otherId, id, 'BLOCKS'],
    ['CHILD_OF', otherId, id, 'PARENT_OF'],
  ] as const)('adds %s from the task that it starts at', async (relation, from, to, type) => {
    const { api, dialog } = await openModal();
    await userEvent.selectOptions(dialog.getByLabelText('To zadanie'), relation);
    await choose(dialog);
    await userEvent.click(dialog.getByRole('button', { name: 'Połącz' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const posts = api.requests.filter(({ method }) => method === 'POST');
    expect(posts.map(({ path, body }) => [path, body])).toEqual([
      [`/api/tasks/${from}/links`, { type, otherTaskId: to }],
    ]);
  });

  it('offers inverse relations only to operators', async () => {
    const { dialog } = await openModal(['hasBasePermission']);
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'jest nadrzędne wobec',
      'blokuje',
      'jest duplikatem',
      'jest powiązane z',
    ]);
  });

  it('asks for a task, and shows why the server refuses the link', async () => {
    const { api, dialog } = await openModal();
    await userEvent.click(dialog.getByRole('button', { name: 'Połącz' }));
    await dialog.findByText('Wybierz zadanie.');
    api.respond({
      'POST /api/tasks/:id/links': () => problemResponse(409, 'CONFLICT', 'Powstałaby pętla.'),
    });
    await choose(dialog);
    await userEvent.click(dialog.getByRole('button', { name: 'Połącz' }));
    await dialog.findByText('Powstałaby pętla.');
  });
});

describe('closing a duplicate', () => {
  const close = async (links: TaskLink[], more: Partial<Task> = {}) => {
    const page = await open(links, { canPlan: true, ...more });
    page.api.respond({
      'POST /api/tasks/:id/transition': () =>
        movedTaskResponse({ statusName: 'Zakończone', statusType: 'FINAL', ...more }),
      'POST /api/tasks/:id/comment': () => movedTaskResponse(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    return page;
  };

  it('offers a comment for the reporter that does not name the other task', async () => {
    const { api } = await close([link(1, 'DUPLICATES')]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Powiadomić zgłaszającego?' }));
    const proposal = (dialog.getByLabelText('Komentarz') as HTMLTextAreaElement).value;
    expect(proposal).not.toMatch(/Zadanie 1|\d{12}/);
    await userEvent.click(dialog.getByRole('button', { name: 'Wyślij komentarz' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests.find(({ path }) => path.endsWith('/comment'))?.body).toEqual({
      content: proposal,
      visibleToAuthor: true,
    });
  });

  it.each([
    ['a task that is no duplicate', [link(1, 'DUPLICATED_BY')], {}],
    ['one’s own submission', [link(1, 'DUPLICATES')], { createdBy: 'olga@acme.test' }],
    ['a task without a reporter', [link(1, 'DUPLICATES')], { createdBy: null }],
    ['a status that is not final', [link(1, 'DUPLICATES')], { statusType: 'INTERMEDIATE' }],
  ] as [string, TaskLink[], Partial<Task>][])('offers nothing for %s', async (_, links, more) => {
    const { api } = await close(links, more);
    await waitFor(() => expect(api.requests.some(({ path }) => path.endsWith('/transition'))).toBe(true));
    await findCard();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
