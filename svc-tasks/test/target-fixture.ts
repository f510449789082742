import type { Target, WorkCalendar } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { targetTimer } from '../src/targets/clocks.repo';
import { runTargetTimers } from '../src/targets/target-timers';
import { createTimerWorker } from '../src/timers/timer-worker';
import type { Fixture } from './fixture';
import { buildConfiguration, statusIds } from './tasks-service';

export const hourMs = 3_600_000;

/** Work at all times, so that a test does not depend on the time at which it runs. */
export const always: WorkCalendar = {
  id: 1,
  name: 'Zawsze',
  isDefault: true,
  week: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' })),
  holidays: [],
};

export const buildTarget = (more: Partial<Target> = {}): Target => ({
  id: 1,
  metric: 'Rozwiązanie',
  isActive: true,
  sortOrder: 1,
  priorities: [],
  conditions: [],
  calendarId: always.id,
  minutes: 240,
  start: { event: 'CREATED' },
  end: { event: 'FINISHED' },
  pausedStatusIds: [statusIds.inProgress],
  ...more,
});

export const resolution = buildTarget();
export const urgentResolution = buildTarget({ id: 2, sortOrder: 0, minutes: 60, priorities: ['HIGHEST'] });
export const firstReply = buildTarget({
  id: 3,
  metric: 'Pierwsza odpowiedź',
  minutes: 120,
  end: { event: 'FIRST_REPLY' },
  pausedStatusIds: [],
});

/** Publishes a workflow of acme with targets. */
export const publishTargets = (
  { service, acme }: Fixture,
  targets: readonly Target[] = [resolution, urgentResolution, firstReply],
  calendars: readonly WorkCalendar[] = [always],
) =>
  service.applyEvent(
    'obieg.workflow.configuration.changed',
    { ...buildConfiguration(acme.id), calendars: [...calendars], targets: [...targets] },
    acme.id,
  );

/** Lets time pass for the clocks of acme: the clock of the database cannot be set, so stored times move into the past. */
export const letPass = ({ service, acme }: Fixture, ms: number) =>
  withOrganization(service.db, acme.id, async (tx) => {
    const passed = { passed: ms };
    const move = (columns: readonly string[]): string =>
      columns.map((column) => `${column} = ${column} - :passed * interval '1 millisecond'`).join(', ');
    await tx.raw(
      `update task_targets set ${move(['counted_at', 'due_at', 'soon_at', 'missed_at', 'ended_at'])}`,
      passed,
    );
    await tx.raw(`update task_target_changes set ${move(['changed_at'])}`, passed);
    await tx.raw(`update tasks set ${move(['next_target_at', 'target_soon_at'])}`, passed);
    await tx.raw(`update timers set ${move(['due_at'])}`, passed);
    await tx.raw(`update target_recounts set ${move(['changed_at'])}`, passed);
  });

export const createTargetTimerWorker = ({ service }: Fixture) =>
  createTimerWorker({
    db: service.db,
    log: createLog('test', 'silent'),
    kinds: { [targetTimer]: runTargetTimers },
  });
