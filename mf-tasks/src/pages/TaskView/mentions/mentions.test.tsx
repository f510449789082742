import type { CommentReaders, MentionCandidate } from '@obieg/contracts';
import { signOutForTest } from '@obieg/web-kit/testing';
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { comment, fakeTaskApi, movedTaskResponse, openAs, readPostBodies } from '../../../task/test-support';

// Load the modules before the first test, which would otherwise time out. happy-dom has no layout and hides the list.
beforeAll(() => {
  configure({ defaultHidden: true });
  return Promise.all([
    import('../TaskViewPage'),
    import('./MentionSuggestions'),
    import('./UnmatchedMentions'),
    import('../CommentForm'),
    import('../comments/EditComment'),
  ]);
}, 60_000);
afterAll(() => configure({ defaultHidden: false }));
afterEach(() => {
  signOutForTest();
  localStorage.clear();
});

const candidate = (id: number, username: string, more: Partial<MentionCandidate> = {}): MentionCandidate => ({
  id,
  username,
  email: `${username}@acme.test`,
  missing: [],
  canGrant: true,
  ...more,
});
const readers = (more: Partial<CommentReaders> = {}): CommentReaders => ({
  success: true,
  allMembers: true,
  groups: [],
  users: [],
  author: null,
  visitors: false,
  ...more,
});
const all = [
  candidate(1, 'olga'),
  candidate(2, 'olaf nowak'),
  candidate(3, 'marek', { missing: ['TASK'] }),
  candidate(4, 'tomek', { missing: ['TASK'], canGrant: false }),
];
const openForm = (candidates = all, answer = readers(), more = {}) =>
  openAs(['hasBasePermission'], {
    ...fakeTaskApi(),
    'GET /api/tasks/:id/mention-candidates': ({ query }) => ({
      body: {
        success: true,
        candidates: candidates.filter(({ username }) => username.includes(query['searchTerm'] ?? '')),
        limitReached: false,
      },
    }),
    'GET /api/tasks/:id/comment-readers': () => ({ body: answer }),
    'GET /api/tasks/:id/unmatched-mentions': () => ({ body: { success: true, words: [] } }),
    'POST /api/tasks/:id/comment': () => movedTaskResponse(),
    ...more,
  });
/** Ends after the page has got the answers that the API gave. Queries tell the page by timers. */
const showAnswers = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Komentarz' });
const option = (name: RegExp) => screen.findByRole('option', { name });
/** Waits for the answer of the search, because a new list replaces the options. */
const onlyOption = async (name: RegExp) => {
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  return option(name);
};
const isActive = async (name: RegExp) =>
  waitFor(async () =>
    expect((await field()).getAttribute('aria-activedescendant')).toBe((await option(name)).id),
  );
const send = () => userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));

describe('the comment field', () => {
  it('suggests people behind @ and mentions the chosen one by keyboard', async () => {
    const { api } = await openForm();
    await userEvent.type(await field(), 'Cześć @');
    await isActive(/olga/);
    const list = screen.getByRole('listbox', { name: 'Osoby do wspomnienia' });
    expect((await field()).getAttribute('aria-controls')).toBe(list.id);
    expect(screen.getByText('4 osoby do wspomnienia').getAttribute('role')).toBe('status');
    await userEvent.keyboard('{ArrowDown}');
    await isActive(/olaf/);
    await userEvent.keyboard('{Enter}');
    expect((await field()).value).toBe('Cześć @olaf nowak ');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    await send();
    await waitFor(() =>
      expect(readPostBodies(api)).toMatchObject([{ content: 'Cześć @olaf nowak', mentionedUserIds: [2] }]),
    );
  });

  it('searches on the server with the visibility of the comment', async () => {
    const { api } = await openForm();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Widoczny dla autora zadania' }));
    await userEvent.type(await field(), '@mar');
    await option(/marek/);
    await waitFor(() =>
      expect(api.requests.filter(({ path }) => path.endsWith('/mention-candidates')).at(-1)?.query).toEqual({
        searchTerm: 'mar',
        visibleToAuthor: 'true',
      }),
    );
  });

  it('closes the list with Escape until the next @, and keeps Enter for the text', async () => {
    await openForm();
    await userEvent.type(await field(), '@ol');
    await option(/olga/);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    await userEvent.keyboard('g{Enter}');
    expect((await field()).value).toBe('@olg\n');
    await userEvent.keyboard('@');
    await option(/olga/);
  });

  it('closes the list before Tab leaves the text', async () => {
    await openForm();
    await userEvent.type(await field(), '@ol');
    await option(/olga/);
    await userEvent.tab();
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(document.activeElement).toBe(
      screen.getByRole('checkbox', { name: 'Widoczny dla autora zadania' }),
    );
  });

  it('says why a person cannot read, and selects only people who can get access from the caller', async () => {
    await openForm();
    await userEvent.type(await field(), '@tomek');
    const tomek = await onlyOption(/tomek/);
    expect(tomek.getAttribute('aria-disabled')).toBe('true');
    expect(tomek.textContent).toContain('Nie widzi tego zadania.');
    expect(tomek.textContent).not.toContain('Wybierz');
    await userEvent.click(tomek);
    await userEvent.keyboard('{Enter}');
    expect((await field()).value).toBe('@tomek');
  });

  it('gives access to the task with the comment, which can be taken back before sending', async () => {
    const { api } = await openForm(all, readers({ allMembers: false }));
    await userEvent.type(await field(), '@marek');
    await userEvent.click(await onlyOption(/Wybierz, aby dać dostęp do zadania/));
    await screen.findByText(/marek dostanie dostęp do zadania/);
    await userEvent.click(screen.getByRole('button', { name: 'Nie dawaj dostępu: marek' }));
    await waitFor(() => expect(screen.queryByText(/dostanie dostęp/)).toBeNull());
    await userEvent.clear(await field());
    await userEvent.type(await field(), '@mare');
    await userEvent.click(await onlyOption(/marek/));
    await screen.findByText(/marek dostanie dostęp do zadania/);
    await send();
    await waitFor(() =>
      expect(readPostBodies(api)).toMatchObject([{ mentionedUserIds: [3], sharedWithUserIds: [3] }]),
    );
  });

  it('gives no access once the mention is deleted', async () => {
    const { api } = await openForm();
    await userEvent.type(await field(), '@marek');
    await userEvent.click(await onlyOption(/marek/));
    await userEvent.clear(await field());
    await userEvent.type(await field(), 'Bez wzmianki');
    await send();
    await waitFor(() => expect(readPostBodies(api)).toHaveLength(1));
    expect(readPostBodies(api)[0]).not.toHaveProperty('sharedWithUserIds');
    expect(readPostBodies(api)[0]).not.toHaveProperty('mentionedUserIds');
  });

  it('shows the comment to the author who is mentioned', async () => {
    const { api } = await openForm([candidate(9, 'rita', { missing: ['AUTHOR'] })]);
    await userEvent.type(await field(), '@rita');
    await userEvent.click(await onlyOption(/rita/));
    await send();
    await waitFor(() =>
      expect(readPostBodies(api)).toMatchObject([{ visibleToAuthor: true, mentionedUserIds: [9] }]),
    );
  });
});

describe('the blank behind a chosen name', () => {
  it.each([
    [',', ' '],
    ['p', ''],
  ])('is selected before %j is written, if that is punctuation', async (key, selected) => {
    await openForm();
    await userEvent.type(await field(), '@olg');
    await userEvent.click(await onlyOption(/olga/));
    const area = await field();
    expect(area.value).toBe('@olga ');
    // The key alone: the browser replaces the selection.
    fireEvent.keyDown(area, { key });
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe(selected);
    expect(area.selectionEnd).toBe(6);
  });

  it('is not written before punctuation', async () => {
    await openForm();
    const area = await field();
    await userEvent.type(area, 'Pyta .');
    area.setSelectionRange(5, 5);
    await userEvent.keyboard('@olg');
    await userEvent.click(await onlyOption(/olga/));
    expect(area.value).toBe('Pyta @olga.');
  });
});

describe('a mention that is typed by hand', () => {
  it('is marked if it matches no reader, and can still be sent', async () => {
    const { api } = await openForm(all, readers(), {
      'GET /api/tasks/:id/unmatched-mentions': ({ query }: { query: Record<string, string> }) => ({
        body: { success: true, words: [query['text']] },
      }),
    });
    await userEvent.type(await field(), 'Pyta @nikt, jan@acme.test');
    const hint = await screen.findByText(/Nikt nie dostanie powiadomienia: @nikt\./);
    expect(hint.parentElement?.getAttribute('role')).toBe('status');
    const asked = api.requests.filter(({ path }) => path.endsWith('/unmatched-mentions'));
    expect(asked.at(-1)?.query['text']).toBe('@nikt');
    await send();
    await waitFor(() => expect(readPostBodies(api)).toHaveLength(1));
  });

  it('is not checked if it was chosen from the list', async () => {
    const { api } = await openForm();
    await userEvent.type(await field(), '@');
    await userEvent.click(await option(/olga/));
    await userEvent.keyboard('proszę');
    await screen.findByText('Zobaczą:');
    expect(api.requests.some(({ path }) => path.endsWith('/unmatched-mentions'))).toBe(false);
  });
});

describe('who will see the comment', () => {
  it('names groups, people, the author and visitors, and who will not see it', async () => {
    await openForm(
      all,
      readers({
        allMembers: false,
        groups: [
          { groupId: 1, groupName: 'IT', reach: 'ALL' },
          { groupId: 2, groupName: 'Kadry', reach: 'SOME' },
          { groupId: 3, groupName: 'Flota', reach: 'NONE' },
        ],
        users: [
          { userId: 5, userName: 'ewa', reads: true },
          { userId: 6, userName: 'jan', reads: false },
        ],
        author: { name: 'rita', reads: true },
        visitors: true,
      }),
    );
    await userEvent.type(await field(), 'Sprawdzam');
    const seen = (await screen.findByText('Zobaczą:')).parentElement as HTMLElement;
    expect(seen.textContent).toContain(
      'Ty, grupa IT, grupa Kadry (tylko kto widzi zadanie), ewa, autor zadania (rita), każdy, kto zna numer zadania',
    );
    const excluded = screen.getByText('Nie zobaczą:').parentElement as HTMLElement;
    expect(excluded.textContent).toContain('grupa Flota (nie widzi zadania), jan (nie widzi zadania)');
  });

  it('appears after the release of a pressed button, which would move away from the pointer', async () => {
    let respond = (): void => {};
    const isReleased = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const { api } = await openForm(all, readers(), {
      'GET /api/tasks/:id/comment-readers': async () => {
        await isReleased;
        return { body: readers() };
      },
    });
    const user = userEvent.setup();
    await user.type(await field(), 'Sprawdzam');
    const button = screen.getByRole('button', { name: 'Dodaj komentarz' });
    await user.pointer({ keys: '[MouseLeft>]', target: button });
    respond();
    await act(showAnswers);
    expect(screen.queryByText('Zobaczą:')).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]', target: button });
    await waitFor(() => expect(readPostBodies(api)).toHaveLength(1));
  });

  it('is not asked for an empty comment', async () => {
    const { api } = await openForm();
    await field();
    expect(api.requests.some(({ path }) => path.endsWith('/comment-readers'))).toBe(false);
  });

  it('says that it could not be checked, and the comment can still be sent', async () => {
    const { api } = await openForm(all, readers(), {
      'GET /api/tasks/:id/comment-readers': () => ({ status: 403, body: {} }),
    });
    await userEvent.type(await field(), 'Sprawdzam');
    await screen.findByText('Nie udało się sprawdzić, kto zobaczy komentarz.');
    await send();
    await waitFor(() => expect(readPostBodies(api)).toHaveLength(1));
  });
});

describe('a comment with mentions', () => {
  const mentioned = comment({
    content: '@olga i <b>@jan</b> https://acme.test/@olga',
    mentions: [{ userId: 1, username: 'olga' }],
    canChange: true,
    revision: 1,
  });

  it('marks the mentioned people and shows markup as text', async () => {
    await openAs(['hasBasePermission'], fakeTaskApi({ comments: [mentioned] }));
    const text = (await screen.findByText('@olga', { selector: 'strong' })).parentElement as HTMLElement;
    expect(text.textContent).toBe(mentioned.content);
    expect(within(text).getAllByText('@olga', { selector: 'strong' })).toHaveLength(1);
    expect(text.querySelector('b')).toBeNull();
    expect(within(text).getByRole('link').textContent).toBe('https://acme.test/@olga');
  });

  it('shows the address of a person whose display name another member has, unless two had the written name', async () => {
    const mentions = [
      { userId: 1, username: 'olga', addressHint: 'olga.lis@acme.test' },
      { userId: 2, username: 'jan', addressHint: 'jan.1@acme.test' },
      { userId: 3, username: 'jan', addressHint: 'jan.2@acme.test' },
    ];
    const content = '@olga i @jan';
    await openAs(['hasBasePermission'], fakeTaskApi({ comments: [comment({ content, mentions })] }));
    const mention = await screen.findByText('@olga', { selector: 'strong' });
    expect(mention.parentElement?.textContent).toBe('@olga olga.lis@acme.test i @jan');
  });

  it('marks a mention for visitors, without a link in its name', async () => {
    const name = 'm1 KONTO https://evil.test/zaplac';
    const content = `Wpłaty: @${name}, dziękuję`;
    await openAs([], fakeTaskApi({ comments: [comment({ content, mentions: [], mentionedNames: [name] })] }));
    const mention = await screen.findByText(`@${name}`, { selector: 'strong' });
    expect(mention.parentElement?.textContent).toBe(content);
    expect(within(mention.parentElement as HTMLElement).queryByRole('link')).toBeNull();
  });

  it('keeps its mentions in an edit and adds new ones', async () => {
    const { api } = await openForm(all, readers(), {
      ...fakeTaskApi({ comments: [mentioned] }),
      'PUT /api/tasks/:id/comments/:commentId': () => ({
        body: { success: true, message: '', comment: { ...mentioned, revision: 2 } },
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Edytuj komentarz' }));
    const editor = await screen.findByRole('textbox', { name: 'Treść komentarza' });
    await userEvent.type(editor, ' @mar');
    // An edit gives no access.
    expect((await option(/marek/)).getAttribute('aria-disabled')).toBe('true');
    await userEvent.clear(editor);
    await userEvent.type(editor, '@olga, @ola');
    await userEvent.click(await onlyOption(/olaf/));
    await userEvent.click(screen.getByRole('button', { name: 'Zapisz komentarz' }));
    await waitFor(() =>
      expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
        content: '@olga, @olaf nowak ',
        mentionedUserIds: [1, 2],
      }),
    );
  });
});
