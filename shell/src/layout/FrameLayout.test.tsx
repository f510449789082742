import type { Account } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import { currentSession, keepDraft, Link, readDraft, useQueryClient } from '@obieg/web-kit';
import { fakeApi, renderPage, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
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

describe('signing out', () => {
  const pressSignOut = async () => {
    fakeApi({ 'GET /api/account': () => ({ body: account }) });
    await open();
    await userEvent.click((await screen.findAllByRole('button', { name: 'Wyloguj' }))[0] as HTMLElement);
  };

  it('asks before it discards a draft, and can be cancelled by keyboard', async () => {
    keepDraft('task-comment/1', 'Jadę');
    await pressSignOut();
    const dialog = await screen.findByRole('dialog', { name: 'Wylogować się?' });
    expect(dialog.textContent).toContain('niewysłany tekst');
    expect(document.activeElement?.textContent).toBe('Zostań');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentSession()).toBeDefined();
    expect(readDraft('task-comment/1')?.content).toBe('Jadę');
    await userEvent.click(screen.getAllByRole('button', { name: 'Wyloguj' })[0] as HTMLElement);
    await userEvent.click(await screen.findByRole('button', { name: 'Wyloguj i usuń' }));
    await waitFor(() => expect(currentSession()).toBeUndefined());
    signInAs();
    expect(readDraft('task-comment/1')).toBeUndefined();
  });

  it('asks for a form with unsaved changes', async () => {
    const keepUnsaved = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', keepUnsaved);
    onTestFinished(() => removeEventListener('beforeunload', keepUnsaved));
    await pressSignOut();
    await screen.findByRole('dialog', { name: 'Wylogować się?' });
    expect(currentSession()).toBeDefined();
  });

  it('asks nothing without unsent text', async () => {
    await pressSignOut();
    await waitFor(() => expect(currentSession()).toBeUndefined());
  });
});
