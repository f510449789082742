import type { AssignmentHistoryEntry, ChangeHistoryEntry } from '@obieg/contracts';
import { signOutForTest } from '@obieg/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { change, comment, delayTask, fakeTaskApi, id, openAs } from '../../task/test-support';
import { openRemote } from '../../test-support';

// Load the module before the first test, which would otherwise time out.
beforeAll(() => import('./TaskViewPage'), 60_000);
afterEach(signOutForTest);

describe('Activity', () => {
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

  it('merges comments and status changes by time', async () => {
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({
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

  it('names a group by the path that it had', async () => {
    const group = { ...assigned, assignmentType: 'GROUP' as const, assignedToName: 'Kierownicy' };
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({ assignments: [{ ...group, assignedToGroupPath: 'Sprzedaż / Kierownicy' }] }),
    );
    await screen.findByText('Sprzedaż / Kierownicy');
  });

  it('names who wrote and changed by the display name, for members with the address beside it', async () => {
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({
        task: { createdBy: 'jan@acme.test', createdByName: 'Jan Wilk' },
        comments: [comment({ authorEmail: 'olga@acme.test', authorName: 'Olga Lis' })],
        history: [
          change({
            changedByEmail: 'olga@acme.test',
            changedByName: 'Olga Lis',
            transitionName: 'Rozpocznij',
          }),
        ],
        assignments: [{ ...assigned, changedByName: 'Anna Sroka' }],
        changes: [{ ...edited, changedByName: 'Anna Sroka' }],
      }),
    );
    const activity = await screen.findByRole('list', { name: 'Aktywność' });
    expect(activity.textContent).toContain('Olga Lis (olga@acme.test): Rozpocznij');
    expect(activity.textContent).toContain('Olga Lis olga@acme.test');
    expect(activity.textContent).toMatch(/Anna Sroka \(anna@acme\.test\).*Anna Sroka \(anna@acme\.test\)/);
    screen.getByText('Jan Wilk');
    screen.getByText('jan@acme.test');
  });

  it('shows only the name to the author, and the masked address to visitors', async () => {
    const comments = [comment({ authorEmail: 'o***@acme.test', authorName: 'Olga Lis' })];
    const author = await openAs([], fakeTaskApi({ task: { view: 'author' }, comments }));
    await screen.findByText('Olga Lis');
    expect(screen.queryByText('o***@acme.test')).toBeNull();
    author.unmount();
    signOutForTest();
    await openRemote(
      `/task/${id}`,
      fakeTaskApi({
        task: { view: 'visitor' },
        comments: [comment({ authorEmail: 'o***@acme.test', authorName: null })],
      }),
    );
    await screen.findByText('o***@acme.test');
  });

  it('shows assignments and changes', async () => {
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({ history: [change()], comments: [comment()], assignments: [assigned], changes: [edited] }),
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

  it('shows no deletion when the previous value was empty', async () => {
    const changes = [{ field: 'description' as const, label: null, before: null, after: 'Zacina papier' }];
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({ changes: [{ ...edited, changeType: 'EDIT', changes }] }),
    );
    const added = await screen.findByText('Zacina papier');
    expect(added.closest('li')?.textContent).toBe('Opis: brak → Zacina papier');
    expect(added.closest('li')?.querySelector('del')).toBeNull();
  });

  it('names the workflow as the author of an answer that was renamed with its dictionary value', async () => {
    const changes = [
      { field: 'workflowParameters' as const, label: 'Rodzaj', before: 'Konto', after: 'Dostęp' },
    ];
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({ changes: [{ ...edited, changedByEmail: null, changeType: 'EDIT', changes }] }),
    );
    await screen.findByText('Zmiana obiegu: edycja zadania');
  });

  it('shows a change that only a newer version knows as another one', async () => {
    const changes = [{ field: 'OTHER' as const, label: null, before: null, after: null }];
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({
        changes: [{ ...edited, changedByEmail: 'anna@acme.test', changeType: 'OTHER', changes }],
      }),
    );
    await screen.findByText('anna@acme.test: inna zmiana');
    expect(screen.getByText('Inna zmiana').textContent).toBe('Inna zmiana');
  });

  it('formats a changed answer by the parameter type of its history entry', async () => {
    const buildAnswerChange = (more: Partial<ChangeHistoryEntry['changes'][number]>) => ({
      field: 'workflowParameters' as const,
      label: null,
      before: null,
      after: null,
      ...more,
    });
    const changes = [
      buildAnswerChange({ label: 'Czy awaria?', parameterId: 7, parameterType: 'BOOLEAN', before: 'true' }),
      buildAnswerChange({ label: 'Termin', parameterId: 8, parameterType: 'DATE', before: '2026-11-30' }),
      buildAnswerChange({
        label: 'Termin',
        parameterId: 9,
        parameterType: 'NUMBER',
        before: '1.5',
        after: '2.5',
      }),
      // The task has a BOOLEAN parameter with this name.
      buildAnswerChange({ label: 'Pilne?', parameterId: 10, parameterType: 'TEXT', after: 'true' }),
      buildAnswerChange({ label: 'Nie ma jej', after: '12.5' }),
    ];
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({ changes: [{ ...edited, changeType: 'EDIT', changes }] }),
    );
    const list = (await screen.findByText('Czy awaria?')).closest('ul');
    expect([...(list?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Czy awaria? Tak → brak',
      'Termin: 30.11.2026 → brak',
      'Termin: 1,5 → 2,5',
      'Pilne? brak → true',
      'Nie ma jej: brak → 12.5',
    ]);
  });

  it('links URLs and opens them in a new tab', async () => {
    const content = 'Zob. https://example.com/a';
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({
        comments: [comment({ content })],
        assignments: [{ ...assigned, comment: '(https://example.com/b)' }],
        task: {
          description: 'Instrukcja: https://example.com/c.',
          parameterDetails: [
            {
              parameterId: 1,
              parameterName: 'Gdzie?',
              parameterType: 'TEXT',
              parameterValue: 'http://x.test/d, e',
            },
          ],
        },
      }),
    );
    await screen.findByText('Zob.', { exact: false });
    const links = screen.getAllByRole<HTMLAnchorElement>('link').filter(({ target }) => target === '_blank');
    expect(links.map(({ textContent }) => textContent).sort()).toEqual([
      'http://x.test/d',
      'https://example.com/a',
      'https://example.com/b',
      'https://example.com/c',
    ]);
  });

  describe('new entries', () => {
    const shown = () => screen.queryAllByText('Jadę na miejsce.').length;
    /** Requests the given number of comments. They arrive on `release`. */
    const refreshTo = async (api: Awaited<ReturnType<typeof openAs>>['api'], count: number) => {
      const comments = Array.from({ length: count }, (_, index) => comment({ id: index + 1 }));
      const { routes, release } = delayTask({ comments });
      api.respond(routes);
      await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
      return async () => {
        release();
        await waitFor(() => expect(shown()).toBe(count));
      };
    };
    /** Simulates a form below the entries, each 300 px high. */
    const mockPosition = (top: number): void =>
      void vi
        .spyOn(Element.prototype, 'getBoundingClientRect')
        .mockImplementation(() => new DOMRect(0, top + 300 * shown(), 400, 200));
    const openTask = async (top: number) => {
      const { api } = await openAs(['hasBasePermission'], fakeTaskApi());
      const field = await screen.findByRole('textbox', { name: 'Komentarz' });
      mockPosition(top);
      const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => {});
      return { api, field, release: await refreshTo(api, 2), scrollBy };
    };
    afterEach(() => vi.restoreAllMocks());

    it('keeps the focused comment field at its position each time', async () => {
      const { api, field, scrollBy, release } = await openTask(500);
      await userEvent.type(field, 'Jestem');
      expect(scrollBy).not.toHaveBeenCalled();
      await release();
      expect(scrollBy.mock.calls).toEqual([[{ top: 600, behavior: 'instant' }]]);
      // The position after scrolling.
      mockPosition(-100);
      const releaseThird = await refreshTo(api, 3);
      act(() => field.focus());
      await releaseThird();
      expect(scrollBy.mock.calls.slice(1)).toEqual([[{ top: 300, behavior: 'instant' }]]);
    });

    it('do not scroll without focus in the form', async () => {
      const { scrollBy, release } = await openTask(500);
      await release();
      expect(scrollBy).not.toHaveBeenCalled();
    });

    it('do not scroll when the focused form is out of view', async () => {
      const { field, scrollBy, release } = await openTask(9_000);
      await userEvent.type(field, 'Jestem');
      await release();
      expect(scrollBy).not.toHaveBeenCalled();
    });
  });

  describe('long history', () => {
    const minute = (number: number) => new Date(Date.UTC(2026, 10, 20, 12, number)).toISOString();
    const comments = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        comment({ id: index + 1, createdAt: minute(index), content: `Wpis ${index + 1}.` }),
      );
    const shown = () => screen.getAllByText(/^Wpis \d+\.$/).map(({ textContent }) => textContent);
    const openWith = async (count: number) => {
      const page = await openAs(['hasBasePermission'], fakeTaskApi({ comments: comments(count) }));
      await screen.findByText(`Wpis ${count}.`);
      return page;
    };

    it('collapses the middle, and expands it with the focus on the first new entry', async () => {
      await openWith(42);
      expect(shown()).toEqual(
        [1, 2, 3, ...Array.from({ length: 17 }, (_, index) => 26 + index)].map((one) => `Wpis ${one}.`),
      );
      const expandButton = screen.getByRole('button', { name: 'Pokaż 22 ukryte wpisy' });
      expandButton.focus();
      await userEvent.keyboard('{Enter}');
      expect(shown()).toHaveLength(42);
      expect(document.activeElement?.textContent).toContain('Wpis 4.');
      expect(expandButton.isConnected).toBe(false);
    });

    it('shows up to forty entries', async () => {
      await openWith(40);
      expect(shown()).toHaveLength(40);
      expect(screen.queryByRole('button', { name: /ukryt/ })).toBeNull();
    });

    it('collapses no more entries when a new one appears', async () => {
      const { api } = await openWith(41);
      api.respond(fakeTaskApi({ comments: comments(43) }));
      await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
      await screen.findByText('Wpis 43.');
      screen.getByText('Wpis 25.');
      screen.getByRole('button', { name: 'Pokaż 21 ukrytych wpisów' });
    });

    it('does not collapse when a new entry exceeds the limit', async () => {
      const { api } = await openWith(40);
      api.respond(fakeTaskApi({ comments: comments(41) }));
      await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
      await screen.findByText('Wpis 41.');
      expect(shown()).toHaveLength(41);
    });

    it('expands for printing', async () => {
      await openWith(41);
      act(() => void window.dispatchEvent(new Event('beforeprint')));
      expect(shown()).toHaveLength(41);
    });
  });

  it('merges consecutive attachments of one user within five minutes', async () => {
    const file = (id: number, at: string, more: Partial<ChangeHistoryEntry> = {}): ChangeHistoryEntry => ({
      ...edited,
      id,
      changedAt: `2026-11-20T${at}:00.000Z`,
      changeType: 'ATTACHMENT',
      changes: [{ field: 'attachment', label: null, before: null, after: `plik-${id}.png` }],
      ...more,
    });
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({
        comments: [comment({ createdAt: '2026-11-20T11:36:00.000Z' })],
        changes: [
          file(1, '11:30'),
          file(2, '11:34'),
          // Six minutes after the first file, two after the last one.
          file(3, '11:36'),
          // A comment separates it from the previous files.
          file(4, '11:37'),
          file(5, '11:38', { changedByEmail: 'marek@acme.test' }),
          file(6, '11:44', { changedByEmail: 'marek@acme.test' }),
          file(7, '11:45', { changedByEmail: null }),
          file(8, '11:45', { changedByEmail: null }),
        ],
      }),
    );
    const entries = within(await screen.findByRole('list', { name: 'Aktywność' })).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^anna@acme\.test: 3 nowe pliki.*plik-1\.png, plik-2\.png, plik-3\.png$/),
      expect.stringContaining('Jadę na miejsce.'),
      expect.stringContaining('anna@acme.test: nowy plik plik-4.png'),
      expect.stringContaining('marek@acme.test: nowy plik plik-5.png'),
      expect.stringContaining('marek@acme.test: nowy plik plik-6.png'),
      expect.stringContaining('nowy plik plik-7.png'),
      expect.stringContaining('nowy plik plik-8.png'),
    ]);
  });

  it('shows visitors no assignments and changes', async () => {
    await openRemote(
      `/task/${id}`,
      fakeTaskApi({ history: [change()], assignments: [assigned], changes: [edited] }),
    );
    const list = within(await screen.findByRole('list', { name: 'Aktywność' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
  });
});
