import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkflowService, userIds, type WorkflowService } from './workflow-service';

let service: WorkflowService;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());

const polish = { headers: { 'accept-language': 'pl' } };
const buildIcs = (...events: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event.split('\n'), 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');
const read = (content: string, fromYear = 2026, untilYear = 2027) =>
  service.call('POST', '/api/holidays/file', { content, fromYear, untilYear });
const readDays = async (...events: string[]): Promise<string[]> =>
  (await read(buildIcs(...events))).body.holidays.map(({ date }: { date: string }) => date);

describe('GET /api/holidays', () => {
  it('lists the public holidays of Poland with Polish names', async () => {
    const { body } = await service.call(
      'GET',
      '/api/holidays?country=PL&fromYear=2026&untilYear=2027',
      undefined,
      polish,
    );
    expect(body.holidays).toHaveLength(28);
    expect(body.holidays).toContainEqual({ date: '2026-06-04', name: 'Dzień Bożego Ciała' });
    expect(body.holidays).toContainEqual({ date: '2027-03-29', name: 'Drugi dzień Wielkanocy' });
  });

  it('lists those of a region, and refuses unknown places and too many years', async () => {
    const of = (query: string) => service.call('GET', `/api/holidays?${query}`);
    const dates = async (region: string) =>
      (await of(`country=DE${region}&fromYear=2026&untilYear=2026`)).body.holidays.map(
        ({ date }: { date: string }) => date,
      );
    expect(await dates('&region=BY')).toContain('2026-01-06');
    expect(await dates('')).not.toContain('2026-01-06');
    for (const [query, status] of [
      ['country=XX&fromYear=2026&untilYear=2026', 422],
      ['country=toString&fromYear=2026&untilYear=2026', 422],
      ['country=DE&region=XX&fromYear=2026&untilYear=2026', 422],
      ['country=DE&fromYear=2026&untilYear=2031', 400],
      ['country=DE&fromYear=2027&untilYear=2026', 400],
    ] as const)
      expect((await of(query)).status).toBe(status);
  });

  it('lists the countries with their regions', async () => {
    const { body } = await service.call('GET', '/api/holidays/countries', undefined, polish);
    expect(body).toContainEqual({ code: 'PL', name: 'Polska', regions: [] });
    const germany = body.find(({ code }: { code: string }) => code === 'DE');
    expect(germany.regions).toContainEqual({ code: 'BY', name: 'Bayern' });
  });

  it('is for managers of workflows', async () => {
    const token = service.tokenOf(userIds.member);
    expect((await service.call('GET', '/api/holidays/countries', undefined, { token })).status).toBe(403);
  });
});

describe('POST /api/holidays/file', () => {
  it('reads all-day events of the asked years, also of several days', async () => {
    const { body } = await read(
      buildIcs(
        'SUMMARY:Święto\nDTSTART;VALUE=DATE:20261111',
        'SUMMARY:Przerwa\nDTSTART;VALUE=DATE:20261230\nDTEND;VALUE=DATE:20270102',
        'SUMMARY:Dawno\nDTSTART;VALUE=DATE:20251111',
        'SUMMARY:Spotkanie\nDTSTART:20261112T100000Z\nDTEND:20261112T110000Z',
      ),
    );
    expect(body).toEqual({
      holidays: [
        { date: '2026-11-11', name: 'Święto' },
        { date: '2026-12-30', name: 'Przerwa' },
        { date: '2026-12-31', name: 'Przerwa' },
        { date: '2027-01-01', name: 'Przerwa' },
      ],
      unreadEvents: [],
    });
  });

  it('repeats yearly events by day and by weekday, until their end, without excluded days', async () => {
    const start = 'DTSTART;VALUE=DATE:';
    expect(await readDays(`${start}20100501\nRRULE:FREQ=YEARLY`)).toEqual(['2026-05-01', '2027-05-01']);
    expect(await readDays(`${start}20200229\nRRULE:FREQ=YEARLY`)).toEqual([]);
    expect(await readDays(`${start}20101125\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH`)).toEqual([
      '2026-11-26',
      '2027-11-25',
    ]);
    expect(await readDays(`${start}20100531\nRRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO`)).toEqual([
      '2026-05-25',
      '2027-05-31',
    ]);
    expect(await readDays(`${start}20240501\nRRULE:FREQ=YEARLY;COUNT=3`)).toEqual(['2026-05-01']);
    expect(await readDays(`${start}20240501\nRRULE:FREQ=YEARLY;UNTIL=20260601`)).toEqual(['2026-05-01']);
    expect(await readDays(`${start}20240501\nRRULE:FREQ=YEARLY;INTERVAL=2`)).toEqual(['2026-05-01']);
    expect(await readDays(`${start}20240501\nRRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20260501`)).toEqual([
      '2027-05-01',
    ]);
  });

  it('names events that repeat in another way', async () => {
    const { body } = await read(
      buildIcs(
        'SUMMARY:Piątki\nDTSTART;VALUE=DATE:20260102\nRRULE:FREQ=WEEKLY',
        // ical.js would search for this day without an end.
        'SUMMARY:Nigdy\nDTSTART;VALUE=DATE:20260101\nRRULE:FREQ=YEARLY;BYMONTHDAY=-31;BYDAY=SA',
      ),
    );
    expect(body).toEqual({ holidays: [], unreadEvents: ['Piątki', 'Nigdy'] });
  });

  it('refuses other files, too many days and more than 1 MB', async () => {
    for (const content of ['x', 'BEGIN:VCALENDAR', '{}'])
      expect(await read(content)).toMatchObject({ status: 422, body: { errors: [{ field: 'content' }] } });
    const long = Array.from(
      { length: 1_000 },
      () => 'DTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20270101',
    );
    expect(await read(buildIcs(...long))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'content' }] },
    });
    expect((await read('ą'.repeat(600_000))).status).toBe(413);
    expect((await read('a'.repeat(2_200_000))).status).toBe(413);
  });
});
