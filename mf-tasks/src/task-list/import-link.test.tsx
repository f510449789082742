import { listRegisteredCommands } from '@obieg/web-kit';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRemote } from '../test-support';
import { list, mockRowHeight, task } from './test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => import('../pages/TaskList/TaskListPage'), 60_000);
mockRowHeight();

const openList = (permissions: Parameters<typeof openRemote>[2]) =>
  openRemote('/tasks', list([task(100000000001)]), permissions);
const hasCommand = () => listRegisteredCommands().some(({ id }) => id === 'list.import');

describe('the link to the import', () => {
  it('is in the list and its commands for people who manage the workflow', async () => {
    await openList(['hasBasePermission', 'canManageWorkflow']);
    const link = await screen.findByRole('link', { name: 'Importuj z CSV' });
    expect(link.getAttribute('href')).toBe('/tasks/import');
    await waitFor(() => expect(hasCommand()).toBe(true));
  });

  it('is hidden from others', async () => {
    await openList(['hasBasePermission']);
    await screen.findByRole('button', { name: 'Eksportuj do CSV' });
    expect([screen.queryByRole('link', { name: 'Importuj z CSV' }), hasCommand()]).toEqual([null, false]);
  });
});
