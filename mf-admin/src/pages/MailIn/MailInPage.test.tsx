import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { getRequests, openRemote } from '../../test-support';

afterEach(signOutForTest);

const address = 'reply+acme@mail.example.com';
const settings = (acceptsTasks: boolean, revision = 0) => ({
  body: { acceptsTasks, address },
  headers: { etag: `"${revision}"` },
});
const open = (routes: FakeRoutes = {}) =>
  openRemote(
    '/connections/mail',
    { 'GET /api/mail-in-settings': () => settings(false), ...routes },
    'canManageUsers',
  );
const findSwitch = () => screen.findByRole('checkbox', { name: 'Mails to this address create tasks' });

describe('/connections/mail', () => {
  it('shows the address and saves the choice at once, with its revision', async () => {
    const { api } = await open({ 'PUT /api/mail-in-settings': () => settings(true, 1) });
    const box = await findSwitch();
    screen.getByText(`Address: ${address}`);
    await userEvent.click(box);
    await waitFor(async () => expect(await findSwitch()).toHaveProperty('checked', true));
    const [request] = getRequests(api, 'PUT');
    expect([request?.body, request?.headers['if-match']]).toEqual([{ acceptsTasks: true }, '"0"']);
  });

  it('keeps the focus while it saves, and saves once', async () => {
    const { api } = await open({ 'PUT /api/mail-in-settings': () => new Promise(() => undefined) });
    const box = await findSwitch();
    await userEvent.dblClick(box);
    expect(box).toHaveProperty('disabled', false);
    expect(getRequests(api, 'PUT')).toHaveLength(1);
  });

  it('says why the choice was not saved, and shows the saved one', async () => {
    await open({
      'PUT /api/mail-in-settings': () => problemResponse(412, 'PRECONDITION_FAILED', 'Saved elsewhere.'),
    });
    await userEvent.click(await findSwitch());
    await screen.findByText('The choice was not saved: Saved elsewhere.');
    expect(await findSwitch()).toHaveProperty('checked', false);
  });

  it('says that the installation reads no mails', async () => {
    await open({ 'GET /api/mail-in-settings': () => ({ body: { acceptsTasks: false, address: null } }) });
    await screen.findByText(/does not read mails/);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('offers a retry when the setting cannot be loaded', async () => {
    await open({ 'GET /api/mail-in-settings': () => problemResponse(503, 'UNAVAILABLE') });
    await screen.findByText('Failed to load the setting. Please try again.');
  });
});
