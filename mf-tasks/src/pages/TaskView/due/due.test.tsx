import { defaultDueSettings, type Task } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeTaskApi, movedTaskResponse, openAs, readPostBodies } from '../../../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('../TaskViewPage'), import('./DueModal')]), 60_000);
afterEach(() => {
  signOutForTest();
  vi.useRealTimers();
});

const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const openMember = (more: Partial<Task>) =>
  openAs(['hasBasePermission'], fakeTaskApi({ task: { dueAt: null, ...more } }));
const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Zmień termin' }));
  return within(await screen.findByRole('dialog', { name: 'Zmień termin' }));
};

describe('the due date of a task', () => {
  it('is marked as overdue in words', async () => {
    await openMember({ dueAt: daysFromNow(-1) });
    await screen.findByText(/Po terminie/);
  });

  it('is not overdue once the task is finished', async () => {
    await openMember({ dueAt: daysFromNow(-1), statusType: 'FINAL' });
    await screen.findByText('Termin');
    expect(screen.queryByText(/Po terminie/)).toBeNull();
  });

  it('is hidden from visitors', async () => {
    await openAs(undefined, fakeTaskApi({ task: { dueAt: null } }));
    await screen.findByText('Nieprzypisane');
    expect(screen.queryByText('Termin')).toBeNull();
  });

  it('offers no button to reporters', async () => {
    await openAs([], fakeTaskApi({ task: { dueAt: daysFromNow(2), view: 'author' } }));
    await screen.findByText('Termin');
    expect(screen.queryByRole('button', { name: 'Zmień termin' })).toBeNull();
  });

  it('says who may change it to members who may not', async () => {
    await openMember({ canPlan: false });
    const button = await screen.findByRole('button', { name: 'Zmień termin' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-describedby')).not.toBeNull();
  });
});

describe('DueModal', () => {
  const dueAt = new Date(2026, 11, 1, 14, 30).toISOString();

  it('saves a moment of the reader with a comment', async () => {
    const { api } = await openMember({ canPlan: true });
    api.respond({ 'POST /api/tasks/:id/due': () => movedTaskResponse({ dueAt }) });
    const dialog = await openDialog();
    const field = dialog.getByLabelText('Termin');
    await userEvent.type(field, '2026-12-01T14:30');
    await userEvent.type(dialog.getByLabelText('Komentarz'), 'Klient prosi');
    await userEvent.click(dialog.getByRole('button', { name: 'Zapisz termin' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api)).toEqual([{ dueAt, comment: 'Klient prosi', expectedDueAt: null }]);
  });

  it('suggests the end of work on working days of the organization', async () => {
    // A Friday afternoon after work.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 27, 17, 30) });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const { api } = await openMember({ canPlan: true });
    api.respond({
      'GET /api/due-settings': () => ({ body: { ...defaultDueSettings, workEnd: '17:00', timeZone } }),
    });
    const dialog = await openDialog();
    const monday = await dialog.findByRole('button', { name: 'Poniedziałek, 30.11 17:00' });
    dialog.getByRole('button', { name: 'Za tydzień 17:00' });
    expect(dialog.queryByRole('button', { name: /^(Dziś|Jutro)/ })).toBeNull();
    await userEvent.click(monday);
    expect((dialog.getByLabelText('Termin') as HTMLInputElement).value).toBe('2026-11-30T17:00');
  });

  it('removes the due date', async () => {
    const { api } = await openMember({ canPlan: true, dueAt });
    api.respond({ 'POST /api/tasks/:id/due': () => movedTaskResponse({ dueAt: null }) });
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Usuń termin' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api)).toEqual([{ dueAt: null, comment: null, expectedDueAt: dueAt }]);
  });

  it('keeps the entered date when saving fails, and asks before it is lost', async () => {
    const { api } = await openMember({ canPlan: true });
    api.respond({
      'POST /api/tasks/:id/due': () => problemResponse(403, 'FORBIDDEN', 'Termin może zmienić operator.'),
    });
    const dialog = await openDialog();
    await userEvent.type(dialog.getByLabelText('Termin'), '2026-12-01T14:30');
    await userEvent.click(dialog.getByRole('button', { name: 'Zapisz termin' }));
    await dialog.findByText('Termin może zmienić operator.');
    expect((dialog.getByLabelText('Termin') as HTMLInputElement).value).toBe('2026-12-01T14:30');
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Odrzucić zmiany?' });
  });
});

describe('a change of the due date in the activity', () => {
  it('shows both moments', async () => {
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({
        changes: [
          {
            id: 1,
            changedByEmail: 'olga@acme.test',
            changedAt: daysFromNow(-1),
            changeType: 'DUE',
            changes: [
              {
                field: 'dueAt',
                label: null,
                before: null,
                after: new Date(2026, 11, 1, 14, 30).toISOString(),
              },
            ],
            comment: null,
          },
        ],
      }),
    );
    const entry = await screen.findByText('olga@acme.test: zmiana terminu');
    expect(entry.closest('li')?.textContent).toContain('01.12.2026 14:30');
  });
});
