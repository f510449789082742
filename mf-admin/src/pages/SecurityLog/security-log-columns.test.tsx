import { type SecurityLogEntry, securityEvents } from '@obieg/contracts';
import { DataTable } from '@obieg/ui/lists';
import { signOutForTest } from '@obieg/web-kit/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import englishTexts from '../../i18n/en.json';
import { useAdminMessages } from '../../i18n/messages';
import polishTexts from '../../i18n/pl.json';
import { renderComponent } from '../../test-support';
import { anna, buildEntry, olgaSubject } from './security-log.builders';
import { createSecurityLogColumns } from './security-log-columns';

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
      columns={createSecurityLogColumns(t)}
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

describe('createSecurityLogColumns', () => {
  it('shows time, actor, event, subject and IP address with links', async () => {
    const cells = await renderEntry({
      event: 'roles.change',
      subject: olgaSubject,
      details: { rolesBefore: ['REPORTER'], roles: ['REPORTER', 'OPERATOR'] },
    });
    expect(cells).toEqual({
      When: expect.stringMatching(/^02\.03\.2026 \d\d:00$/),
      Actor: 'ANanna',
      What: 'Roles changedReporter → Reporter, Operator',
      Subject: 'OLolga',
      From: '198.51.100.7',
    });
    expect(screen.getByRole('link', { name: /anna/ }).getAttribute('href')).toBe('/user/2');
    expect(screen.getByRole('link', { name: /olga/ }).getAttribute('href')).toBe('/user/7');
  });

  it('links an integration to its page of connections', async () => {
    await renderEntry({
      event: 'api-token.create',
      subject: {
        type: 'user',
        id: '9',
        name: 'Monitoring',
        email: 'integration-9@integrations.invalid',
        isReadable: true,
        isIntegration: true,
      },
    });
    expect(screen.getByRole('link', { name: /Monitoring/ }).getAttribute('href')).toBe(
      '/connections/integrations/9',
    );
  });

  it('labels a refused event', async () => {
    const cells = await renderEntry({
      outcome: 'refused',
      actor: null,
      details: { reason: 'wrong-password', login: 'n***@poczta.test' },
    });
    expect(cells).toMatchObject({
      Actor: 'Not signed in',
      What: 'Sign-inRefusedwrong password',
      Subject: 'n***@poczta.test',
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
      'Group role changedMagazyn · Member → Leader',
    ],
    [
      'the id of a deleted group',
      { event: 'group-member.remove', details: { groupId: 3, roleBefore: 'MEMBER' } },
      'Removed from groupGroup 3 · Member',
    ],
    [
      'the old and the new name',
      {
        event: 'group.change',
        subject: { type: 'group', id: '3', name: 'Skład', email: null, isReadable: true },
        details: { nameBefore: 'Magazyn', name: 'Skład', parentGroupIdBefore: null, parentGroupId: 4 },
        parentGroupName: 'Dział',
      },
      'Group changedMagazyn → Skład · parent group: none → Dział',
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
      'no name at the end of a path in the subject column',
      {
        event: 'group.create',
        subject: { type: 'group', id: '3', name: 'Dział / Skład', email: null, isReadable: true },
        details: { name: 'Skład', parentGroupId: 4 },
      },
      'Group created',
    ],
    [
      'the first roles of a user',
      { event: 'roles.change', details: { rolesBefore: [], roles: ['MEMBER'] } },
      'Roles changedno role → Member',
    ],
    [
      'name and scopes of an API token',
      { event: 'api-token.create', details: { name: 'Raport', scopes: ['tasks:read', 'people:read'] } },
      'API token createdRaport · tasks:read, people:read',
    ],
    [
      'the reason why an API token was revoked',
      { event: 'api-token.revoke', details: { name: 'Raport', reason: 'member.remove' } },
      'API token revokedRaport · Removed from the organization',
    ],
    [
      'no reason if its owner revoked it',
      { event: 'api-token.revoke', details: { name: 'Raport', reason: 'api-token.revoke' } },
      'API token revokedRaport',
    ],
    [
      'the reason why a session ended',
      { event: 'session.revoke', details: { reason: 'password.set' } },
      'Session endedPassword set',
    ],
    [
      'the operation of a refused call',
      { event: 'access', outcome: 'refused', details: { operation: 'listUsers', reason: 'FORBIDDEN' } },
      'API call without permissionRefusedlistUsers · not permitted',
    ],
    ['the codes of an unknown event', { event: 'a.new-one', details: { reason: 'odd' } }, 'a.new-oneodd'],
  ])('shows %s', async (_, overrides, what) => {
    expect((await renderEntry(overrides))['What']).toBe(what);
  });

  it.each<[string, Partial<SecurityLogEntry>, { who?: string; on?: string }]>([
    ['the system as actor', { actor: null, ip: null }, { who: 'System' }],
    [
      'a super administrator as actor',
      { actor: { ...anna, username: null, email: null, isReadable: false } },
      { who: 'Super administrator' },
    ],
    [
      'the number of a subject that only a newer server knows',
      { subject: { ...olgaSubject, type: 'label' as never, id: '7', name: null, isReadable: false } },
      { on: 'Object 7' },
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
      { on: 'Session' },
    ],
  ])('shows %s without links', async (_, overrides, { who = 'ANanna', on = '-' }) => {
    const cells = await renderEntry({ actor: { ...anna, isReadable: false }, ...overrides });
    expect([cells['Actor'], cells['Subject']]).toEqual([who, on]);
    expect(screen.queryAllByRole('link')).toEqual([]);
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
