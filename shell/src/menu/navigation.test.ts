import type { DeployedRemote } from '@obieg/contracts';
import { permissionsOf } from '@obieg/web-kit/testing';
import { describe, expect, it } from 'vitest';
import { buildNavigation } from './navigation';

type Entry = DeployedRemote['navigation'][number];

const buildEntry = (more: Partial<Entry> & Pick<Entry, 'section' | 'to'>): Entry => ({
  icon: 'circle',
  rank: 0,
  labels: { mul: more.to, pl: `${more.to} pl`, en: `${more.to} en` },
  ...more,
});
const buildRemotes = (...navigation: Entry[]) =>
  [{ id: 'mf-some', navigation }] as unknown as readonly DeployedRemote[];

const remotes = buildRemotes(
  buildEntry({ section: 'organizations', to: '/organizations' }),
  buildEntry({ section: 'tasks', to: '/tasks' }),
  buildEntry({ section: 'tasks', to: '/tasks/new' }),
  buildEntry({ section: 'users', to: '/users', permission: 'canManageUsers' }),
  buildEntry({ section: 'users', to: '/workflow', permission: 'canManageWorkflow' }),
);

const build = (more: Partial<Parameters<typeof buildNavigation>[0]> = {}) =>
  buildNavigation({
    remotes,
    permissions: permissionsOf(),
    isReporter: false,
    organizationName: 'Acme',
    language: 'mul',
    path: '/dashboard',
    dashboardLabel: 'Dashboard Overview',
    headings: { reports: 'Reports', tasks: 'Tasks', users: 'Users', organizations: 'Organizations' },
    ...more,
  });
const listAddresses = (sections: ReturnType<typeof build>) =>
  sections.map(({ heading, items }) => [heading, ...items.map(({ to }) => to)]);

describe('buildNavigation (spec 3 §2)', () => {
  it('returns only the dashboard in an organization without permissions', () => {
    expect(listAddresses(build())).toEqual([[undefined, '/dashboard']]);
  });

  it('returns sections by permission, in a fixed order', () => {
    const sections = build({
      permissions: permissionsOf('hasBasePermission', 'canManageUsers', 'canManageOrganizations'),
    });
    expect(listAddresses(sections)).toEqual([
      [undefined, '/dashboard'],
      ['Tasks', '/tasks', '/tasks/new'],
      ['Users', '/users'],
      ['Organizations', '/organizations'],
    ]);
  });

  it('leaves out a section that only a newer shell has', () => {
    const entry = buildEntry({ section: 'audits' as never, to: '/audits' });
    expect(listAddresses(build({ remotes: buildRemotes(entry) }))).toEqual([[undefined, '/dashboard']]);
  });

  it('returns the entries for reporters to reporters only, also of remotes without the field', () => {
    const entry = {
      to: '/my-submissions',
      icon: 'tasks',
      rank: 0,
      labels: { mul: 'Mine', pl: 'Moje', en: 'Mine' },
    };
    const withReports = [
      ...remotes,
      { id: 'mf-reports', navigation: [], reporterNavigation: [entry] },
    ] as unknown as readonly DeployedRemote[];
    const sections = build({ remotes: withReports, isReporter: true, path: '/my-submissions' });
    expect(listAddresses(sections)).toEqual([
      [undefined, '/dashboard'],
      ['Reports', '/my-submissions'],
    ]);
    expect(sections[1]?.items[0]).toMatchObject({ label: 'Mine', isCurrent: true });
    const members = build({ remotes: withReports, permissions: permissionsOf('hasBasePermission') });
    expect(listAddresses(members).flat()).not.toContain('/my-submissions');
  });

  it('adds the own section of a remote below the others, with the entries that the user may see', () => {
    const labels = { mul: 'Raporty', pl: 'Raporty', en: 'Reports' };
    const entries = [
      { to: '/sales', icon: 'tasks', rank: 1, labels, permission: 'hasBasePermission' },
      { to: '/stock', icon: 'tasks', rank: 0, labels, permission: 'hasBasePermission' },
      { to: '/costs', icon: 'tasks', rank: 0, labels, permission: 'canManageUsers' },
    ];
    const withOwn = [
      { id: 'mf-reports', navigation: [], ownSection: { headings: labels, entries } },
      ...remotes,
    ] as unknown as readonly DeployedRemote[];
    const permissions = permissionsOf('hasBasePermission');
    const sections = build({ remotes: withOwn, permissions, language: 'en', path: '/stock/7' });
    expect(listAddresses(sections)).toEqual([
      [undefined, '/dashboard'],
      ['Tasks', '/tasks', '/tasks/new'],
      ['Reports', '/stock', '/sales'],
    ]);
    expect(sections.at(-1)?.items[0]).toMatchObject({ label: 'Reports', isCurrent: true });
    expect(listAddresses(build({ remotes: withOwn }))).toHaveLength(1);
  });

  it('sorts the entries of a section by rank across remotes', () => {
    const [admin] = buildRemotes(buildEntry({ section: 'tasks', to: '/workflow-statuses', rank: 1 }));
    const [tasks] = buildRemotes(buildEntry({ section: 'tasks', to: '/tasks' }));
    const sections = build({
      remotes: [admin, tasks] as readonly DeployedRemote[],
      permissions: permissionsOf('hasBasePermission'),
    });
    expect(listAddresses(sections)[1]).toEqual(['Tasks', '/tasks', '/workflow-statuses']);
  });

  it('includes organizations on the main domain without permissions', () => {
    expect(listAddresses(build({ organizationName: null }))).toContainEqual([
      'Organizations',
      '/organizations',
    ]);
    expect(listAddresses(build({ organizationName: undefined }))).toHaveLength(1);
  });

  it.each([
    ['/tasks', '/tasks'],
    ['/tasks/new', '/tasks/new'],
    ['/tasks/17/edit', '/tasks'],
    ['/taskswithout', undefined],
  ])('marks at most one entry as current on %s', (path, marked) => {
    const items = build({ permissions: permissionsOf('hasBasePermission'), path }).flatMap(
      (section) => section.items,
    );
    expect(items.filter(({ isCurrent }) => isCurrent).map(({ to }) => to)).toEqual(marked ? [marked] : []);
  });

  it("uses the other label if the user lacks the label's permission", () => {
    const one = buildRemotes(
      buildEntry({
        section: 'organizations',
        to: '/organizations',
        labels: { mul: 'Manage', pl: 'Zarządzaj', en: 'Manage' },
        otherLabels: { mul: 'Select', pl: 'Wybierz', en: 'Select' },
        labelPermission: 'canManageOrganizations',
      }),
    );
    const buildLabel = (...granted: Parameters<typeof permissionsOf>) =>
      build({
        remotes: one,
        organizationName: null,
        language: 'pl',
        permissions: permissionsOf(...granted),
      }).at(-1)?.items[0]?.label;
    expect(buildLabel()).toBe('Wybierz');
    expect(buildLabel('canManageOrganizations')).toBe('Zarządzaj');
  });
});
