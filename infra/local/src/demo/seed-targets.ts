import type { HolidayList, SaveTarget, SaveWorkCalendar, Target, WorkCalendar } from '@obieg/contracts';
import type { DemoClient } from './demo-client';
import type { DemoCalendar, DemoTarget } from './demo-model';

interface Named {
  id: number;
}

const workdays = [1, 2, 3, 4, 5];

const save = async (
  site: DemoClient,
  as: string,
  { path, id, body }: { path: string; id: number | undefined; body: unknown },
): Promise<number> => {
  const [method, address] = id === undefined ? ['POST', path] : ['PUT', `${path}/${id}`];
  return (await site.call<Named>(method, address, { as, body })).id;
};

/** Creates the default calendar, or updates it. @returns its id */
const seedCalendar = async (
  site: DemoClient,
  as: string,
  { name, fromYear, untilYear }: DemoCalendar,
): Promise<number> => {
  const address = `/api/holidays?country=PL&fromYear=${fromYear}&untilYear=${untilYear}`;
  const { holidays } = await site.call<HolidayList>('GET', address, { as });
  const calendars = await site.call<WorkCalendar[]>('GET', '/api/calendars', { as });
  const body: SaveWorkCalendar = {
    name,
    isDefault: true,
    week: workdays.map((day) => ({ day, from: '08:00', to: '16:00' })),
    holidays,
  };
  const id = calendars.find(({ isDefault }) => isDefault)?.id;
  return save(site, as, { path: '/api/calendars', id, body });
};

/** Seeds the default calendar and the targets of an organization. A target with the same place is replaced. */
export const seedTargets = async (
  site: DemoClient,
  as: string,
  {
    calendar,
    targets = [],
  }: { calendar?: DemoCalendar | undefined; targets?: readonly DemoTarget[] | undefined },
): Promise<void> => {
  if (!calendar) return;
  const calendarId = await seedCalendar(site, as, calendar);
  const statuses = await site.call<(Named & { name: string })[]>('GET', '/api/workflow-status', { as });
  const existing = await site.call<Target[]>('GET', '/api/targets', { as });
  for (const [sortOrder, { pausedStatuses, ...target }] of targets.entries()) {
    const body: SaveTarget = {
      ...target,
      sortOrder,
      calendarId,
      start: { event: 'CREATED' },
      pausedStatusIds: statuses.filter(({ name }) => pausedStatuses.includes(name)).map(({ id }) => id),
    };
    const id = existing.find((own) => own.sortOrder === sortOrder)?.id;
    await save(site, as, { path: '/api/targets', id, body });
  }
};
