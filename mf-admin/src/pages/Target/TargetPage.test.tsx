import { signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTargets } from '../../targets/targets.builders';
import { getRequests } from '../../test-support';

beforeAll(() => import('./TargetPage'), 60_000);
afterEach(signOutForTest);

const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('/targets/new', () => {
  it('saves a target that starts with a status', async () => {
    const { api } = await openTargets('/targets/new', {
      'POST /api/targets': () => ({ status: 201, body: {} }),
    });
    await userEvent.type(await screen.findByLabelText('Measure'), 'Rozwiązanie');
    const hours = screen.getByLabelText('Working hours');
    await userEvent.clear(hours);
    await userEvent.type(hours, '8');
    await userEvent.selectOptions(screen.getByLabelText('Starts'), 'STATUSES');
    await clickButton('Save');
    await screen.findByText('Select at least one status.');
    const starts = within(screen.getByRole('group', { name: /^Start statuses/ }));
    await userEvent.click(starts.getByLabelText('W toku'));
    await userEvent.selectOptions(screen.getByLabelText('Ends'), 'FINISHED');
    await userEvent.click(
      within(screen.getByRole('group', { name: /^Priorities/ })).getByLabelText('Wysoki'),
    );
    await clickButton('Save');
    await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(1));
    expect(getRequests(api, 'POST')[0]?.body).toEqual({
      metric: 'Rozwiązanie',
      isActive: true,
      sortOrder: 0,
      priorities: ['HIGH'],
      conditions: [],
      calendarId: 7,
      minutes: 480,
      start: { statusIds: [2] },
      end: { event: 'FINISHED' },
      pausedStatusIds: [],
    });
  });
});
