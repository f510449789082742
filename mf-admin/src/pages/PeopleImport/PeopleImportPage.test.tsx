import type { ImportPeople, PeopleImportResult } from '@obieg/contracts';
import { type FakeRequest, type FakeRoutes, signOutForTest } from '@obieg/web-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRemote } from '../../test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => import('./PeopleImportPage'), 60_000);
afterEach(signOutForTest);

const saved: Blob[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'blob:test';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});

const outcomes: Record<string, PeopleImportResult['outcome']> = {
  'olga@acme.test': 'UNCHANGED',
  'marek@acme.test': 'CHANGED',
  x: 'REFUSED',
};

const answer = ({ body }: FakeRequest) => ({
  body: {
    success: true,
    results: (body as ImportPeople).rows.map(({ line, cells }) => {
      const outcome = outcomes[cells[0] ?? ''] ?? 'CREATED';
      const problems =
        outcome === 'REFUSED' ? [{ field: 'Email', message: 'This is not an e-mail address' }] : [];
      return { line, outcome, problems };
    }),
  },
});

const open = async (routes: FakeRoutes = {}) => {
  const page = await openRemote(
    '/users/import',
    {
      'GET /api/admin/roles': () => ({
        body: [
          { id: 3, name: 'WORKFLOW_MANAGER' },
          { id: 5, name: 'MEMBER' },
        ],
      }),
      'POST /api/users/import': answer,
      ...routes,
    },
    'canManageUsers',
  );
  await screen.findByRole('heading', { name: 'Import Users' });
  return page;
};

const choose = async (content: string) => {
  await screen.findByRole('button', { name: 'Choose a file' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const file = new File([content], 'people.csv', { type: 'text/csv' });
  await userEvent.upload(input as HTMLInputElement, file, { applyAccept: false });
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

type Api = Awaited<ReturnType<typeof open>>['api'];
const importsOf = (api: Api) =>
  api.requests
    .filter(({ path }) => path === '/api/users/import')
    .map(({ query, body }) => ({ dryRun: query['dryRun'], ...(body as ImportPeople) }));

const people =
  'Email,First name,Shoe size\r\nnowa@acme.test,=Nowa,38\r\nolga@acme.test,Olga,39\r\nmarek@acme.test,Marek,44\r\nx,X,1\r\n';

describe('/users/import', () => {
  it('shows what a dry run would do, imports it and saves the refused rows', async () => {
    const { api } = await open();
    await choose(people);
    await screen.findByRole('heading', { name: 'Step 2 of 4: Columns' });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Workflow manager' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Send invitations to new members' }));
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'Change the roles and add the groups of members' }),
    );
    await click('Check');
    await screen.findByText('New members: 1');
    screen.getByText('To change: 1');
    screen.getByText('Members already, unchanged: 1');
    screen.getByText('Refused: 1');
    screen.getByText('This is not an e-mail address');
    await click('Save the refused rows');
    expect((await saved[0]?.text())?.replace(/^\uFEFF/, '')).toBe(
      '"Email","First name","Shoe size","Problem"\r\n"x","X","1","Email: This is not an e-mail address"\r\n',
    );
    await click('Import (2)');
    await screen.findByText('Added: 1');
    screen.getByText('Changed: 1');
    const body = {
      mapping: [
        { heading: 'Email', field: 'email' },
        { heading: 'First name', field: 'firstName' },
      ],
      rows: [
        { line: 2, cells: ['nowa@acme.test', '=Nowa'] },
        { line: 3, cells: ['olga@acme.test', 'Olga'] },
        { line: 4, cells: ['marek@acme.test', 'Marek'] },
        { line: 5, cells: ['x', 'X'] },
      ],
      roles: ['MEMBER', 'WORKFLOW_MANAGER'],
      sendsInvitations: false,
      changesMembers: true,
    };
    expect(importsOf(api)).toEqual([
      { dryRun: 'true', ...body },
      { dryRun: 'false', ...body },
    ]);
  });

  it('saves formulas of refused rows as text', async () => {
    await open();
    await choose('Email,Note\r\nx,"=HYPERLINK(""https://zlo.test"")"\r\n');
    await click('Check');
    await click('Save the refused rows');
    expect(await saved[0]?.text()).toContain(`"'=HYPERLINK(""https://zlo.test"")"`);
  });

  it('asks for the column with the address', async () => {
    const { api } = await open();
    await choose('a,b\n1,2\n');
    await click('Check');
    await screen.findByText('Choose the column with the email.');
    expect(importsOf(api)).toEqual([]);
  });

  it('asks before it is left while it runs, and stops', async () => {
    await open({ 'POST /api/users/import': () => new Promise(() => {}) });
    await choose(people);
    await click('Check');
    await screen.findByRole('progressbar', { name: 'The check is running' });
    await userEvent.click(screen.getByRole('link', { name: 'Users' }));
    await screen.findByRole('dialog', { name: 'The import is running' });
    await click('Stay');
    await click('Stop');
    await screen.findByText('The check was stopped.');
  });

  it('is reached from the list of users', async () => {
    await openRemote('/users', { 'GET /api/users': () => ({ body: [] }) }, 'canManageUsers');
    const link = await screen.findByRole('link', { name: 'Import from CSV' });
    expect(link.getAttribute('href')).toBe('/users/import');
  });
});
