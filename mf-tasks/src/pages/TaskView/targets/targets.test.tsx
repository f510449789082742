import type { TargetHistoryEntry, TaskTarget } from '@obieg/contracts';
import { signOutForTest } from '@obieg/web-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeTaskApi, openAs } from '../../../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('../TaskViewPage'), import('./TaskTargets')]), 60_000);
afterEach(signOutForTest);

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const target = (more: Partial<TaskTarget> = {}): TaskTarget => ({
  metric: 'Rozwiązanie',
  state: 'RUNNING',
  isRunning: true,
  dueAt: inMinutes(134.5),
  elapsedMinutes: 105,
  minutes: 240,
  ...more,
});
const open = (targets: TaskTarget[] | null) =>
  openAs(['hasBasePermission'], fakeTaskApi({ task: { targets } }));
const findFact = async (label: string) => {
  const term = await screen.findByText(label);
  return term.parentElement?.textContent ?? '';
};

describe('the targets of a task', () => {
  it('count down in words', async () => {
    await open([target()]);
    const fact = await findFact('Rozwiązanie');
    expect(fact).toContain('jeszcze 2 godz. 15 min');
    expect(fact).toContain('Minęło 1 godz. 45 min z 4 godz. czasu pracy');
  });

  it('say in words that they are late, stand still or were met', async () => {
    await open([
      target({ metric: 'Odpowiedź', state: 'MISSED', dueAt: inMinutes(-30.5) }),
      target({ metric: 'Diagnoza', state: 'PAUSED', isRunning: false, dueAt: null }),
      target({ state: 'MET', isRunning: false }),
    ]);
    expect(await findFact('Odpowiedź')).toContain('30 min po czasie');
    expect(await findFact('Diagnoza')).toContain('czas stoi');
    expect(await findFact('Rozwiązanie')).toContain('dotrzymany');
  });

  it('show their history when it is opened', async () => {
    const { api } = await open([target()]);
    const entry: TargetHistoryEntry = {
      id: 1,
      metric: 'Rozwiązanie',
      change: 'PAUSED',
      changedAt: inMinutes(-60),
      cause: 'STATUS',
      statusName: 'Czeka na klienta',
      minutes: 240,
    };
    api.respond({
      'GET /api/tasks/:id/target-history': () => ({ body: { success: true, targetHistory: [entry] } }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Pokaż historię celów' }));
    const history = within(await screen.findByRole('list', { name: 'Historia celów' }));
    expect((await history.findByRole('listitem')).textContent).toContain(
      'Rozwiązanie: czas stanął (Czeka na klienta)',
    );
  });

  it('have no card on a task without targets', async () => {
    await open(null);
    await screen.findByText('Nieprzypisane');
    expect(screen.queryByText('Cele')).toBeNull();
  });
});
