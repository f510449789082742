import type { TaskApproval } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeTaskApi, id, movedTaskResponse, openAs, readPostBodies } from '../../../task/test-support';
import { openRemote } from '../../../test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('../TaskViewPage'), import('./ApprovalCard')]), 60_000);
afterEach(signOutForTest);

const approver = (userId: number, name: string, more: object = {}) => ({
  userId,
  name,
  addressHint: null,
  decision: null,
  comment: null,
  decidedAt: null,
  substitute: null,
  absentUntil: null,
  ...more,
});
const approval = (more: Partial<TaskApproval> = {}): TaskApproval => ({
  roundId: 9,
  state: 'OPEN',
  startedAt: '2026-11-20T10:00:00.000Z',
  needed: 2,
  approvers: [
    approver(1, 'Anna', { decision: 'APPROVED', comment: 'Zgoda', decidedAt: '2026-11-20T11:00:00.000Z' }),
    approver(2, 'Wiktor', {
      absentUntil: '2026-12-24',
      substitute: { userId: 3, name: 'Olga', addressHint: null },
    }),
  ],
  mine: { onBehalfOf: [], decision: null, comment: null },
  ...more,
});

describe('the approval of a task', () => {
  it('shows who has decided with comments, who has not, and who stands in', async () => {
    await openAs(['hasBasePermission'], fakeTaskApi({ approval: approval() }));
    const list = within(await screen.findByRole('list', { name: 'Osoby akceptujące' }));
    list.getByText('Anna');
    list.getByText(/akceptuje/);
    list.getByText('Zgoda');
    list.getByText(/czeka na decyzję/);
    list.getByText('Decyduje: Olga');
    screen.getByText(/Potrzeba 2 akceptacji/);
  });

  it('sends the decision with the comment and the round that the page shows', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ approval: approval() }),
      'POST /api/tasks/:id/approval': () => movedTaskResponse(),
    });
    await userEvent.type(await screen.findByLabelText(/Komentarz do decyzji/), 'Za drogo');
    await userEvent.click(screen.getByRole('button', { name: 'Odrzuć' }));
    await waitFor(() =>
      expect(readPostBodies(api)).toEqual([{ decision: 'REJECTED', comment: 'Za drogo', roundId: 9 }]),
    );
  });

  it('tells why a decision was refused', async () => {
    await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ approval: approval() }),
      'POST /api/tasks/:id/approval': () =>
        problemResponse(409, 'APPROVAL_CLOSED', 'O tej akceptacji już zdecydowano.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Akceptuj' }));
    await screen.findByText(/O tej akceptacji już zdecydowano/);
  });

  it('takes the focus by the link of a mail, and decides nothing', async () => {
    const { api } = await openRemote(`/task/${id}?approval`, fakeTaskApi({ approval: approval() }), [
      'hasBasePermission',
    ]);
    await screen.findByRole('button', { name: 'Akceptuj' });
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Akceptacja'));
    expect(readPostBodies(api)).toEqual([]);
  });

  it('offers no decision to others', async () => {
    const { mine: _, ...shown } = approval();
    await openAs(['hasBasePermission'], fakeTaskApi({ approval: shown }));
    await screen.findByRole('list', { name: 'Osoby akceptujące' });
    expect(screen.queryByRole('button', { name: 'Akceptuj' })).toBeNull();
  });
});
