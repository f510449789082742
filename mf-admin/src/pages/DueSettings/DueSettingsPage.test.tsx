import { defaultDueSettings } from '@obieg/contracts';
import { signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getRequests, openRemote } from '../../test-support';
import { fakeVersionedResource } from '../../versioned-resource';

beforeAll(() => import('./DueSettingsPage'), 60_000);
afterEach(signOutForTest);

const stored = { ...defaultDueSettings, timeZone: 'Europe/Warsaw' };
const routes = (settings: object = stored, etag = '"3"') => ({
  'GET /api/calendars': () => ({ body: [] }),
  'GET /api/due-settings': () => ({ body: settings, headers: { etag } }),
  'PUT /api/due-settings': () => ({ body: settings, headers: { etag: '"4"' } }),
});
const open = (more: Parameters<typeof openRemote>[1] = {}) =>
  openRemote('/due-settings', { ...routes(), ...more }, 'canManageWorkflow');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save due dates' }));
const hoursOf = (priority: string) => screen.findByLabelText(new RegExp(`^Working hours: ${priority}`));

describe('/due-settings', () => {
  it('saves days, hours and default due times of the revision that it shows', async () => {
    const { api } = await open();
    await userEvent.type(await hoursOf('Wysoki'), '4,5');
    await userEvent.click(screen.getByLabelText('Saturday'));
    await userEvent.selectOptions(screen.getByLabelText('To'), '18:30');
    screen.getByText('In the time zone of the organization: Europe/Warsaw.');
    await save();
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(1));
    const [{ body, headers } = { body: undefined, headers: {} as Record<string, string> }] = getRequests(
      api,
      'PUT',
    );
    expect([body, headers['if-match']]).toEqual([
      {
        ...defaultDueSettings,
        workDays: [1, 2, 3, 4, 5, 6],
        workEnd: '18:30',
        defaultHours: { ...defaultDueSettings.defaultHours, HIGH: 4.5 },
      },
      '"3"',
    ]);
  });

  it('keeps the focus on the page when the saved settings replace the form', async () => {
    const { container } = await open();
    const main = document.createElement('main');
    container.replaceWith(main);
    main.append(container);
    await userEvent.type(await hoursOf('Wysoki'), '4');
    await save();
    await waitFor(() => expect(document.activeElement).toBe(main));
  });

  it('says beside the field what is wrong, and sends nothing', async () => {
    const { api } = await open();
    await userEvent.type(await hoursOf('Niski'), '0.1');
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      await userEvent.click(screen.getByLabelText(day));
    await userEvent.selectOptions(screen.getByLabelText('To'), '08:30');
    await save();
    await screen.findByText('Enter hours from 0.25 to 1000, in quarters.');
    screen.getByText('Choose at least one day.');
    screen.getByText('The day must have at least one hour.');
    expect(getRequests(api, 'PUT')).toEqual([]);
  });

  it('shows the default calendar instead of hours', async () => {
    const calendar = {
      id: 7,
      name: 'Biuro',
      isDefault: true,
      week: [{ day: 1, from: '08:00', to: '16:00' }],
      holidays: [],
      revision: 1,
    };
    await open({ 'GET /api/calendars': () => ({ body: [calendar] }) });
    const link = await screen.findByRole('link', { name: 'Open the calendar' });
    expect(link.getAttribute('href')).toBe('/calendars/7');
    screen.getByText(/“Biuro”/);
    expect(screen.queryByLabelText('Saturday')).toBeNull();
    await hoursOf('Wysoki');
  });

  it('makes the default calendar of its hours', async () => {
    const { api } = await open({ 'POST /api/calendars': () => ({ status: 201, body: {} }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Make a calendar of these hours' }));
    await waitFor(() =>
      expect(getRequests(api, 'POST').map(({ body }) => body)).toEqual([
        {
          name: 'Working hours',
          isDefault: true,
          week: [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '16:00' })),
        },
      ]),
    );
  });

  describe('that another user saves first', () => {
    const openVersioned = async () => {
      const settings = fakeVersionedResource('/api/due-settings', stored);
      await open(settings.routes);
      return settings;
    };

    it('join days and hours of different priorities', async () => {
      const settings = await openVersioned();
      await userEvent.type(await hoursOf('Wysoki'), '4');
      await userEvent.click(screen.getByLabelText('Saturday'));
      settings.saveElsewhere({
        workDays: [1, 2, 3, 4, 5, 7],
        defaultHours: { ...stored.defaultHours, LOW: 40 },
      });
      await save();
      await waitFor(() => expect(settings.getSaved().workDays).toEqual([1, 2, 3, 4, 5, 6, 7]));
      expect(settings.getSaved().defaultHours).toMatchObject({ HIGH: 4, LOW: 40 });
    });

    it('show both values of the same field', async () => {
      const settings = await openVersioned();
      await userEvent.selectOptions(await screen.findByLabelText('To'), '18:30');
      settings.saveElsewhere({ workEnd: '17:00' });
      await save();
      await screen.findByRole('group', { name: 'Working hours: To' });
      await userEvent.click(screen.getByRole('radio', { name: 'Saved value 17:00' }));
      expect((screen.getByLabelText('To') as HTMLSelectElement).value).toBe('17:00');
    });
  });

  it('redirects members who may not manage the workflow', async () => {
    const { currentAddress } = await openRemote('/due-settings', routes(), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });
});
