import { type SecurityLogEntry, securityEvents } from '@obieg/contracts';
import { type FakeRoutes, problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import catalogue from '../../i18n/en.json';
import catalogueInPolish from '../../i18n/pl.json';
import { openOnMainDomain, openRemote } from '../../test-support';

const anna = { id: 2, username: 'anna', email: 'anna@acme.test', isReadable: true };
const onOlga = { type: 'user', id: '7', name: 'olga', email: 'olga@acme.test', isReadable: true } as const;

let made = 0;
const entry = (more: Partial<SecurityLogEntry>): SecurityLogEntry => {
  made += 1;
  return {
    id: made,
    happenedAt: '2026-03-02T10:00:00.000Z',
    event: 'sign-in',
    outcome: 'done',
    actor: anna,
    subject: null,
    groupName: null,
    ip: '198.51.100.7',
    details: {},
    ...more,
  };
};

const answering = (entries: SecurityLogEntry[], nextCursor: string | null = null): FakeRoutes => ({
  'GET /api/security-log': () => ({ body: { success: true, entries, nextCursor } }),
});
const openPage = (entries: SecurityLogEntry[], at = '/security-log') =>
  openRemote(at, answering(entries), 'canManageUsers');

/** The cells of a row, by the heads of their columns. */
const cellsOf = (row: HTMLElement | undefined): Record<string, string | null> =>
  Object.fromEntries(
    within(row ?? expect.fail('no such row'))
      .getAllByRole('cell')
      .map((cell) => [cell.getAttribute('data-label') ?? '', cell.textContent]),
  );
const rows = async (): Promise<HTMLElement[]> => (await screen.findAllByRole('row')).slice(1);
const showOne = async (more: Partial<SecurityLogEntry>) => {
  const page = await openPage([entry(more)]);
  return { ...page, cells: cellsOf((await rows())[0]) };
};

afterEach(signOutForTest);

describe('/security-log', () => {
  it('says when, who, what, on whom and from where', async () => {
    const { cells } = await showOne({
      event: 'roles.change',
      subject: onOlga,
      details: { rolesBefore: ['REPORTER'], roles: ['REPORTER', 'OPERATOR'] },
    });
    expect(cells).toEqual({
      When: expect.stringMatching(/^02\.03\.2026 \d\d:00$/),
      Who: 'ANanna',
      What: 'Roles changedREPORTER → REPORTER, OPERATOR',
      'On whom or what': 'OLolga',
      From: '198.51.100.7',
    });
    expect(screen.getByRole('link', { name: /anna/ }).getAttribute('href')).toBe('/user/2');
    expect(screen.getByRole('link', { name: /olga/ }).getAttribute('href')).toBe('/user/7');
  });

  it('marks in words what was refused', async () => {
    const { cells } = await showOne({
      outcome: 'refused',
      actor: null,
      details: { reason: 'wrong-password', login: 'n***@poczta.test' },
    });
    expect(cells).toMatchObject({
      Who: 'Not signed in',
      What: 'Sign-inRefusedwrong password',
      'On whom or what': 'n***@poczta.test',
    });
  });

  it.each<[string, Partial<SecurityLogEntry>, string]>([
    ['how somebody signed in', { details: { by: 'code' } }, 'Signed inby code'],
    [
      'which group',
      {
        event: 'group-member.change',
        groupName: 'Magazyn',
        details: { groupId: 3, roleBefore: 'MEMBER', role: 'LEADER' },
      },
      'Role in group changedMagazyn · MEMBER → LEADER',
    ],
    [
      'a group that nobody can name',
      { event: 'group-member.remove', details: { groupId: 3, roleBefore: 'MEMBER' } },
      'Removed from groupGroup 3 · MEMBER',
    ],
    [
      'a new name',
      {
        event: 'group.change',
        subject: { type: 'group', id: '3', name: 'Skład', email: null, isReadable: true },
        details: { nameBefore: 'Magazyn', name: 'Skład', parentGroupIdBefore: null, parentGroupId: 4 },
      },
      'Group changedMagazyn → Skład · other parent group',
    ],
    [
      'not twice what stands beside it',
      {
        event: 'group.create',
        subject: { type: 'group', id: '3', name: 'Skład', email: null, isReadable: true },
        details: { name: 'Skład', parentGroupId: null },
      },
      'Group created',
    ],
    [
      'somebody new',
      { event: 'roles.change', details: { rolesBefore: [], roles: ['MEMBER'] } },
      'Roles changedno role → MEMBER',
    ],
    [
      'why a session ended',
      { event: 'session.revoke', details: { reason: 'password.set' } },
      'Session endedPassword set',
    ],
    [
      'the call',
      { event: 'access', outcome: 'refused', details: { operation: 'listUsers', reason: 'FORBIDDEN' } },
      'Call without permissionRefusedlistUsers · not permitted',
    ],
    ['what it has no words for', { event: 'a.new-one', details: { reason: 'odd' } }, 'a.new-oneodd'],
  ])('tells %s', async (_, more, what) => {
    expect((await showOne(more)).cells['What']).toBe(what);
  });

  it.each<[string, Partial<SecurityLogEntry>, { who?: string; on?: string }]>([
    ['itself', { actor: null, ip: null }, { who: 'The system' }],
    [
      'a super administrator',
      { actor: { ...anna, username: null, email: null, isReadable: false } },
      { who: 'Super administrator' },
    ],
    ['nobody else', { subject: { ...onOlga, id: '2', name: 'anna' } }, { on: '-' }],
    [
      'who puts themselves into a group',
      {
        event: 'group-member.add',
        subject: { ...onOlga, id: '2', name: 'anna', isReadable: false },
        details: { groupId: 3 },
      },
      { on: 'ANanna' },
    ],
    [
      'who gives themselves a role',
      {
        event: 'roles.change',
        subject: { ...onOlga, id: '2', name: 'anna', isReadable: false },
        details: { rolesBefore: [], roles: ['MEMBER'] },
      },
      { on: 'ANanna' },
    ],
    ['somebody elsewhere', { subject: { ...onOlga, name: null, isReadable: false } }, { on: 'User 7' }],
    ['who has left', { subject: { ...onOlga, isReadable: false } }, { on: 'OLolga' }],
    [
      'an organization',
      { subject: { type: 'organization', id: '5', name: null, email: null, isReadable: false } },
      { on: 'Organization 5' },
    ],
    [
      'a session',
      { subject: { type: 'session', id: 'x', name: null, email: null, isReadable: false } },
      { on: 'A session' },
    ],
  ])('names %s', async (_, more, { who = 'ANanna', on = '-' }) => {
    const { cells } = await showOne({ actor: { ...anna, isReadable: false }, ...more });
    expect([cells['Who'], cells['On whom or what']]).toEqual([who, on]);
    expect(screen.queryAllByRole('link')).toEqual([]);
  });

  it('leads to a group, and from a session to whose it was', async () => {
    await openPage([
      entry({
        actor: null,
        subject: { type: 'group', id: '3', name: 'Skład', email: null, isReadable: true },
      }),
      entry({
        actor: null,
        subject: { type: 'session', id: 'x', name: 'olga', email: null, isReadable: true },
        details: { userId: 7 },
      }),
    ]);
    expect((await screen.findByRole('link', { name: 'Skład' })).getAttribute('href')).toBe('/groups/3');
    expect(screen.getByRole('link', { name: 'Session of olga' }).getAttribute('href')).toBe('/user/7');
  });

  it('goes on to what is older; a failure keeps what is there', async () => {
    const { api } = await openRemote(
      '/security-log',
      answering([entry({ details: { by: 'code' } })], '17'),
      'canManageUsers',
    );
    await screen.findByText('by code');
    api.answer({ 'GET /api/security-log': () => problemAnswer(500, 'INTERNAL_ERROR') });
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('Failed to load the security log. Please try again.');
    screen.getByText('by code');
    api.answer(answering([entry({ details: { by: 'hand-over' } })]));
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('from the main domain');
    screen.getByText('by code');
    expect(api.requests.at(-1)?.query).toEqual({ cursor: '17' });
    expect(screen.queryByRole('button', { name: 'Pokaż więcej' })).toBeNull();
  });

  it('says that there is nothing yet', async () => {
    await openPage([]);
    await screen.findByText('Nothing has been written down yet.');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('says that it failed, and tries again', async () => {
    const { api } = await openRemote(
      '/security-log',
      { 'GET /api/security-log': () => problemAnswer(500, 'INTERNAL_ERROR') },
      'canManageUsers',
    );
    await screen.findByText('Failed to load the security log. Please try again.');
    api.answer(answering([]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Nothing has been written down yet.');
  });

  it('says that one may not read it any more, which no retry changes', async () => {
    await openRemote(
      '/security-log',
      { 'GET /api/security-log': () => problemAnswer(403, 'FORBIDDEN') },
      'canManageUsers',
    );
    await screen.findByText('You may not read this log any more.');
    expect(screen.queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
  });

  it('sends who may not manage users away without asking for it', async () => {
    const { currentAddress, api } = await openRemote('/security-log', answering([]), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(new Set(api.requests.map(({ path }) => path))).toEqual(new Set(['/api/permissions/check']));
  });

  it('has a page of its own on the main domain, where nobody can be searched for', async () => {
    const { api } = await openOnMainDomain('/security-log?userId=7', answering([]), 'canManageUsers');
    await screen.findByText('Nothing has been written down yet.');
    expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull();
    expect(api.requests.at(-1)?.query).toEqual({});
  });
});

describe('what is looked for', () => {
  it('is chosen, stands in the address and is asked of the server', async () => {
    const { api, currentAddress } = await openRemote(
      '/security-log',
      {
        ...answering([]),
        'GET /api/users/search': () => ({
          body: { users: [{ id: 7, username: 'olga', email: 'olga@acme.test' }], limitReached: false },
        }),
      },
      'canManageUsers',
    );
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Outcome' }), 'Refused');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'Change of roles');
    await userEvent.type(screen.getByRole('combobox', { name: 'Person' }), 'olg');
    await screen.findByText('olga@acme.test');
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(currentAddress()).toBe('/security-log?outcome=refused&event=roles.change&userId=7'),
    );
    screen.getByText('olga@acme.test');
    await waitFor(() =>
      expect(api.requests.at(-1)?.query).toEqual({ outcome: 'refused', event: 'roles.change', userId: '7' }),
    );
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'All events');
    expect(currentAddress()).toBe('/security-log?outcome=refused&userId=7');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await screen.findByText('Nothing has been written down yet.');
    expect(currentAddress()).toBe('/security-log');
    expect((screen.getByRole('combobox', { name: 'Outcome' }) as HTMLSelectElement).value).toBe('');
  });

  it.each<[string, Partial<SecurityLogEntry>]>([
    ['did', { actor: { id: 7, username: 'olga', email: 'olga@acme.test', isReadable: false } }],
    ['was done to', { subject: { ...onOlga, isReadable: false } }],
    [
      'were signed out by',
      {
        subject: { ...onOlga, type: 'session', id: '5b1d7b0e-0000-4000-8000-000000000000' },
        details: { userId: 7 },
      },
    ],
  ])('comes with the address; the person is named by what is found that they %s', async (_, more) => {
    const { api } = await openPage([entry(more)], '/security-log?outcome=done&event=sign-in&userId=7');
    await screen.findByText('olga@acme.test');
    expect(api.requests.at(-1)?.query).toEqual({ outcome: 'done', event: 'sign-in', userId: '7' });
  });

  it('is everything where the address asks for what there is not', async () => {
    const { api } = await openPage([], '/security-log?outcome=maybe&event=coup&userId=anna');
    await screen.findByText('Nothing has been written down yet.');
    expect(api.requests.at(-1)?.query).toEqual({});
  });

  it('may be a person of whom nothing was found', async () => {
    await openPage([], '/security-log?userId=7');
    await screen.findByText('No entries found.');
    screen.getByText('User 7');
  });
});

describe('the texts', () => {
  const find = (tree: unknown, path: string): unknown =>
    path.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown>)?.[name], tree);

  it.each(securityEvents)('have words for %s', (event) => {
    for (const texts of [catalogue, catalogueInPolish])
      expect(find(texts.securityLog.events, event)).toEqual({
        done: expect.any(String),
        tried: expect.any(String),
      });
  });
});
