import type { WorkCalendar } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getRequests, openRemote } from '../../test-support';
import { fakeVersionedResource } from '../../versioned-resource';
import { listWeeks } from './year-days';

beforeAll(() => import('./CalendarPage'), 60_000);
afterEach(signOutForTest);

const year = new Date().getFullYear();
const office: WorkCalendar = {
  id: 7,
  name: 'Biuro',
  isDefault: true,
  week: [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '16:00' })),
  holidays: [{ date: `${year}-11-11`, name: 'Święto Niepodległości' }],
};
const routes: FakeRoutes = {
  'GET /api/calendars': () => ({ body: [{ ...office, revision: 1 }] }),
  'GET /api/calendars/:id': () => ({ body: office, headers: { etag: '"1"' } }),
  'GET /api/holidays/countries': () => ({
    body: [
      { code: 'DE', name: 'Niemcy', regions: [{ code: 'BY', name: 'Bayern' }] },
      { code: 'PL', name: 'Polska', regions: [] },
    ],
  }),
  'GET /api/workflow-check': () => ({ body: { revision: 1, findings: [], groups: [] } }),
  'GET /api/workflow-revisions': () => ({ body: { success: true, revisions: [], nextCursor: null } }),
};
const open = (at: string, more: FakeRoutes = {}) =>
  openRemote(at, { ...routes, ...more }, 'hasBasePermission', 'canManageWorkflow');
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('/calendars', () => {
  it('lists the calendars, and does not delete the default one', async () => {
    await open('/calendars');
    const row = (await screen.findByRole('link', { name: /Biuro/ })).closest('tr');
    within(row as HTMLElement).getByText('default');
    within(row as HTMLElement).getByText('5 working days a week');
    const button = within(row as HTMLElement).getByRole('button', { name: /Delete/ });
    expect(button.getAttribute('aria-disabled') ?? String((button as HTMLButtonElement).disabled)).toBe(
      'true',
    );
  });
});

describe('/calendars/new', () => {
  it('saves several spans a day and holidays of a country and by hand', async () => {
    const { api } = await open('/calendars/new', {
      'GET /api/holidays': () => ({
        body: {
          holidays: [
            { date: '2026-06-04', name: 'Boże Ciało' },
            { date: '2026-12-25', name: 'Boże Narodzenie' },
          ],
          unreadEvents: [],
        },
      }),
      'POST /api/calendars': () => ({ status: 201, body: office }),
    });
    await userEvent.type(await screen.findByLabelText('Name'), 'Dyżur');
    for (let left = 5; left > 1; left -= 1) await clickButton('Remove span 2');
    const first = screen.getByLabelText('To');
    await userEvent.clear(first);
    await userEvent.type(first, '12:00');
    await clickButton('Add span');
    const [, from] = screen.getAllByLabelText('From');
    await userEvent.clear(from as HTMLElement);
    await userEvent.type(from as HTMLElement, '12:30');
    await userEvent.selectOptions(await screen.findByLabelText('Country'), 'Polska');
    await clickButton('Add public holidays');
    await screen.findByText('2 holidays added.');
    await clickButton('Save');
    await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(1));
    expect(getRequests(api, 'POST')[0]?.body).toEqual({
      name: 'Dyżur',
      isDefault: false,
      week: [
        { day: 1, from: '08:00', to: '12:00' },
        { day: 1, from: '12:30', to: '16:00' },
      ],
      holidays: [
        { date: '2026-06-04', name: 'Boże Ciało' },
        { date: '2026-12-25', name: 'Boże Narodzenie' },
      ],
    });
  });

  it('says at the span what is wrong, and sends nothing', async () => {
    const { api } = await open('/calendars/new');
    await userEvent.type(await screen.findByLabelText('Name'), 'Dyżur');
    await clickButton('Add span');
    await clickButton('Save');
    await screen.findAllByText('The span overlaps another one of this day.');
    expect(getRequests(api, 'POST')).toEqual([]);
  });

  it('adds the days of a file, and says why a file is refused', async () => {
    const file = new File(['BEGIN:VCALENDAR'], 'swieta.ics', { type: 'text/calendar' });
    let isRefused = true;
    await open('/calendars/new', {
      'POST /api/holidays/file': () =>
        isRefused
          ? problemResponse(422, 'VALIDATION_FAILED', 'To nie jest plik kalendarza w formacie ICS.')
          : {
              body: { holidays: [{ date: '2026-05-02', name: 'Przerwa' }], unreadEvents: ['Piątki'] },
            },
    });
    const input = await screen.findByLabelText('Add holidays of a file', { selector: 'input' });
    await userEvent.upload(input, file);
    await screen.findByText('To nie jest plik kalendarza w formacie ICS.');
    isRefused = false;
    await userEvent.upload(input, file);
    await screen.findByText(/1 holiday added\. Not understood.*Piątki/);
    expect(screen.getByDisplayValue('Przerwa')).toBeTruthy();
  });
});

describe('/calendars/{id}', () => {
  it('shows the hours and the picture of the year', async () => {
    await open('/calendars/7');
    await screen.findByRole('heading', { name: `Year ${year}` });
    expect(screen.getAllByRole('table')).toHaveLength(12);
    expect(
      within(screen.getByRole('table', { name: 'November' })).getByText(/Święto Niepodległości/),
    ).toBeTruthy();
    await clickButton('Next year');
    await screen.findByRole('heading', { name: `Year ${year + 1}` });
    screen.getByText('No holidays in this year.');
  });

  it('joins holidays that another user adds first', async () => {
    const calendar = fakeVersionedResource('/api/calendars/:id', office);
    await open('/calendars/7/edit', calendar.routes);
    await userEvent.type(await screen.findByLabelText('Name'), ' 2');
    calendar.saveElsewhere({
      holidays: [...office.holidays, { date: `${year}-05-01`, name: 'Święto Pracy' }],
    });
    await clickButton('Save');
    await waitFor(() => expect(calendar.getSaved()).toMatchObject({ name: 'Biuro 2' }));
    expect(calendar.getSaved().holidays).toHaveLength(2);
  });
});

describe('listWeeks', () => {
  it('arranges the days of a month from Monday', () => {
    const weeks = listWeeks({ week: office.week, holidays: [{ date: '2026-02-03', name: 'x' }] }, 2026, 2);
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => undefined));
    expect(weeks[0]?.[6]).toEqual({ date: '2026-02-01', kind: 'free', name: undefined });
    expect(weeks[1]?.[1]).toEqual({ date: '2026-02-03', kind: 'holiday', name: 'x' });
    expect(weeks[1]?.[2]?.kind).toBe('work');
  });
});
