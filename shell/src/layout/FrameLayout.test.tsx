import type { Account } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import { Link, useQueryClient } from '@obieg/web-kit';
import { fakeApi, renderPage, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shellMessages } from '../i18n/shell-messages';
import { FrameLayout } from './FrameLayout';

beforeEach(() => signInAs());
afterEach(signOutForTest);

const account: Account = {
  username: 'olga',
  displayName: 'Olga Lis',
  email: 'olga@acme.test',
  hasPassword: true,
};

const Rename = () => {
  const client = useQueryClient();
  const rename = () => client.setQueryData(['account'], { ...account, displayName: 'Olga Wilk' });
  return (
    <button type="button" onClick={rename}>
      Rename
    </button>
  );
};

const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" linkComponent={Link}>
    {children}
  </UiProvider>
);
const open = () =>
  renderPage({
    routes: [{ element: <FrameLayout remotes={[]} />, children: [{ path: '/here', element: <Rename /> }] }],
    at: '/here',
    messages: shellMessages,
    wrapper: Ui,
  });
const findMenu = (name: string) => screen.findByRole('button', { name: `Menu użytkownika: ${name}` });

describe('header', () => {
  it('shows the display name and follows a change in the page', async () => {
    fakeApi({ 'GET /api/account': () => ({ body: account }) });
    await open();
    await findMenu('Olga Lis');
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    await findMenu('Olga Wilk');
  });

  it('shows the last known name of the same person while the account cannot be loaded', async () => {
    fakeApi({ 'GET /api/account': () => ({ body: account }) });
    const first = await open();
    await findMenu('Olga Lis');
    first.unmount();
    fakeApi({ 'GET /api/account': () => ({ status: 503 }) });
    const second = await open();
    screen.getByRole('button', { name: 'Menu użytkownika: Olga Lis' });
    second.unmount();
    signInAs({ id: 8, username: 'marek', email: 'marek@acme.test' });
    await open();
    screen.getByRole('button', { name: 'Menu użytkownika: marek' });
    expect(screen.queryByText('Olga Lis')).toBeNull();
  });
});
