import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';

// Load the module before the first test, which would otherwise time out.
beforeAll(() => import('./ApprovalsPage'), 60_000);
afterEach(signOutForTest);

const pending = (roundId: number, title: string, more: object = {}) => ({
  roundId,
  publicTaskId: 100_000_000_000 + roundId,
  title,
  statusName: 'Do akceptacji',
  startedAt: '2026-11-20T10:00:00.000Z',
  authorName: 'Marek',
  onBehalfOf: [],
  ...more,
});
const respond = (approvals: object[]) => () => ({
  body: { success: true, approvals, pendingCount: approvals.length, nextCursor: null },
});
const two = [
  pending(1, 'Nowy laptop'),
  pending(2, 'Szkolenie', { onBehalfOf: [{ userId: 5, name: 'Anna', addressHint: null }] }),
];
const openPage = (routes: object = {}) =>
  openRemote('/approvals', { 'GET /api/approvals': respond(two), ...routes }, ['hasBasePermission']);

describe('/approvals', () => {
  it('lists what waits, with the absent people for whom the reader decides', async () => {
    await openPage();
    const link = await screen.findByRole('link', { name: 'Nowy laptop' });
    expect(link.getAttribute('href')).toBe('/task/100000000001?approval');
    screen.getByText('Decydujesz w zastępstwie: Anna');
    screen.getByText('2 zadania czekają na Twoją decyzję');
  });

  it('is worked by keyboard: j moves, r opens the rejection, and the decided task leaves', async () => {
    const { api } = await openPage({ 'POST /api/tasks/:id/approval': () => ({ body: { success: true } }) });
    await screen.findByRole('link', { name: 'Nowy laptop' });
    await userEvent.keyboard('jjk');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Nowy laptop' }));
    await userEvent.keyboard('r');
    const dialog = within(await screen.findByRole('dialog', { name: 'Odrzuć: Nowy laptop' }));
    await userEvent.type(dialog.getByLabelText(/Komentarz do decyzji/), 'Nie teraz');
    expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    api.respond({ 'GET /api/approvals': respond(two.slice(1)) });
    await userEvent.click(dialog.getByRole('button', { name: 'Odrzuć' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Nowy laptop' })).toBeNull());
    expect(api.requests.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/tasks/100000000001/approval',
      body: { decision: 'REJECTED', comment: 'Nie teraz', roundId: 1 },
    });
  });

  it('keeps the dialog open with the reason of a refusal', async () => {
    await openPage({
      'POST /api/tasks/:id/approval': () =>
        problemResponse(409, 'APPROVAL_CLOSED', 'O tej akceptacji już zdecydowano.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Akceptuj: Szkolenie' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Akceptuj' }));
    await dialog.findByText(/O tej akceptacji już zdecydowano/);
  });

  it('says that nothing waits', async () => {
    await openPage({ 'GET /api/approvals': respond([]) });
    await screen.findByText('Nic nie czeka na Twoją decyzję');
  });
});
