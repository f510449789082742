import { type SecurityLogEntry, securityEvents } from '@obieg/contracts';
import { DataTable } from '@obieg/ui';
import { type FakeRoutes, problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import englishTexts from '../../i18n/en.json';
import polishTexts from '../../i18n/pl.json';
import { useAdminMessages } from '../../messages';
import { openOnMainDomain, openRemote, renderComponent } from '../../test-support';
import { securityLogColumns } from './security-log-columns';

const anna = { id: 2, username: 'anna', email: 'anna@acme.test', isReadable: true };
const olgaSubject = {
  type: 'user',
  id: '7',
  name: 'olga',
  email: 'olga@acme.test',
  isReadable: true,
} as const;

let lastId = 0;
const buildEntry = (overrides: Partial<SecurityLogEntry>): SecurityLogEntry => {
  lastId += 1;
  return {
    id: lastId,
    happenedAt: '2026-03-02T10:00:00.000Z',
    event: 'sign-in',
    outcome: 'done',
    actor: anna,
    subject: null,
    groupName: null,
    ip: '198.51.100.7',
    details: {},
    ...overrides,
  };
};

const logRoute = (entries: SecurityLogEntry[], nextCursor: string | null = null): FakeRoutes => ({
  'GET /api/security-log': () => ({ body: { success: true, entries, nextCursor } }),
});
const openPage = (entries: SecurityLogEntry[], at = '/security-log') =>
  openRemote(at, logRoute(entries), 'canManageUsers');

/** Returns the cell texts of the first row by column header. */
const readCells = async (): Promise<Record<string, string | null>> => {
  const [, row] = await screen.findAllByRole('row');
  return Object.fromEntries(
    within(row ?? expect.fail('The table has no row.'))
      .getAllByRole('cell')
      .map((cell) => [cell.getAttribute('data-label') ?? '', cell.textContent]),
  );
};

const EntryTable = ({ entry }: { entry: SecurityLogEntry }) => {
  const t = useAdminMessages();
  return (
    <DataTable
      label="log"
      columns={securityLogColumns(t)}
      rows={[entry]}
      rowKey={({ id }) => id}
      empty={null}
    />
  );
};
/** Renders one entry and returns its cell texts by column header. */
const renderEntry = async (overrides: Partial<SecurityLogEntry>) => {
  await renderComponent(<EntryTable entry={buildEntry(overrides)} />);
  return readCells();
};

afterEach(signOutForTest);

describe('securityLogColumns', () => {
  it('shows time, actor, event, subject and IP address with links', async () => {
    const cells = await renderEntry({
      event: 'roles.change',
      subject: olgaSubject,
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

  it('labels a refused event', async () => {
    const cells = await renderEntry({
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
    ['the sign-in method', { details: { by: 'code' } }, 'Signed inby code'],
    [
      'the group and the role change',
      {
        event: 'group-member.change',
        groupName: 'Magazyn',
        details: { groupId: 3, roleBefore: 'MEMBER', role: 'LEADER' },
      },
      'Role in group changedMagazyn · MEMBER → LEADER',
    ],
    [
      'the id of a deleted group',
      { event: 'group-member.remove', details: { groupId: 3, roleBefore: 'MEMBER' } },
      'Removed from groupGroup 3 · MEMBER',
    ],
    [
      'the old and the new name',
      {
        event: 'group.change',
        subject: { type: 'group', id: '3', name: 'Skład', email: null, isReadable: true },
        details: { nameBefore: 'Magazyn', name: 'Skład', parentGroupIdBefore: null, parentGroupId: 4 },
      },
      'Group changedMagazyn → Skład · other parent group',
    ],
    [
      'no name that the subject column shows',
      {
        event: 'group.create',
        subject: { type: 'group', id: '3', name: 'Skład', email: null, isReadable: true },
        details: { name: 'Skład', parentGroupId: null },
      },
      'Group created',
    ],
    [
      'the first roles of a user',
      { event: 'roles.change', details: { rolesBefore: [], roles: ['MEMBER'] } },
      'Roles changedno role → MEMBER',
    ],
    [
      'the reason why a session ended',
      { event: 'session.revoke', details: { reason: 'password.set' } },
      'Session endedPassword set',
    ],
    [
      'the operation of a refused call',
      { event: 'access', outcome: 'refused', details: { operation: 'listUsers', reason: 'FORBIDDEN' } },
      'Call without permissionRefusedlistUsers · not permitted',
    ],
    ['the codes of an unknown event', { event: 'a.new-one', details: { reason: 'odd' } }, 'a.new-oneodd'],
  ])('shows %s', async (_, overrides, what) => {
    expect((await renderEntry(overrides))['What']).toBe(what);
  });

  it.each<[string, Partial<SecurityLogEntry>, { who?: string; on?: string }]>([
    ['the system as actor', { actor: null, ip: null }, { who: 'The system' }],
    [
      'a super administrator as actor',
      { actor: { ...anna, username: null, email: null, isReadable: false } },
      { who: 'Super administrator' },
    ],
    ['no subject if it is the actor', { subject: { ...olgaSubject, id: '2', name: 'anna' } }, { on: '-' }],
    [
      'the actor as subject of a group change',
      {
        event: 'group-member.add',
        subject: { ...olgaSubject, id: '2', name: 'anna', isReadable: false },
        details: { groupId: 3 },
      },
      { on: 'ANanna' },
    ],
    [
      'the actor as subject of a role change',
      {
        event: 'roles.change',
        subject: { ...olgaSubject, id: '2', name: 'anna', isReadable: false },
        details: { rolesBefore: [], roles: ['MEMBER'] },
      },
      { on: 'ANanna' },
    ],
    [
      'the id of a user of another organization',
      { subject: { ...olgaSubject, name: null, isReadable: false } },
      { on: 'User 7' },
    ],
    ['a former member as subject', { subject: { ...olgaSubject, isReadable: false } }, { on: 'OLolga' }],
    [
      'an organization as subject',
      { subject: { type: 'organization', id: '5', name: null, email: null, isReadable: false } },
      { on: 'Organization 5' },
    ],
    [
      'a session as subject',
      { subject: { type: 'session', id: 'x', name: null, email: null, isReadable: false } },
      { on: 'A session' },
    ],
  ])('shows %s without links', async (_, overrides, { who = 'ANanna', on = '-' }) => {
    const cells = await renderEntry({ actor: { ...anna, isReadable: false }, ...overrides });
    expect([cells['Who'], cells['On whom or what']]).toEqual([who, on]);
    expect(screen.queryAllByRole('link')).toEqual([]);
  });
});

describe('/security-log', () => {
  it('links a group, and a session to its owner', async () => {
    await openPage([
      buildEntry({
        actor: null,
        subject: { type: 'group', id: '3', name: 'Skład', email: null, isReadable: true },
      }),
      buildEntry({
        actor: null,
        subject: { type: 'session', id: 'x', name: 'olga', email: null, isReadable: true },
        details: { userId: 7 },
      }),
    ]);
    expect((await screen.findByRole('link', { name: 'Skład' })).getAttribute('href')).toBe('/groups/3');
    expect(screen.getByRole('link', { name: 'Session of olga' }).getAttribute('href')).toBe('/user/7');
  });

  it('loads older entries and keeps the shown ones after a failure', async () => {
    const { api } = await openRemote(
      '/security-log',
      logRoute([buildEntry({ details: { by: 'code' } })], '17'),
      'canManageUsers',
    );
    await screen.findByText('by code');
    api.answer({ 'GET /api/security-log': () => problemAnswer(500, 'INTERNAL_ERROR') });
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('Failed to load the security log. Please try again.');
    screen.getByText('by code');
    api.answer(logRoute([buildEntry({ details: { by: 'hand-over' } })]));
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('from the main domain');
    screen.getByText('by code');
    expect(api.requests.at(-1)?.query).toEqual({ cursor: '17' });
    expect(screen.queryByRole('button', { name: 'Pokaż więcej' })).toBeNull();
  });

  it('shows an empty log', async () => {
    await openPage([]);
    await screen.findByText('Nothing has been written down yet.');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('shows an error with a retry when loading fails', async () => {
    const { api } = await openRemote(
      '/security-log',
      { 'GET /api/security-log': () => problemAnswer(500, 'INTERNAL_ERROR') },
      'canManageUsers',
    );
    await screen.findByText('Failed to load the security log. Please try again.');
    api.answer(logRoute([]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Nothing has been written down yet.');
  });

  it('shows a notice without a retry on 403', async () => {
    await openRemote(
      '/security-log',
      { 'GET /api/security-log': () => problemAnswer(403, 'FORBIDDEN') },
      'canManageUsers',
    );
    await screen.findByText('You may not read this log any more.');
    expect(screen.queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
  });

  it('redirects without requesting the log if the caller may not manage users', async () => {
    const { currentAddress, api } = await openRemote('/security-log', logRoute([]), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(new Set(api.requests.map(({ path }) => path))).toEqual(new Set(['/api/permissions/check']));
  });

  it('has no user filter on the main domain', async () => {
    const { api } = await openOnMainDomain('/security-log?userId=7', logRoute([]), 'canManageUsers');
    await screen.findByText('Nothing has been written down yet.');
    expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull();
    expect(api.requests.at(-1)?.query).toEqual({});
  });
});

describe('/security-log filters', () => {
  it('update the URL and the request, and can be cleared', async () => {
    const { api, currentAddress } = await openRemote(
      '/security-log',
      {
        ...logRoute([]),
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
    ['the actor', { actor: { id: 7, username: 'olga', email: 'olga@acme.test', isReadable: false } }],
    ['the subject', { subject: { ...olgaSubject, isReadable: false } }],
    [
      'the owner of a revoked session',
      {
        subject: { ...olgaSubject, type: 'session', id: '5b1d7b0e-0000-4000-8000-000000000000' },
        details: { userId: 7 },
      },
    ],
  ])('are read from the URL; the user is named by an entry with the user as %s', async (_, overrides) => {
    const { api } = await openPage(
      [buildEntry(overrides)],
      '/security-log?outcome=done&event=sign-in&userId=7',
    );
    await screen.findByText('olga@acme.test');
    expect(api.requests.at(-1)?.query).toEqual({ outcome: 'done', event: 'sign-in', userId: '7' });
  });

  it('ignore invalid values in the URL', async () => {
    const { api } = await openPage([], '/security-log?outcome=maybe&event=coup&userId=anna');
    await screen.findByText('Nothing has been written down yet.');
    expect(api.requests.at(-1)?.query).toEqual({});
  });

  it('show the id of a user without entries', async () => {
    await openPage([], '/security-log?userId=7');
    await screen.findByText('No entries found.');
    screen.getByText('User 7');
  });
});

describe('security log texts', () => {
  const getByPath = (tree: unknown, path: string): unknown =>
    path.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown>)?.[name], tree);

  it.each(securityEvents)('contain both forms of the event %s', (event) => {
    for (const texts of [englishTexts, polishTexts])
      expect(getByPath(texts.securityLog.events, event)).toEqual({
        done: expect.any(String),
        tried: expect.any(String),
      });
  });
});
