import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildPreview } from '../../api/workflow-revisions.builders';
import { getRequests, openRemote } from '../../test-support';
import { describePlace, findMissingGroups } from './describe-place';

afterEach(signOutForTest);

const file = {
  format: 'obieg-workflow/1',
  parameters: [],
  statuses: [{ name: 'Nowe', statusType: 'INITIAL' }],
  transitions: [{ name: 'Dalej', targetGroup: 'IT/Helpdesk', executorGroups: ['Kadry'] }],
  scenarios: [],
};
const english = { ...file, statuses: [{ name: 'New', statusType: 'INITIAL' }] };
const template = {
  id: 'it-helpdesk',
  name: { pl: 'Helpdesk IT', en: 'IT helpdesk' },
  description: { pl: 'Usterki', en: 'Faults' },
  files: { pl: file, en: english },
};
const routes = {
  'GET /api/workflow-templates': () => ({ body: [template] }),
  'GET /api/groups': () => ({
    body: [
      {
        id: 5,
        name: 'IT',
        path: 'IT',
        description: null,
        parentGroupId: null,
        parentGroupName: null,
        createdAt: '',
      },
      {
        id: 6,
        name: 'Pomoc',
        path: 'IT / Pomoc',
        description: null,
        parentGroupId: 5,
        parentGroupName: 'IT',
        createdAt: '',
      },
    ],
  }),
};
const open = (more: object = {}) =>
  openRemote('/workflow-exchange', { ...routes, ...more }, 'hasBasePermission', 'canManageWorkflow');
const chooseFile = async (content: string) =>
  userEvent.upload(
    await screen.findByLabelText('Choose a file'),
    new File([content], 'w.json', { type: 'application/json' }),
  );
const importPath = 'POST /api/workflow-configuration/import';

/** Creates the two missing groups of the file, and shows the preview of the import. */
const openWithCreatedGroups = async () => {
  let groups = routes['GET /api/groups']().body as object[];
  const opened = await openRemote(
    '/workflow-exchange',
    {
      ...routes,
      'GET /api/groups': () => ({ body: groups }),
      'POST /api/groups': ({ body }: { body: unknown }) => {
        const { name } = body as { name: string };
        const group = { ...(body as object), id: 70 + groups.length, path: name, memberCount: 0 };
        groups = [...groups, group];
        return { status: 201, body: group, headers: { etag: '"1"' } };
      },
      'DELETE /api/groups/:id': ({ params }: { params: Record<string, string> }) =>
        params['id'] === '72' ? problemResponse(412, 'PRECONDITION_FAILED') : { status: 204 },
      [importPath]: ({ body }: { body: unknown }) =>
        Object.keys((body as { groups: object }).groups).length > 0
          ? { body: buildPreview() }
          : problemResponse(422, 'VALIDATION_FAILED', 'no group', [
              { field: 'file.transitions.0.targetGroup', message: 'no group' },
              { field: 'file.transitions.0.executorGroups.0', message: 'no group' },
            ]),
    },
    'hasBasePermission',
    'canManageWorkflow',
    'canManageUsers',
  );
  await chooseFile(JSON.stringify(file));
  await userEvent.selectOptions(await screen.findByLabelText('IT / Helpdesk'), 'Create this group');
  await userEvent.selectOptions(screen.getByLabelText('Kadry'), 'Create this group');
  await userEvent.click(screen.getByRole('button', { name: 'Show changes' }));
  return { ...opened, preview: within(await screen.findByRole('region', { name: 'Import of w.json' })) };
};

describe('/workflow-exchange', () => {
  it('shows the preview of a file, and imports it on confirmation with the seen revision', async () => {
    const { api, currentAddress } = await open({ [importPath]: () => ({ body: buildPreview() }) });
    await chooseFile(JSON.stringify(file));
    const card = await screen.findByRole('region', { name: 'Import of w.json' });
    expect(card.textContent).toContain('RemovedW drodze');
    expect(card.textContent).toContain('The check finds no mistake.');
    expect(getRequests(api, 'POST')).toMatchObject([
      { query: { dryRun: 'true' }, body: { file, groups: {} } },
    ]);
    await userEvent.click(within(card).getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(currentAddress()).toBe('/workflow-history'));
    expect(getRequests(api, 'POST').at(-1)).toMatchObject({ query: {}, body: { baseRevision: 3, file } });
  });

  it('lists findings of the new workflow', async () => {
    const finding = {
      code: 'STATUS_DEAD_END',
      severity: 'error' as const,
      subject: { kind: 'status' as const, id: 1, name: 'X' },
      related: [],
      message: { pl: 'Ślepy', en: 'Dead end X' },
      example: null,
    };
    await open({
      [importPath]: () => ({ body: buildPreview({ findings: [{ ...finding, code: 'STATUS_DEAD_END' }] }) }),
    });
    await chooseFile(JSON.stringify(file));
    expect(await screen.findByText('Dead end X')).toBeDefined();
    expect(screen.getByText('1 mistake in the workflow')).toBeDefined();
  });

  it('asks which groups are meant, and imports with the choice', async () => {
    const { api } = await open({
      [importPath]: ({ body }: { body: unknown }) =>
        Object.keys((body as { groups: object }).groups).length > 0
          ? { body: buildPreview() }
          : problemResponse(422, 'VALIDATION_FAILED', 'no group', [
              { field: 'file.transitions.0.targetGroup', message: 'no group' },
              { field: 'file.transitions.0.executorGroups.0', message: 'no group' },
            ]),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Use this workflow: IT helpdesk' }));
    const next = await screen.findByRole('button', { name: 'Show changes' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    await userEvent.selectOptions(screen.getByLabelText('IT / Helpdesk'), 'IT / Pomoc');
    await userEvent.selectOptions(screen.getByLabelText('Kadry'), 'Leave out');
    await userEvent.click(next);
    await screen.findByRole('region', { name: 'Import of IT helpdesk' });
    expect(getRequests(api, 'POST').at(-1)?.body).toEqual({
      file,
      groups: { 'IT/Helpdesk': 6, Kadry: null },
    });
  });

  it('says which transitions name a missing group, and creates it for user managers', async () => {
    const { api } = await openRemote(
      '/workflow-exchange',
      {
        ...routes,
        'POST /api/groups': ({ body }: { body: unknown }) => ({
          status: 201,
          body: { id: 70, ...(body as object) },
        }),
        [importPath]: ({ body }: { body: unknown }) =>
          Object.keys((body as { groups: object }).groups).length > 0
            ? { body: buildPreview() }
            : problemResponse(422, 'VALIDATION_FAILED', 'no group', [
                { field: 'file.transitions.0.targetGroup', message: 'no group' },
                { field: 'file.transitions.0.executorGroups.0', message: 'no group' },
              ]),
      },
      'hasBasePermission',
      'canManageWorkflow',
      'canManageUsers',
    );
    await chooseFile(JSON.stringify(file));
    await screen.findByText('Gets the tasks of: Dalej.');
    screen.getByText('Executor of: Dalej.');
    await userEvent.selectOptions(screen.getByLabelText('IT / Helpdesk'), 'Create this group');
    await userEvent.selectOptions(screen.getByLabelText('Kadry'), 'Leave out');
    await userEvent.click(screen.getByRole('button', { name: 'Show changes' }));
    await screen.findByRole('region', { name: 'Import of w.json' });
    const posts = getRequests(api, 'POST').map(({ path, body }) => [path, body]);
    expect(posts.find(([path]) => path === '/api/groups')?.[1]).toEqual({
      name: 'Helpdesk',
      parentGroupId: 5,
    });
    expect(posts.at(-1)?.[1]).toEqual({ file, groups: { 'IT/Helpdesk': 70, Kadry: null } });
  });

  it('offers to remove the groups that it created, if the import is cancelled', async () => {
    const { api, preview } = await openWithCreatedGroups();
    await userEvent.click(preview.getByRole('button', { name: 'Cancel' }));
    const left = await screen.findByText(
      /the groups that were created for it are left: .*Helpdesk, Kadry\.$/,
    );
    await waitFor(() => expect(document.activeElement?.contains(left)).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.getByRole('link', { name: 'Show groups' }).getAttribute('href')).toBe('/groups');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the unused ones' }));
    await screen.findByText('These groups stay, because somebody uses or has changed them: Helpdesk.');
    expect(getRequests(api, 'DELETE').map(({ path, headers }) => [path, headers['if-match']])).toEqual([
      ['/api/groups/73', '"1"'],
      ['/api/groups/72', '"1"'],
    ]);
  });

  it('names the groups that it created, if the user leaves without an import', async () => {
    const { goTo, currentAddress, preview } = await openWithCreatedGroups();
    await goTo('/statuses');
    const question = within(await screen.findByRole('dialog', { name: 'Leave without importing?' }));
    question.getByText(/will stay in the organization: .*Helpdesk, Kadry\./);
    await userEvent.click(question.getByRole('button', { name: 'Back to the import' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentAddress()).toBe('/workflow-exchange');
    await userEvent.click(preview.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(currentAddress()).toBe('/workflow-history'));
  });

  it('lists the errors of a file with their places, and lets the user choose another one', async () => {
    await open({
      [importPath]: () =>
        problemResponse(422, 'VALIDATION_FAILED', 'no status', [
          { field: 'file.transitions.0.toStatus', message: 'The file has no status "Brak".' },
        ]),
    });
    await chooseFile(JSON.stringify(file));
    expect((await screen.findByRole('listitem')).textContent).toBe(
      'transitions[0] “Dalej” → toStatus The file has no status "Brak".',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined();
  });

  it.each([
    [400, 'BAD_REQUEST'],
    [413, 'PAYLOAD_TOO_LARGE'],
  ] as const)('shows why the whole file is rejected with %s, and suggests no retry', async (status, code) => {
    await open({ [importPath]: () => problemResponse(status, code, 'After this change, 1 MB is exceeded.') });
    await chooseFile(JSON.stringify(file));
    expect((await screen.findByRole('listitem')).textContent).toBe('After this change, 1 MB is exceeded.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined();
  });

  it('rejects a file without JSON or without a workflow before sending it', async () => {
    const { api } = await open();
    await chooseFile('not json');
    expect(await screen.findByText('The file contains no JSON.')).toBeDefined();
    await chooseFile('[]');
    await screen.findByText('The file contains no workflow. Choose a file that was exported on this page.');
    expect(getRequests(api, 'POST')).toEqual([]);
  });

  it('shows a new preview if another manager was faster', async () => {
    let revision = 3;
    const { api } = await open({
      [importPath]: ({ query }: { query: Record<string, string> }) => {
        if (query['dryRun']) return { body: buildPreview({ revision }) };
        revision = 4;
        return problemResponse(409, 'CONFLICT', 'Another user was faster.');
      },
    });
    await chooseFile(JSON.stringify(file));
    await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
    expect(await screen.findByText(/Another user was faster\./)).toBeDefined();
    // The first dry run, the refused import, and the second dry run.
    await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(3));
    await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
    await waitFor(() => expect(getRequests(api, 'POST')[3]?.body).toMatchObject({ baseRevision: 4 }));
  });
});

describe('describePlace', () => {
  it.each([
    ['file.statuses', 'statuses'],
    ['file.statuses.0.name', 'statuses[0] “Nowe” → name'],
    ['file.transitions.9', 'transitions[9]'],
  ])('describes %s as %s', (field, place) => {
    expect(describePlace(file, { field, message: '' })).toBe(place);
  });
});

describe('findMissingGroups', () => {
  const group = { field: 'file.transitions.0.targetGroup', message: '' };

  it('returns each path once, and nothing if the file has other errors', () => {
    expect(findMissingGroups(file, [group, group])).toEqual(['IT/Helpdesk']);
    expect(findMissingGroups(file, [group, { field: 'file.statuses', message: '' }])).toBeUndefined();
    expect(findMissingGroups(file, [])).toBeUndefined();
  });
});
