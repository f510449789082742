import { type Webhook, webhookEvents } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildDelivery, buildWebhook, webhookIntegrations } from '../../api/webhooks.builders';
import { getRequests, openRemote } from '../../test-support';

afterEach(signOutForTest);

const secret = `whsec_${'A'.repeat(43)}=`;

const openList = (webhooks: readonly Webhook[], routes: FakeRoutes = {}) =>
  openRemote(
    '/connections/webhooks',
    {
      'GET /api/webhooks': () => ({ body: { webhooks } }),
      'GET /api/integrations': () => ({ body: { integrations: webhookIntegrations } }),
      ...routes,
    },
    'canManageUsers',
  );

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const findDialog = async () => within(await screen.findByRole('dialog'));

describe('/connections/webhooks', () => {
  it('lists webhooks with events, integration, state and failures', async () => {
    await openList([
      buildWebhook(1),
      buildWebhook(2, { failingSince: '2026-11-28T08:00:00.000Z' }),
      buildWebhook(3, { isActive: false, switchedOffAt: '2026-11-28T08:00:00.000Z' }),
    ]);
    const row = within(await screen.findByRole('row', { name: /hooks.example.com\/1/ }));
    row.getByText('Task created, Status changed');
    row.getByText('Monitoring');
    row.getByText('On');
    within(screen.getByRole('row', { name: /example.com\/2/ })).getByText('Failing');
    within(screen.getByRole('row', { name: /example.com\/3/ })).getByText('Switched off after failures');
  });

  it('says what a webhook is for while there is none', async () => {
    await openList([]);
    await screen.findByText('No webhooks yet');
  });

  it('offers a retry when the list cannot be loaded', async () => {
    await openList([], { 'GET /api/webhooks': () => problemResponse(503, 'UNAVAILABLE') });
    await screen.findByText('Failed to load webhooks. Please try again.');
  });

  it('is closed to members who do not manage users', async () => {
    const { currentAddress } = await openRemote('/connections/webhooks', {}, 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });
});

describe('a new webhook', () => {
  const openForm = async (routes: FakeRoutes = {}) => {
    const page = await openList([], {
      'POST /api/webhooks': () => ({ status: 201, body: { webhook: buildWebhook(1), secret } }),
      ...routes,
    });
    const [button] = await screen.findAllByRole('button', { name: 'New webhook' });
    if (button) await userEvent.click(button);
    const dialog = await findDialog();
    await dialog.findByRole('option', { name: 'Monitoring' });
    return { ...page, dialog };
  };

  it('explains each event, sends the values and shows the secret once', async () => {
    const { api, dialog } = await openForm();
    dialog.getByText('A transition was run');
    await userEvent.clear(dialog.getByLabelText('Address'));
    await userEvent.type(dialog.getByLabelText('Address'), 'https://hooks.example.com/in');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Comment added' }));
    await userEvent.selectOptions(dialog.getByLabelText('Integration'), 'Monitoring');
    await userEvent.click(dialog.getByRole('button', { name: 'Create webhook' }));
    await screen.findByText(secret);
    expect(screen.queryByRole('dialog')).toBeNull();
    const [request] = getRequests(api, 'POST');
    expect(request?.body).toEqual({
      url: 'https://hooks.example.com/in',
      events: webhookEvents.filter((event) => event !== 'task.commented'),
      integrationId: 30,
      isActive: true,
    });
    expect(request?.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/);
  });

  it('has one idempotency key for all attempts of a form, and another one for the next form', async () => {
    const { api, dialog } = await openForm({
      'POST /api/webhooks': () => problemResponse(503, 'UNAVAILABLE'),
    });
    const send = async (form: typeof dialog, count: number): Promise<void> => {
      await userEvent.click(form.getByRole('button', { name: 'Create webhook' }));
      await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(count));
    };
    const fill = async (form: typeof dialog): Promise<void> => {
      await userEvent.clear(form.getByLabelText('Address'));
      await userEvent.type(form.getByLabelText('Address'), 'https://hooks.example.com/in');
      await userEvent.selectOptions(form.getByLabelText('Integration'), 'Monitoring');
    };
    await fill(dialog);
    await send(dialog, 1);
    await dialog.findByText(/Failed to save the webhook/);
    await send(dialog, 2);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    const [button] = await screen.findAllByRole('button', { name: 'New webhook' });
    if (button) await userEvent.click(button);
    const next = await findDialog();
    await next.findByRole('option', { name: 'Monitoring' });
    await fill(next);
    await send(next, 3);
    const [first, second, third] = getRequests(api, 'POST').map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('needs an address, an event and an integration', async () => {
    const { api, dialog } = await openForm();
    for (const box of dialog.getAllByRole('checkbox'))
      if ((box as HTMLInputElement).checked) await userEvent.click(box);
    await userEvent.click(dialog.getByRole('button', { name: 'Create webhook' }));
    await dialog.findByText('Enter an address that starts with https://');
    dialog.getByText('Select at least one event');
    dialog.getByText('Select an integration');
    expect(getRequests(api, 'POST')).toEqual([]);
  });

  it('shows at the field that the address is private, and other reasons above', async () => {
    const { api, dialog } = await openForm({
      'POST /api/webhooks': () =>
        problemResponse(422, 'VALIDATION_FAILED', '', [{ field: 'url', message: 'Sieć prywatna' }]),
    });
    await userEvent.type(dialog.getByLabelText('Address'), '10.0.0.1');
    await userEvent.selectOptions(dialog.getByLabelText('Integration'), 'Monitoring');
    await userEvent.click(dialog.getByRole('button', { name: 'Create webhook' }));
    await dialog.findByText('Sieć prywatna');
    api.respond({ 'POST /api/webhooks': () => problemResponse(409, 'CONFLICT', 'Już jest 20.') });
    await userEvent.click(dialog.getByRole('button', { name: 'Create webhook' }));
    await dialog.findByText('Failed to save the webhook. Już jest 20.');
  });
});

const openPage = (webhook: Webhook, routes: FakeRoutes = {}) =>
  openRemote(
    '/connections/webhooks/1',
    {
      'GET /api/webhooks/:id': () => ({ body: { webhook }, headers: { etag: '"3"' } }),
      'GET /api/webhooks/:id/deliveries': () => ({
        body: { deliveries: [buildDelivery(5)], nextCursor: null },
      }),
      'GET /api/integrations': () => ({ body: { integrations: webhookIntegrations } }),
      'GET /api/webhooks': () => ({ body: { webhooks: [] } }),
      ...routes,
    },
    'canManageUsers',
  );

describe('/connections/webhooks/{id}', () => {
  it('opens request and response of a delivery', async () => {
    await openPage(buildWebhook(1));
    const item = within(await screen.findByRole('list', { name: 'Deliveries' }));
    item.getByText('Delivered');
    item.getByText('200 · 84 ms');
    item.getByText(/webhook-id: abc/);
    item.getByText(/accepted/);
    expect(item.getByRole('link', { name: 'Open the task' }).getAttribute('href')).toBe('/task/123456789012');
  });

  it('says what failed and when the next try is', async () => {
    const nextAttemptAt = new Date(Date.now() + 600_000).toISOString();
    await openPage(buildWebhook(1, { failingSince: '2026-11-28T08:00:00.000Z' }), {
      'GET /api/webhooks/:id/deliveries': () => ({
        body: {
          deliveries: [
            buildDelivery(5, {
              state: 'PENDING',
              failure: 'STATUS',
              responseStatus: 503,
              attempts: 3,
              nextAttemptAt,
            }),
          ],
          nextCursor: null,
        },
      }),
    });
    await screen.findByText('The receiver answered with the status 503. It must answer with 2xx.');
    screen.getByText('Will be retried');
    screen.getByText('3 attempts', { exact: false });
    screen.getByText('Next try:', { exact: false });
    screen.getByText('The receiver does not accept messages');
    expect(screen.queryByRole('button', { name: 'Repeat' })).toBeNull();
  });

  it('repeats a delivery, or says why not', async () => {
    const { api } = await openPage(buildWebhook(1), {
      'POST /api/webhooks/:id/deliveries/:delivery/repeat': () =>
        problemResponse(409, 'CONFLICT', 'Webhook jest wyłączony.'),
    });
    await userEvent.click(await screen.findByText('Delivered', { selector: 'summary *' }));
    await click('Repeat');
    await screen.findByText('Failed to repeat the message. Webhook jest wyłączony.');
    expect(getRequests(api, 'POST')[0]?.path).toBe('/api/webhooks/1/deliveries/5/repeat');
  });

  it('sends a test', async () => {
    const { api } = await openPage(buildWebhook(1), {
      'POST /api/webhooks/:id/test': () => ({ status: 202, body: { deliveryId: 6 } }),
    });
    await click('Send a test');
    await waitFor(() => expect(getRequests(api, 'POST')[0]?.path).toBe('/api/webhooks/1/test'));
  });

  /** Fakes a webhook that another user saves after it was opened. */
  const saveElsewhere = (changes: Partial<Webhook>): FakeRoutes => {
    const present = buildWebhook(1, { ...changes, revision: 4 });
    const refused = problemResponse(412, 'PRECONDITION_FAILED', 'Zapisano inne zmiany.');
    const lastChange = { at: '2026-11-29T09:12:00.000Z', authorName: 'Anna Kowalska' };
    return {
      'GET /api/webhooks/:id': () => ({ body: { webhook: present } }),
      'PUT /api/webhooks/:id': ({ headers }) =>
        headers['if-match'] === '"4"'
          ? { body: { webhook: present } }
          : { ...refused, body: { ...(refused.body as object), lastChange } },
    };
  };

  it('switches a webhook off, and keeps what another user has saved meanwhile', async () => {
    const { api } = await openPage(buildWebhook(1));
    await screen.findByRole('button', { name: 'Switch off' });
    api.respond(saveElsewhere({ url: 'https://new.example.com' }));
    await click('Switch off');
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(2));
    expect(getRequests(api, 'PUT').map(({ body, headers }) => [headers['if-match'], body])).toMatchObject([
      ['"3"', { isActive: false, url: 'https://hooks.example.com/1' }],
      ['"4"', { isActive: false, url: 'https://new.example.com' }],
    ]);
  });

  const openEdit = async (changes: Partial<Webhook>) => {
    const { api } = await openPage(buildWebhook(1));
    await click('Edit webhook');
    const dialog = await findDialog();
    await dialog.findByRole('option', { name: 'Magazyn' });
    api.respond(saveElsewhere(changes));
    return { api, dialog };
  };

  it('joins changes of different fields', async () => {
    const { api, dialog } = await openEdit({
      url: 'https://new.example.com',
      events: ['task.created', 'task.moved', 'task.deleted'],
    });
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Status changed' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'On' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'PUT').at(-1)).toMatchObject({
      headers: { 'if-match': '"4"' },
      body: {
        url: 'https://new.example.com',
        events: ['task.created', 'task.deleted'],
        isActive: false,
        integrationId: 30,
      },
    });
  });

  it('shows both values of a field that two users changed, and saves the chosen one', async () => {
    const { api, dialog } = await openEdit({ integrationId: 31, url: 'https://theirs.example.com' });
    await userEvent.clear(dialog.getByLabelText('Address'));
    await userEvent.type(dialog.getByLabelText('Address'), 'https://mine.example.com');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    const notice = within(await dialog.findByRole('alert'));
    notice.getByText(/Anna Kowalska/);
    const choices = within(notice.getByRole('group', { name: 'Address' }));
    choices.getByText('https://mine.example.com');
    await userEvent.click(choices.getByRole('radio', { name: /theirs/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'PUT').at(-1)?.body).toMatchObject({
      url: 'https://theirs.example.com',
      integrationId: 31,
    });
  });

  it('makes a new secret after a question, and shows it once', async () => {
    await openPage(buildWebhook(1), {
      'POST /api/webhooks/:id/rotate': () => ({ body: { webhook: buildWebhook(1), secret } }),
    });
    await click('New secret');
    await userEvent.click((await findDialog()).getByRole('button', { name: 'Create secret' }));
    await screen.findByText(secret);
  });

  it('keeps the chosen integration in the form, and saves', async () => {
    const { api } = await openPage(buildWebhook(1, { integrationId: 31 }), {
      'PUT /api/webhooks/:id': () => ({ body: { webhook: buildWebhook(1) } }),
    });
    await click('Edit webhook');
    const dialog = await findDialog();
    await dialog.findByRole('option', { name: 'Magazyn' });
    await waitFor(() => expect((dialog.getByLabelText('Integration') as HTMLSelectElement).value).toBe('31'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'PUT')[0]?.body).toMatchObject({
      integrationId: 31,
      events: ['task.created', 'task.moved'],
    });
  });

  it('deletes after a question and opens the list', async () => {
    const { api, currentAddress } = await openPage(buildWebhook(1), {
      'DELETE /api/webhooks/:id': () => ({ status: 204 }),
    });
    await click('Delete');
    const dialog = await findDialog();
    expect(getRequests(api, 'DELETE')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete webhook' }));
    await waitFor(() => expect(currentAddress()).toBe('/connections/webhooks'));
  });

  it('does not delete what another user has saved meanwhile', async () => {
    const { api } = await openPage(buildWebhook(1), {
      'DELETE /api/webhooks/:id': ({ headers }) =>
        headers['if-match'] === '"3"'
          ? problemResponse(412, 'PRECONDITION_FAILED', 'Zapisano inne zmiany.')
          : { status: 204 },
    });
    await click('Delete');
    const dialog = await findDialog();
    const present = buildWebhook(1, { revision: 4, url: 'https://new.example.com' });
    api.respond({ 'GET /api/webhooks/:id': () => ({ body: { webhook: present } }) });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete webhook' }));
    await dialog.findByText(/Another user has saved this webhook/);
    await screen.findByRole('heading', { name: 'https://new.example.com', hidden: true });
  });

  it('says that it was switched off, or that its integration sees nothing', async () => {
    await openPage(
      buildWebhook(1, {
        isActive: false,
        switchedOffAt: '2026-11-28T08:00:00.000Z',
        failingSince: '2026-11-25T08:00:00.000Z',
        isIntegrationActive: false,
      }),
    );
    await screen.findByText('This webhook was switched off');
    screen.getByText('The integration was deleted or has no roles');
    screen.getByRole('button', { name: 'Switch on' });
  });

  it('says that a deleted webhook does not exist', async () => {
    await openPage(buildWebhook(1), { 'GET /api/webhooks/:id': () => problemResponse(404, 'NOT_FOUND') });
    await screen.findByText('Failed to load the webhook.');
    screen.getByRole('link', { name: 'Back to webhooks' });
  });

  it('loads further deliveries', async () => {
    await openPage(buildWebhook(1), {
      'GET /api/webhooks/:id/deliveries': ({ query }) =>
        query['cursor'] === '5'
          ? { body: { deliveries: [buildDelivery(4, { event: 'task.moved' })], nextCursor: null } }
          : { body: { deliveries: [buildDelivery(5)], nextCursor: '5' } },
    });
    await click('Pokaż więcej');
    await screen.findByText('Status changed', { selector: 'strong' });
  });

  it('says that there are no deliveries', async () => {
    await openPage(buildWebhook(1), {
      'GET /api/webhooks/:id/deliveries': () => ({ body: { deliveries: [], nextCursor: null } }),
    });
    await screen.findByText('No deliveries');
  });
});
