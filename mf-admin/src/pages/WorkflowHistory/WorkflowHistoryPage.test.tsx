import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildPreview, buildRevision } from '../../api/workflow-revisions.builders';
import { getRequests, openRemote } from '../../test-support';

afterEach(signOutForTest);

const listRoute = (...revisions: ReturnType<typeof buildRevision>[]) => ({
  'GET /api/workflow-revisions': () => ({ body: { success: true, revisions, nextCursor: null } }),
});
const routes = listRoute(
  buildRevision(3),
  buildRevision(2, { kind: 'RESTORED', restoredFrom: 1, author: { id: 9, username: null } }),
  buildRevision(1, { kind: 'DEFAULT', author: null }),
);
const open = (at: string, more: object = {}) =>
  openRemote(at, { ...routes, ...more }, 'hasBasePermission', 'canManageWorkflow');

describe('/workflow-history', () => {
  it('lists revisions with summary, kind, author and a link', async () => {
    await open('/workflow-history');
    const rows = await screen.findAllByRole('row');
    expect(rows[1]?.textContent).toContain('Change 3');
    expect(rows[1]?.textContent).toContain('anna');
    expect(rows[2]?.textContent).toContain('Restored 1');
    expect(rows[2]?.textContent).toContain('Super administrator');
    expect(rows[3]?.textContent).toContain('System');
    expect(screen.getByRole('link', { name: 'Change 2' }).getAttribute('href')).toBe('/workflow-history/2');
    expect(screen.queryByRole('button', { name: 'Restore revision 3' })).toBeNull();
  });

  it('loads older revisions on request', async () => {
    await open('/workflow-history', {
      'GET /api/workflow-revisions': ({ query }: { query: Record<string, string> }) => ({
        body: {
          success: true,
          revisions: [buildRevision(query['cursor'] ? 1 : 2)],
          nextCursor: query['cursor'] ? null : '2',
        },
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: /Wczytaj|Load|więcej/ }));
    expect(await screen.findByRole('link', { name: 'Change 1' })).toBeDefined();
  });

  it('shows an error with a retry', async () => {
    const { api } = await open('/workflow-history', {
      'GET /api/workflow-revisions': () => problemResponse(500, 'INTERNAL_ERROR'),
    });
    await screen.findByText('Failed to load the history.');
    api.respond(routes);
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    expect(await screen.findByRole('link', { name: 'Change 3' })).toBeDefined();
  });

  it('redirects callers who may not manage the workflow', async () => {
    const { currentAddress } = await openRemote('/workflow-history', routes, 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe('/status-transitions'));
  });
});

describe('restoring a revision', () => {
  const impact = {
    statuses: [{ statusId: 7, name: 'W drodze', effect: 'KEPT' as const }],
    missingGroups: ['Zarząd'],
    transitions: [{ name: 'Zatwierdź', effect: 'DEACTIVATED' as const }],
  };

  it('counts the tasks that the reader may see, and no others', async () => {
    const statuses = [
      { statusId: 7, name: 'W drodze', effect: 'KEPT' as const },
      { statusId: 8, name: 'Poufne', effect: 'LOSES_EXITS' as const },
    ];
    await open('/workflow-history', {
      'GET /api/tasks/status-counts': () => ({ body: { counts: [{ statusId: 7, tasks: 3 }] } }),
      'POST /api/workflow-revisions/1/restore': () => ({
        body: buildPreview({ impact: { ...impact, statuses } }),
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore revision 1' }));
    const dialog = await screen.findByRole('dialog');
    const kept = await within(dialog).findByText(/You see 3 of them/);
    expect(kept.textContent).toContain('W drodze');
    const hidden = within(dialog).getByText(/There are tasks in “Poufne”/);
    expect(hidden.textContent).not.toContain('You see');
  });

  it('says what it does to tasks first, and restores on confirmation', async () => {
    const { api } = await open('/workflow-history', {
      'POST /api/workflow-revisions/1/restore': () => ({ body: buildPreview({ impact }) }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore revision 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Restore revision 1?' });
    await within(dialog).findByText(/There are tasks in “W drodze”/);
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(dialog.textContent).toContain('These groups are left out: Zarząd.');
    expect(dialog.textContent).toContain('“Zatwierdź” loses all its executors');
    expect(getRequests(api, 'POST').map(({ query }) => query)).toEqual([{ dryRun: 'true' }]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restore revision 1' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST').at(-1)).toMatchObject({ query: {}, body: { baseRevision: 3 } });
  });

  it('tells that another manager was faster, and shows the new preview', async () => {
    let isChanged = false;
    await open('/workflow-history', {
      'POST /api/workflow-revisions/1/restore': ({ query }: { query: Record<string, string> }) => {
        if (query['dryRun']) return { body: buildPreview(isChanged ? { impact } : {}) };
        isChanged = true;
        return problemResponse(409, 'CONFLICT', 'Ktoś inny zmienił w międzyczasie konfigurację.');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore revision 1' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Tasks keep their statuses, and no group is missing.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restore revision 1' }));
    await within(dialog).findByText(/Ktoś inny zmienił/);
    await within(dialog).findByText(/There are tasks in “W drodze”/);
  });

  it('does not offer to restore an equal workflow', async () => {
    await open('/workflow-history', {
      'POST /api/workflow-revisions/1/restore': () => ({ body: buildPreview({ changes: [] }) }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore revision 1' }));
    const dialog = await screen.findByRole('dialog');
    const button = await within(dialog).findByRole('button', { name: 'Restore revision 1' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('/workflow-history/{n}', () => {
  const details = {
    'GET /api/workflow-revisions/2': () => ({
      body: {
        ...buildRevision(2),
        file: { format: 'obieg-workflow/1', parameters: [], statuses: [], transitions: [], scenarios: [] },
      },
    }),
    'GET /api/workflow-revisions/2/diff': ({ query }: { query: Record<string, string> }) => ({
      body: {
        from: Number(query['against']),
        to: 2,
        changes: [
          { entity: 'parameter', action: 'ADDED', name: 'adres', fields: [] },
          {
            entity: 'transition',
            action: 'CHANGED',
            name: `Dalej ${query['against']}`,
            fields: [
              { field: 'isActive', before: true, after: false },
              {
                field: 'parameterConditions',
                before: [],
                after: [{ parameter: 'adres', conditionType: 'EQUALS', conditionValue: 'Lipowa' }],
              },
              {
                field: 'requiredParameters',
                before: [{ parameter: 'opis', isMandatory: true, defaultValue: 'brak' }],
                after: [],
              },
            ],
          },
        ],
      },
    }),
  };

  it('compares with the revision before, in words', async () => {
    await open('/workflow-history/2', details);
    const card = await screen.findByRole('region', { name: 'Changes' });
    await within(card).findByText('Dalej 1');
    expect(card.textContent).toContain('Parameters (1)Addedadres');
    expect(card.textContent).toContain('ActiveBefore: YesAfter: No');
    expect(card.textContent).toContain('After: adres equals Lipowa');
    expect(card.textContent).toContain('Before: opis (required, default brak)');
  });

  it('compares with any other revision', async () => {
    await open('/workflow-history/2', details);
    await userEvent.selectOptions(await screen.findByLabelText('Compared with'), '3');
    expect(await screen.findByText('Dalej 3')).toBeDefined();
  });

  it('says that a revision does not exist', async () => {
    await open('/workflow-history/7');
    expect(await screen.findByText(/This revision does not exist/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the history' })).toBeDefined();
  });
});
