import type {
  AssignmentHistoryEntry,
  ChangeHistoryEntry,
  Comment,
  StatusHistoryEntry,
  Task,
  TransitionOption,
} from '@obieg/contracts';
import { dismissNotice, useNotices } from '@obieg/web-kit';
import { type FakeRoutes, problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildTask, openRemote } from '../../test-support';

const id = buildTask().publicTaskId;

const task = (more: Partial<Task> = {}): Task =>
  buildTask({
    description: 'Zacięcie papieru',
    priority: 'HIGH',
    parameterDetails: [
      { parameterId: 1, parameterName: 'Pilne?', parameterType: 'BOOLEAN', parameterValue: 'true' },
    ],
    ...more,
  });
const transition = (more: Partial<TransitionOption> = {}): TransitionOption => ({
  transitionId: 5,
  transitionName: 'Rozpocznij',
  toStatusName: 'W toku',
  toStatusType: 'INTERMEDIATE',
  canExecute: true,
  reasons: [],
  requiredParameters: [],
  ...more,
});
const comment = (more: Partial<Comment> = {}): Comment => ({
  id: 1,
  authorEmail: 'olga@acme.test',
  createdAt: '2026-11-20T12:00:00.000Z',
  content: 'Jadę na miejsce.',
  visibleToAuthor: false,
  visibleUsers: [],
  visibleGroups: [],
  ...more,
});
const change = (more: Partial<StatusHistoryEntry> = {}): StatusHistoryEntry => ({
  id: 1,
  changedByEmail: null,
  changedAt: '2026-11-20T10:00:00.000Z',
  statusName: 'Nowe',
  statusType: 'INITIAL',
  transitionName: null,
  comment: null,
  ...more,
});

interface World {
  task?: Partial<Task>;
  transitions?: TransitionOption[];
  comments?: Comment[];
  history?: StatusHistoryEntry[];
  assignments?: AssignmentHistoryEntry[];
  changes?: ChangeHistoryEntry[];
}
const world = ({
  task: more = {},
  transitions = [],
  comments = [],
  history = [],
  assignments = [],
  changes = [],
}: World = {}): FakeRoutes => ({
  'GET /api/tasks/:id': () => ({ body: { success: true, message: '', task: task(more) } }),
  'GET /api/tasks/:id/transitions': () => ({ body: { success: true, transitions } }),
  'GET /api/tasks/:id/comments': () => ({ body: { success: true, comments } }),
  'GET /api/tasks/:id/status-history': () => ({ body: { success: true, statusHistory: history } }),
  'GET /api/tasks/:id/assignment-history': () => ({
    body: { success: true, assignmentHistory: assignments },
  }),
  'GET /api/tasks/:id/change-history': () => ({ body: { success: true, changeHistory: changes } }),
});
const openAs = (permissions: Parameters<typeof openRemote>[2], routes: FakeRoutes) =>
  openRemote(`/task/${id}`, routes, permissions);
const moved = (more: Partial<Task> = {}) => ({
  body: {
    success: true,
    message: '',
    task: task({ statusName: 'W toku', statusType: 'INTERMEDIATE', ...more }),
  },
});
const posted = (api: Awaited<ReturnType<typeof openRemote>>['api']) =>
  api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

afterEach(() => {
  signOutForTest();
  for (const { id: notice } of renderHook(() => useNotices()).result.current) dismissNotice(notice);
});

describe('/task/{publicTaskId} (spec 3 §2)', () => {
  it('shows a visitor the task and nothing that needs an account', async () => {
    const { api } = await openRemote(`/task/${id}`, world({ task: { description: null } }));
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    for (const text of [
      `Zadanie #${id}`,
      'Brak opisu',
      'Nieprzypisane',
      'Wysoki',
      'jan@poczta.test',
      'Tak',
    ]) {
      screen.getByText(text);
    }
    await screen.findByText('Brak aktywności');
    expect(screen.queryByText('Ostatnia aktualizacja')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Dodaj komentarz' })).toBeNull();
    expect(api.requests.some(({ path }) => path.endsWith('/transitions'))).toBe(false);
  });

  it.each(['abc', '0', '000', '12345678901234567890', '1.5'])('refuses %s as a number', async (number) => {
    const { api } = await openRemote(`/task/${number}`, world());
    await screen.findByRole('heading', { name: 'Nieprawidłowy parametr zadania.' });
    expect(api.requests.some(({ path }) => path.startsWith('/api/tasks'))).toBe(false);
  });

  it('says that there is no such task, and how a visitor might see more', async () => {
    await openRemote(`/task/${id}`, {
      'GET /api/tasks/:id': () => problemAnswer(404, 'NOT_FOUND', 'Nie znaleziono zadania.'),
    });
    await screen.findByRole('heading', { name: 'Nie znaleziono zadania.' });
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  });

  it('tries again after a failure', async () => {
    const { api } = await openAs([], {
      'GET /api/tasks/:id': () => problemAnswer(500, 'INTERNAL', 'awaria'),
    });
    await screen.findByText('Błąd podczas ładowania zadania: awaria');
    api.answer(world());
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByRole('heading', { name: 'Nie działa drukarka' });
  });

  it('merges comments and changes of status by time', async () => {
    await openAs(
      ['hasBasePermission'],
      world({
        comments: [
          comment({ visibleToAuthor: true, visibleGroups: [{ groupId: 4, groupName: 'Helpdesk' }] }),
        ],
        history: [
          change(),
          change({
            id: 2,
            changedAt: '2026-11-20T13:00:00.000Z',
            changedByEmail: 'olga@acme.test',
            statusName: 'W toku',
            transitionName: 'Rozpocznij',
          }),
        ],
      }),
    );
    const entries = within(await screen.findByRole('list', { name: 'Aktywność' })).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Nowe'),
      expect.stringContaining('Jadę na miejsce.'),
      expect.stringContaining('olga@acme.test: Rozpocznij'),
    ]);
    expect(entries[1]?.textContent).toContain('Helpdesk');
    expect(entries[1]?.textContent).toContain('Widoczny dla autora');
  });
});

describe('the stream of what happened', () => {
  const assigned: AssignmentHistoryEntry = {
    id: 1,
    changedByEmail: 'anna@acme.test',
    changedAt: '2026-11-20T11:00:00.000Z',
    assignmentType: 'USER',
    assignedToName: 'olga',
    comment: 'Znasz tę drukarkę.',
  };
  const edited: ChangeHistoryEntry = {
    id: 1,
    changedByEmail: 'anna@acme.test',
    changedAt: '2026-11-20T11:30:00.000Z',
    changeType: 'PRIORITY',
    changes: [{ field: 'priority', label: null, before: 'NORMAL', after: 'HIGH' }],
    comment: null,
  };

  it('tells who was assigned and what was changed', async () => {
    await openAs(
      ['hasBasePermission'],
      world({ history: [change()], comments: [comment()], assignments: [assigned], changes: [edited] }),
    );
    const entries = within(await screen.findByRole('list', { name: 'Aktywność' }))
      .getAllByRole('listitem')
      .filter(({ parentElement }) => parentElement?.getAttribute('aria-label') === 'Aktywność');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Nowe'),
      expect.stringMatching(/anna@acme\.test: przypisanie → olga.*Znasz tę drukarkę\./),
      expect.stringMatching(/zmiana priorytetu.*Priorytet: Normalny → Wysoki/),
      expect.stringContaining('Jadę na miejsce.'),
    ]);
  });

  it('is not asked of these for visitors', async () => {
    const { api } = await openRemote(`/task/${id}`, world({ history: [change()] }));
    await screen.findByRole('list', { name: 'Aktywność' });
    expect(api.requests.some(({ path }) => /assignment-history|change-history/.test(path))).toBe(false);
  });

  it('shows what could be had when a part failed, and asks again', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ comments: [comment()] }),
      'GET /api/tasks/:id/assignment-history': () => problemAnswer(503, 'UNAVAILABLE', 'za chwilę'),
    });
    await screen.findByText('Nie udało się pobrać aktywności.');
    screen.getByText('Jadę na miejsce.');
    api.answer(world({ comments: [comment()], assignments: [assigned] }));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Znasz tę drukarkę.');
  });
});

describe('a task that is gone', () => {
  it('does not stay on the screen', async () => {
    const { api } = await openAs(['hasBasePermission'], world());
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    api.answer({ 'GET /api/tasks/:id': () => problemAnswer(404, 'NOT_FOUND', 'Nie znaleziono zadania.') });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByRole('heading', { name: 'Nie znaleziono zadania.' });
    expect(screen.queryByText('Nie działa drukarka')).toBeNull();
  });

  it('stays with the reason when only the server is away', async () => {
    const { api } = await openAs(['hasBasePermission'], world());
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    api.answer({ 'GET /api/tasks/:id': () => problemAnswer(500, 'INTERNAL', 'awaria') });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByText('Błąd podczas ładowania zadania: awaria');
    screen.getByRole('heading', { level: 1, name: 'Nie działa drukarka' });
  });
});

describe('transitions', () => {
  it('say why they cannot be run', async () => {
    await openAs(
      ['hasBasePermission'],
      world({ transitions: [transition({ canExecute: false, reasons: ['EXECUTOR_GROUP_REQUIRED'] })] }),
    );
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    expect(button.hasAttribute('disabled')).toBe(true);
    screen.getByText('To przejście wykonują członkowie innej grupy.');
  });

  it('run at once when nothing is asked, with the answers that there are', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.answer(world({ task: { statusName: 'W toku', statusType: 'INTERMEDIATE' }, transitions: [] }));
    await userEvent.click(button);
    await waitFor(() => expect(screen.getAllByText('W toku').length).toBeGreaterThan(0));
    expect(posted(api)).toEqual([{ transitionId: 5, workflowParameters: { 1: 'true' } }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Rozpocznij' })).toBeNull());
  });

  it('of which a phone has no room for all are behind one button, whole, with why one cannot be run', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({
        transitions: [
          transition({ transitionId: 4, canExecute: false, reasons: ['EXECUTOR_GROUP_REQUIRED'] }),
          transition({ transitionId: 5, transitionName: 'Zakończ' }),
          transition({ transitionId: 6, transitionName: 'Przekaż do zatwierdzenia kierownikowi' }),
        ],
      }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    const more = await screen.findByRole('button', { name: 'Więcej (2)' });
    await userEvent.click(more);
    const sheet = await screen.findByRole('dialog', { name: 'Inne przejścia' });
    expect(within(sheet).queryByRole('button', { name: 'Zakończ' })).toBeNull();
    const refused = within(sheet).getByRole('button', { name: 'Rozpocznij' });
    expect(refused.hasAttribute('disabled')).toBe(true);
    within(sheet).getByText('To przejście wykonują członkowie innej grupy.');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(more);
    await userEvent.click(more);
    const name = 'Przekaż do zatwierdzenia kierownikowi';
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api)).toEqual([{ transitionId: 6, workflowParameters: { 1: 'true' } }]);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Dostępne przejścia' }));
  });

  it('of which two there are have room on a phone', async () => {
    await openAs(
      ['hasBasePermission'],
      world({ transitions: [transition(), transition({ transitionId: 6, transitionName: 'Odrzuć' })] }),
    );
    await screen.findByRole('button', { name: 'Odrzuć' });
    expect(screen.queryByRole('button', { name: /^Więcej/ })).toBeNull();
  });

  it('tell where the task is also when nothing can be done with it any more', async () => {
    const note = { displayName: 'Uwagi', parameterType: 'TEXT' as const, isMandatory: false };
    const { api } = await openAs(['hasBasePermission'], {
      ...world({
        transitions: [
          transition({
            requiredParameters: [{ parameterId: 3, defaultValue: null, dictionaryValues: [], ...note }],
          }),
        ],
      }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    const notices = renderHook(() => useNotices()).result;
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    let answerComments = () => {};
    const comments = new Promise<{ body: unknown }>((resolve) => {
      answerComments = () => resolve({ body: { success: true, comments: [] } });
    });
    api.answer({
      ...world({ task: { statusName: 'W toku', statusType: 'FINAL' }, transitions: [] }),
      'GET /api/tasks/:id/comments': () => comments,
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    // The transitions are known before all of the task has been read anew.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answerComments();
    await waitFor(() => expect(notices.current.map(({ text }) => text)).toEqual(['Status zadania: W toku']));
  });

  it('tell that the task has moved on, and show where it is now', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => problemAnswer(409, 'STATUS_MOVED_ON', 'Odśwież zadanie.'),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.answer(world({ task: { statusName: 'Zakończone', statusType: 'FINAL' } }));
    await userEvent.click(button);
    await screen.findByText('Status zadania zmienił się w międzyczasie. Widzisz już aktualny stan.');
    await waitFor(() => expect(screen.getAllByText('Zakończone').length).toBeGreaterThan(0));
  });

  it('leave the keyboard where one goes on', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.answer(world({ transitions: [transition({ transitionId: 6, transitionName: 'Zakończ' })] }));
    await userEvent.click(button);
    await screen.findByRole('button', { name: 'Zakończ' });
    const section = screen.getByRole('region', { name: 'Dostępne przejścia' });
    await waitFor(() => expect(document.activeElement).toBe(section));
  });

  it('that ask for parameters close their dialog when the task has moved on', async () => {
    const asked = {
      parameterId: 3,
      displayName: 'Uwagi',
      parameterType: 'TEXT' as const,
      isMandatory: false,
      defaultValue: null,
      dictionaryValues: [],
    };
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition({ requiredParameters: [asked] })] }),
      'POST /api/tasks/:id/transition': () => problemAnswer(409, 'STATUS_MOVED_ON', 'Odśwież zadanie.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    api.answer(world({ task: { statusName: 'Zakończone', statusType: 'FINAL' } }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    await screen.findByText('Status zadania zmienił się w międzyczasie. Widzisz już aktualny stan.');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(screen.getAllByText('Zakończone').length).toBeGreaterThan(0));
  });

  it('ask for parameters: mandatory ones must be given, defaults are there, the server has its say', async () => {
    const parameter = (parameterId: number, displayName: string, more = {}) => ({
      parameterId,
      displayName,
      parameterType: 'TEXT' as const,
      isMandatory: false,
      defaultValue: null,
      dictionaryValues: [],
      ...more,
    });
    const asking = transition({
      requiredParameters: [
        parameter(2, 'Koszt', { parameterType: 'NUMBER', isMandatory: true }),
        parameter(3, 'Uwagi'),
        parameter(4, 'Dostawca', {
          parameterType: 'DICTIONARY',
          defaultValue: 'Alfa',
          dictionaryValues: [{ value: 'Alfa' }, { value: 'Beta' }],
        }),
      ],
    });
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [asking] }),
      'POST /api/tasks/:id/transition': () =>
        problemAnswer(422, 'VALIDATION_FAILED', 'Za drogo', [
          { field: 'workflowParameters.2', message: 'Najwyżej 100' },
        ]),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    const run = () => userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    await run();
    await within(dialog).findByText('Odpowiedź jest wymagana');
    expect(posted(api)).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText('Koszt'), '250');
    await run();
    await within(dialog).findByText('Najwyżej 100');
    api.answer({ 'POST /api/tasks/:id/transition': () => moved() });
    await userEvent.clear(within(dialog).getByLabelText('Koszt'));
    await userEvent.type(within(dialog).getByLabelText('Koszt'), '99');
    await run();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api).at(-1)).toEqual({
      transitionId: 5,
      workflowParameters: { 1: 'true', 2: '99', 4: 'Alfa' },
    });
  });
});

describe('comments', () => {
  it('need text, and go with what was chosen about their readers', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world(),
      'POST /api/tasks/:id/comment': () => moved(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Dodaj komentarz' }));
    await screen.findByText('Treść komentarza jest wymagana');
    await userEvent.type(screen.getByLabelText('Komentarz'), 'Jadę.');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Widoczny dla autora zadania' }));
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await waitFor(() =>
      expect(posted(api)).toEqual([
        { content: 'Jadę.', visibleToAuthor: true, visibleUserIds: [], visibleGroupIds: [] },
      ]),
    );
    await waitFor(() => expect((screen.getByLabelText('Komentarz') as HTMLTextAreaElement).value).toBe(''));
  });

  it('that failed stay in the field', async () => {
    await openAs([], {
      ...world(),
      'POST /api/tasks/:id/comment': () => problemAnswer(503, 'UNAVAILABLE', 'za chwilę'),
    });
    await userEvent.type(await screen.findByLabelText('Komentarz'), 'Dziękuję');
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await screen.findByText('Failed to add comment: za chwilę');
    expect((screen.getByLabelText('Komentarz') as HTMLTextAreaElement).value).toBe('Dziękuję');
    expect(screen.queryByRole('checkbox', { name: 'Widoczny dla autora zadania' })).toBeNull();
  });
});
