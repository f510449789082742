import { type DueSettings, defaultDueSettings, type TaskListResponse } from '@obieg/contracts';
import type { DemoClient } from './demo-client';
import type { DemoOrganization } from './demo-model';

const dayMs = 24 * 3600_000;

/** Noon, so that the day is the same in the time zones of Europe. */
const noonIn = (days: number): string =>
  `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T12:00:00Z`;

/** Sets default due times. Skips organizations whose settings were changed. */
const seedDefaults = async (
  site: DemoClient,
  { workflowManager: as, dueHours }: DemoOrganization,
): Promise<void> => {
  if (!dueHours) return;
  const { timeZone: _, ...settings } = await site.call<DueSettings>('GET', '/api/due-settings', {
    as,
    // The role may not have arrived yet.
    retryOn: [403],
  });
  if (Object.values(settings.defaultHours).some((hours) => hours !== null)) return;
  await site.call('PUT', '/api/due-settings', {
    as,
    body: { ...settings, defaultHours: { ...defaultDueSettings.defaultHours, ...dueHours } },
  });
};

/** Sets due dates and links tasks by their titles. Repeated after an interrupted run, it adds nothing twice. */
export const seedPlans = async (site: DemoClient, organization: DemoOrganization): Promise<void> => {
  const { due = [], links = [], administrator: as } = organization;
  await seedDefaults(site, organization);
  if (due.length + links.length === 0) return;
  const { tasks } = await site.call<TaskListResponse>('GET', '/api/tasks?limit=200', { as });
  const findId = (title: string): number => {
    const task = tasks.find((one) => one.title === title);
    if (!task) throw new Error(`The demo plans ${title} but does not create it`);
    return task.publicTaskId;
  };
  for (const { task, inDays } of due)
    await site.call('POST', `/api/tasks/${findId(task)}/due`, { as, body: { dueAt: noonIn(inDays) } });
  for (const { from, type, to } of links)
    await site.call('POST', `/api/tasks/${findId(from)}/links`, {
      as,
      body: { type, otherTaskId: findId(to) },
    });
};
