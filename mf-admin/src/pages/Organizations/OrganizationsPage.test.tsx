import type { Organization } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { findEnabledButton, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeSkippableTimers, openOnMainDomain, openRemote, skipTime } from '../../test-support';

const organization = (id: number, name: string): Organization => ({
  id,
  name,
  codeName: name.toLowerCase(),
  createdAt: '2026-03-02T10:00:00.000Z',
});
const listRoute = (...names: string[]) => ({
  'GET /api/organizations': () => ({ body: names.map((name, index) => organization(index + 1, name)) }),
});

afterEach(signOutForTest);

describe('/organizations selection (spec 1 §2)', () => {
  it('links to the sub-domain of an organization', async () => {
    await openRemote('/organizations', listRoute('Globex'));
    await screen.findByRole('heading', { name: 'Wybierz Organizację' });
    expect(screen.getByRole('link', { name: /Globex/ }).getAttribute('href')).toBe(
      'http://globex.obieg.localhost:8080',
    );
  });

  it.each([
    [
      'hands over the session',
      () => ({ body: { address: 'http://globex.test/login#code=x' } }),
      'http://globex.test/login#code=x',
    ],
    [
      'opens the sub-domain without a session when the hand-over fails',
      () => problemResponse(404, 'NOT_FOUND'),
      'http://globex.obieg.localhost:8080',
    ],
  ])('on the main domain, %s', async (_, respond, address) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    const { api } = await openOnMainDomain('/organizations', {
      ...listRoute('Globex'),
      'POST /api/auth/hand-over': respond,
    });
    await userEvent.click(await screen.findByRole('link', { name: /Globex/ }));
    await waitFor(() => expect(assign.mock.calls).toEqual([[address]]));
    expect(api.requests.at(-1)?.body).toEqual({ organizationId: 1 });
    assign.mockRestore();
  });

  it.each(['/users', '/createUser', '/user/7', '/groups', '/groups/new', '/groups/1'])(
    'replaces %s on the main domain',
    async (at) => {
      const { api } = await openOnMainDomain(
        at,
        listRoute('Acme'),
        'canManageUsers',
        'canManageOrganizations',
      );
      await screen.findByRole('heading', { name: 'Wybierz Organizację' });
      screen.getByRole('link', { name: /Acme/ });
      expect(new Set(api.requests.map(({ path }) => path))).toEqual(
        new Set(['/api/permissions/check', '/api/organizations']),
      );
    },
  );

  it('shows an error with a retry, and explains an empty list', async () => {
    const { api } = await openRemote('/organizations', {
      'GET /api/organizations': () => problemResponse(500, 'INTERNAL'),
    });
    await screen.findByText('Failed to load organizations. Please try again.');
    api.respond(listRoute());
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Nie należysz jeszcze do żadnej organizacji');
  });
});

describe('/organizations management (spec 1 §4, §5, §8)', () => {
  const openPage = (routes: Parameters<typeof openRemote>[1]) =>
    openRemote('/organizations', routes, 'canManageOrganizations');

  it('creates an organization and shows the success message for 3 seconds', async () => {
    fakeSkippableTimers();
    const { api } = await openPage({
      ...listRoute('Acme'),
      'POST /api/organizations': () => ({ status: 201, body: organization(2, 'Globex') }),
    });
    await screen.findByRole('heading', { name: 'Organizations (1)' });
    await userEvent.type(screen.getByLabelText('Organization name'), 'Globex');
    await userEvent.type(screen.getByLabelText('Code name'), 'globex');
    api.respond(listRoute('Acme', 'Globex'));
    await userEvent.click(await findEnabledButton('Create Organization'));
    await screen.findByText('Organization "Globex" created successfully!');
    await screen.findByRole('heading', { name: 'Organizations (2)' });
    expect((screen.getByLabelText('Code name') as HTMLInputElement).value).toBe('');
    await skipTime(limits.messageMs);
    await waitFor(() => expect(screen.queryByText(/created successfully/)).toBeNull());
  });

  it.each([
    ['1acme', 'Code name must start with a lowercase letter (a-z)'],
    ['acme-2', 'Code name can only contain lowercase letters (a-z) and numbers (0-9)'],
  ])('rejects the code name %s', async (codeName, text) => {
    await openPage(listRoute());
    await userEvent.type(await screen.findByLabelText('Organization name'), 'Acme');
    await userEvent.type(screen.getByLabelText('Code name'), codeName);
    await screen.findByText(text);
    expect(screen.getByRole('button', { name: 'Create Organization' }).hasAttribute('disabled')).toBe(true);
  });

  it('shows a field error of the server at the field until the field changes', async () => {
    await openPage({
      ...listRoute(),
      'POST /api/organizations': () =>
        problemResponse(409, 'NAME_TAKEN', 'Taken.', [{ field: 'codeName', message: 'Taken.' }]),
    });
    await userEvent.type(await screen.findByLabelText('Organization name'), 'Acme');
    await userEvent.type(screen.getByLabelText('Code name'), 'acme');
    await userEvent.click(await findEnabledButton('Create Organization'));
    await waitFor(() => expect(screen.getByLabelText('Code name').getAttribute('aria-invalid')).toBe('true'));
    screen.getByText('Failed to create organization. Please try again.');
    screen.getByText('Taken.');
    await userEvent.type(screen.getByLabelText('Code name'), '2');
    await waitFor(() => expect(screen.queryByText('Taken.')).toBeNull());
  });

  it('requires a code name', async () => {
    await openPage(listRoute());
    await userEvent.type(await screen.findByLabelText('Code name'), 'a{Backspace}');
    await screen.findByText('Code name is required');
  });

  it('edits an organization in its card and restores the focus', async () => {
    await openPage({
      ...listRoute('Acme', 'Globex'),
      'PUT /api/organizations/:id': ({ body }) => ({
        body: { ...organization(1, 'x'), ...(body as object) },
      }),
    });
    const card = await screen.findByRole('region', { name: 'Acme' });
    await userEvent.click(within(card).getByRole('button', { name: 'Edit' }));
    const editing = screen.getByRole('region', { name: 'Acme' });
    expect(document.activeElement).toBe(within(editing).getByLabelText('Organization name'));
    await userEvent.type(within(editing).getByLabelText('Organization name'), ' Nowe');
    await userEvent.click(within(editing).getByRole('button', { name: 'Save' }));
    await screen.findByText('Organization "Acme Nowe" updated successfully!');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect((document.activeElement as HTMLElement).textContent).toBe('Edit');
  });

  it('confirms a deletion and shows an error when it fails', async () => {
    const { api } = await openPage({
      ...listRoute('Acme'),
      'DELETE /api/organizations/:id': () => problemResponse(500, 'INTERNAL'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(
      'Are you sure you want to delete this organization? This action cannot be undone.',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Organization' }));
    await screen.findByText('Failed to delete organization. Please try again.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    api.respond({ 'DELETE /api/organizations/:id': () => ({ status: 204 }), ...listRoute() });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete Organization' }),
    );
    await screen.findByText('Organization deleted successfully!');
    await screen.findByText('No organizations yet.');
  });
});
