import { UiProvider } from '@obieg/ui';
import { Link } from '@obieg/web-kit';
import {
  type FakeRoutes,
  fakeApi,
  permissionsOf,
  problemResponse,
  renderPage,
  signInAs,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { shellMessages } from '../../i18n/shell-messages';
import { DashboardPage } from './DashboardPage';
import { dashboardMessages } from './messages';

afterEach(signOutForTest);

const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" linkComponent={Link}>
    {children}
  </UiProvider>
);
const finding = (severity: 'error' | 'warning' | 'hint', id: number) => ({
  code: 'STATUS_DEAD_END',
  severity,
  subject: { kind: 'status', id, name: `Status ${id}` },
  related: [],
  message: { pl: '', en: '' },
  example: null,
});
const checkWith = (findings: object[], more: object = {}): FakeRoutes => ({
  'GET /api/workflow-check': () => ({ body: { revision: 1, findings, groups: [], ...more } }),
});
const stuckWith = (stuck: object[] = [], unchecked: object[] = []): FakeRoutes => ({
  'GET /api/tasks/stuck-counts': () => ({ body: { stuck, unchecked } }),
});
const open = async (routes: FakeRoutes, ...more: Parameters<typeof permissionsOf>) => {
  const api = fakeApi({
    'GET /api/tasks': () => ({
      body: { success: true, message: '', tasks: [], total: 0, nextCursor: null },
    }),
    'GET /api/auth/organization-name': () => ({ body: { organizationName: 'Acme' } }),
    'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission', ...more) }),
    'GET /api/workflow-status': () => ({ body: [{}] }),
    'GET /api/workflow-parameters': () => ({ body: [{}] }),
    ...stuckWith(),
    ...routes,
  });
  signInAs();
  await renderPage({
    routes: [{ path: '/dashboard', element: <DashboardPage isKnownPath={() => true} /> }],
    at: '/dashboard',
    messages: { ...shellMessages, ...dashboardMessages },
    wrapper: Ui,
  });
  return api;
};
const findCard = async () => within(await screen.findByRole('region', { name: 'Sprawdzenie obiegu' }));

describe('workflow check on /dashboard', () => {
  it('counts the findings by severity and links to them', async () => {
    await open(
      checkWith([finding('error', 1), finding('error', 2), finding('hint', 3)]),
      'canManageWorkflow',
    );
    const card = await findCard();
    expect((await card.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Błędy2',
      'Wskazówki1',
    ]);
    expect(card.getByRole('link', { name: 'Zobacz i popraw' }).getAttribute('href')).toBe(
      '/status-transitions',
    );
  });

  it('says that a sound workflow has no mistakes', async () => {
    await open(checkWith([]), 'canManageWorkflow');
    await (await findCard()).findByText('Nie znaleziono błędów.');
  });

  it('counts the open tasks that are stuck now', async () => {
    const stuck = [
      { statusId: 1, statusName: 'Nowe', tasks: 2 },
      { statusId: 2, statusName: 'W toku', tasks: 1 },
    ];
    const listCounts = async () =>
      (await (await findCard()).findAllByRole('listitem')).map(({ textContent }) => textContent);
    await open({ ...checkWith([]), ...stuckWith(stuck) }, 'canManageWorkflow');
    expect(await listCounts()).toEqual(['Zadania, które utknęły3']);
    (await findCard()).getByRole('link', { name: 'Zobacz i popraw' });
  });

  it('says that the number of stuck tasks is a lower bound, or that it is unknown', async () => {
    const stuck = { statusId: 1, statusName: 'Nowe', tasks: 2 };
    await open({ ...checkWith([]), ...stuckWith([stuck], [stuck]) }, 'canManageWorkflow');
    await (await findCard()).findByText('2+');
    signOutForTest();
    await open(
      { ...checkWith([]), 'GET /api/tasks/stuck-counts': () => problemResponse(403, 'FORBIDDEN') },
      'canManageWorkflow',
    );
    await screen.findByText('Nie udało się pobrać zadań.');
    expect(screen.queryByText('Nie znaleziono błędów.')).toBeNull();
  });

  it('says that an incomplete check did not look at everything', async () => {
    const incomplete = { isComplete: false, unchecked: ['STATUS_DEAD_END'] };
    await open(checkWith([], incomplete), 'canManageWorkflow');
    const card = await findCard();
    await card.findByText('Obieg jest zbyt złożony, aby sprawdzić go w całości.');
    expect(card.queryByText('Nie znaleziono błędów.')).toBeNull();
  });

  it('offers a retry after a failure', async () => {
    await open(
      { 'GET /api/workflow-check': () => problemResponse(422, 'VALIDATION_FAILED') },
      'canManageWorkflow',
    );
    await (await findCard()).findByText('Nie udało się sprawdzić obiegu.');
  });

  it('is for workflow managers only', async () => {
    const api = await open(checkWith([finding('error', 1)]));
    await screen.findByRole('region', { name: 'Moje otwarte zadania' });
    expect(screen.queryByRole('region', { name: 'Sprawdzenie obiegu' })).toBeNull();
    expect(api.requests.some(({ path }) => path === '/api/workflow-check')).toBe(false);
  });
});
