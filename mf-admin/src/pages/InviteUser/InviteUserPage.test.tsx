import { findEnabledButton, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeSkippableTimers, openOnMainDomain, openRemote, skipTime } from '../../test-support';

/** Delay between a successful invitation and the redirect to the list (spec 2 §9). */
const redirectMs = 3_000;

afterEach(signOutForTest);

describe('/createUser', () => {
  const roles = {
    'GET /api/admin/roles': () => ({
      body: [
        { id: 5, name: 'MEMBER' },
        { id: 6, name: 'REPORTER' },
      ],
    }),
  };
  const fillForm = async () => {
    await userEvent.type(await screen.findByLabelText('Email'), 'jan@poczta.test');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Member' }));
  };
  const sendInvitation = async () => userEvent.click(await findEnabledButton('Send Invitation'));

  const heldRoles = (...roles: string[]) => {
    const { body } = problemResponse(409, 'ROLES_HELD', 'This person is already a member.');
    const errors = roles.map((message) => ({ field: 'replacedRoles', message }));
    return () => ({ status: 409, body: { ...(body as object), errors } });
  };
  const postedBodies = ({ requests }: Awaited<ReturnType<typeof openRemote>>['api']) =>
    requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

  it.each([
    [false, 'Invitation sent successfully to jan@poczta.test!'],
    [true, 'User already exists. Roles and organization have been updated for jan@poczta.test.'],
  ])('invites, shows the result (existing account: %s) and opens the list', async (userExists, text) => {
    fakeSkippableTimers();
    const { api, currentAddress } = await openRemote(
      '/createUser',
      {
        ...roles,
        'POST /api/admin/invite-user': () => ({ body: { userExists } }),
        'GET /api/users': () => ({ body: [] }),
      },
      'canManageUsers',
    );
    await screen.findByText('New users will be automatically assigned to your organization.');
    expect(screen.getByRole('button', { name: 'Send Invitation' }).hasAttribute('disabled')).toBe(true);
    await fillForm();
    await sendInvitation();
    expect((await screen.findByText(text)).contains(document.activeElement)).toBe(false);
    expect(document.activeElement?.textContent).toBe(text);
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      email: 'jan@poczta.test',
      roles: ['MEMBER'],
    });
    await skipTime(redirectMs);
    await waitFor(() => expect(currentAddress()).toBe('/users'));
  });

  /** Answers each address with its own response. */
  const respondTo =
    (responses: Record<string, ReturnType<typeof problemResponse> | { body: unknown }>) =>
    ({ body }: { body: unknown }) =>
      responses[(body as { email: string }).email] ?? { body: { userExists: false, result: 'SENT' } };
  const emailField = () => screen.getByLabelText<HTMLTextAreaElement>('Email');
  const outcomeOf = (address: string): string | null | undefined =>
    screen.getByText(address).nextElementSibling?.textContent;

  it('invites a pasted list, says what happened to each address and keeps the ones that failed', async () => {
    const { api, currentAddress } = await openRemote(
      '/createUser',
      {
        ...roles,
        'POST /api/admin/invite-user': respondTo({
          'ewa@x.test': { body: { userExists: true, result: 'UNCHANGED' } },
          'ola@x.test': problemResponse(429, 'TOO_MANY_REQUESTS', 'Later.'),
        }),
      },
      'canManageUsers',
    );
    await userEvent.click(await screen.findByRole('textbox', { name: 'Email' }));
    await userEvent.paste('Jan Lis <jan@x.test>; Ewa@X.test\nola@x.test, ewa@x.test');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Member' }));
    await sendInvitation();
    await screen.findByText('Done: 2. What is left is in the field: 1.');
    expect(['jan@x.test', 'ewa@x.test', 'ola@x.test'].map(outcomeOf)).toEqual([
      'invited',
      'already a member with these roles; no mail was sent',
      'not sent: Later.',
    ]);
    expect(emailField().value).toBe('ola@x.test');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Member' }).checked).toBe(true);
    expect(document.activeElement).toBe(emailField());
    expect(postedBodies(api)).toEqual([
      { email: 'jan@x.test', displayName: 'Jan Lis', roles: ['MEMBER'] },
      { email: 'ewa@x.test', roles: ['MEMBER'] },
      { email: 'ola@x.test', roles: ['MEMBER'] },
    ]);
    expect(currentAddress()).toBe('/createUser');
  });

  it('stops at an outage and keeps the addresses that it has not reached', async () => {
    const { api } = await openRemote(
      '/createUser',
      { ...roles, 'POST /api/admin/invite-user': () => 'offline' },
      'canManageUsers',
    );
    await userEvent.type(await screen.findByLabelText('Email'), 'jan@x.test ola@x.test');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Member' }));
    await sendInvitation();
    await screen.findByText('Done: 0. What is left is in the field: 2.');
    expect(emailField().value).toBe('jan@x.test, ola@x.test');
    expect(postedBodies(api)).toHaveLength(1);
  });

  it('asks for each member whose roles a list would replace', async () => {
    const { api } = await openRemote(
      '/createUser',
      {
        ...roles,
        'POST /api/admin/invite-user': respondTo({ 'ewa@x.test': heldRoles('OPERATOR')() }),
      },
      'canManageUsers',
    );
    await userEvent.type(await screen.findByLabelText('Email'), 'ewa@x.test ola@x.test');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Member' }));
    await sendInvitation();
    const dialog = await screen.findByRole('dialog', { name: 'Change the roles of ewa@x.test?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Done: 1. What is left is in the field: 1.');
    expect(outcomeOf('ewa@x.test')).toBe('already a member with other roles; nothing changed');
    expect(emailField().value).toBe('ewa@x.test');
    expect(postedBodies(api)).toHaveLength(2);
  });

  it('sends one address and takes the next one, with the same roles', async () => {
    fakeSkippableTimers();
    const { api, currentAddress } = await openRemote(
      '/createUser',
      { ...roles, 'POST /api/admin/invite-user': respondTo({}) },
      'canManageUsers',
    );
    await fillForm();
    await userEvent.click(await findEnabledButton('Send and next'));
    await screen.findByText('Done: 1.');
    expect(document.activeElement).toBe(emailField());
    expect(emailField().value).toBe('');
    await skipTime(redirectMs);
    expect(currentAddress()).toBe('/createUser');
    await userEvent.type(emailField(), 'ola@x.test');
    await userEvent.click(await findEnabledButton('Send and next'));
    await waitFor(() => expect(postedBodies(api)).toHaveLength(2));
    expect(postedBodies(api)[1]).toEqual({ email: 'ola@x.test', roles: ['MEMBER'] });
  });

  it.each([
    ['jan@x.test, ola', 'Please enter a valid email: ola'],
    [
      Array.from({ length: 51 }, (_, index) => `a${index}@x.test`).join(' '),
      'At most 50 addresses at once; these are 51.',
    ],
  ])('refuses a list before it sends anything: %s', async (list, text) => {
    const { api } = await openRemote('/createUser', roles, 'canManageUsers');
    await userEvent.click(await screen.findByLabelText('Email'));
    await userEvent.paste(list);
    await userEvent.tab();
    await screen.findByText(text);
    expect(postedBodies(api)).toEqual([]);
  });

  it('invites the administrator of a new organization from the main domain', async () => {
    const { api } = await openOnMainDomain(
      '/createUser?organizationId=3',
      {
        'GET /api/admin/roles': () => ({ body: [{ id: 2, name: 'ORG_ADMIN' }] }),
        'GET /api/admin/organizations': () => ({
          body: [{ id: 3, name: 'Globex', codeName: 'globex', createdAt: '2026-03-02T10:00:00.000Z' }],
        }),
        'POST /api/admin/invite-user': respondTo({}),
      },
      'canManageUsers',
      'canManageAllUsers',
    );
    await userEvent.type(await screen.findByLabelText('Email'), 'jan@x.test');
    await screen.findByRole('option', { name: 'Globex' });
    await sendInvitation();
    await screen.findByText('Invitation sent successfully to jan@x.test!');
    expect(postedBodies(api)).toEqual([{ email: 'jan@x.test', roles: ['ORG_ADMIN'], organizationId: 3 }]);
  });

  it('offers the organizations with the permission to manage all users', async () => {
    const { api } = await openRemote(
      '/createUser',
      {
        ...roles,
        'GET /api/admin/organizations': () => ({
          body: [{ id: 3, name: 'Globex', codeName: 'globex', createdAt: '2026-03-02T10:00:00.000Z' }],
        }),
        'POST /api/admin/invite-user': () => problemResponse(403, 'FORBIDDEN', 'Not that role.'),
      },
      'canManageUsers',
      'canManageAllUsers',
    );
    await fillForm();
    await screen.findByRole('option', { name: 'Globex' });
    await userEvent.selectOptions(screen.getByLabelText('Organization'), 'Globex');
    await sendInvitation();
    await screen.findByText('Not that role.');
    expect(api.requests.at(-1)?.body).toMatchObject({ organizationId: 3 });
  });

  it("shows a member's present and new roles and asks before it replaces them", async () => {
    const { api } = await openRemote(
      '/createUser',
      { ...roles, 'POST /api/admin/invite-user': heldRoles('ORG_ADMIN', 'OPERATOR') },
      'canManageUsers',
    );
    await fillForm();
    await sendInvitation();
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Change the roles of jan@poczta.test?' }),
    );
    dialog.getByText('Organization administrator, Operator');
    dialog.getByText('Member');
    expect(dialog.queryByText(/These are your own roles/)).toBeNull();
    api.respond({ 'POST /api/admin/invite-user': heldRoles('REPORTER') });
    const confirm = dialog.getByRole('button', { name: 'Change roles' });
    await userEvent.click(confirm);
    await dialog.findByText('Reporter');
    api.respond({ 'POST /api/admin/invite-user': () => problemResponse(429, 'TOO_MANY_REQUESTS', 'Later.') });
    await userEvent.click(confirm);
    await dialog.findByText('Later.');
    api.respond({ 'POST /api/admin/invite-user': () => ({ body: { userExists: true } }) });
    await userEvent.click(confirm);
    await screen.findByText(/^User already exists\. Roles and organization have been updated/);
    const invitation = { email: 'jan@poczta.test', roles: ['MEMBER'] };
    expect(postedBodies(api)).toEqual([
      invitation,
      { ...invitation, replacedRoles: ['ORG_ADMIN', 'OPERATOR'] },
      { ...invitation, replacedRoles: ['REPORTER'] },
      { ...invitation, replacedRoles: ['REPORTER'] },
    ]);
  });

  it('says what callers lose who invite their own address, and keeps the form on cancel', async () => {
    const { api } = await openRemote(
      '/createUser',
      { ...roles, 'POST /api/admin/invite-user': heldRoles('ORG_ADMIN') },
      'canManageUsers',
    );
    await userEvent.type(await screen.findByLabelText('Email'), 'olga@acme.test');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Member' }));
    await sendInvitation();
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/^These are your own roles\. You lose .*: Organization administrator\./);
    // A disabled button could not get the focus back.
    const button = screen.getByText('Send Invitation').closest('button');
    expect(button?.disabled).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('olga@acme.test');
    expect(postedBodies(api)).toHaveLength(1);
  });

  it('shows an error when the form is submitted without a role', async () => {
    const { api } = await openRemote('/createUser', roles, 'canManageUsers');
    await userEvent.type(await screen.findByLabelText('Email'), 'jan@poczta.test{Enter}');
    await screen.findByText('Please select at least one role before sending invitation');
    expect(api.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it.each([
    [
      'a reason',
      () => problemResponse(409, 'LAST_ADMIN', 'The last administrator stays.'),
      /^The last admin/,
    ],
    ['a text', () => ({ status: 400, body: 'Unknown domain.' }), /^Unknown domain\.$/],
    ['no reason', () => problemResponse(500, 'INTERNAL', 'Trouble.'), /^Failed to send invitation\. Please/],
    ['no response', () => 'offline' as const, /^Failed to send invitation\. Please try again\.$/],
  ])('shows an error when the server returns %s', async (_, respond, text) => {
    const routes = { ...roles, 'POST /api/admin/invite-user': respond };
    await openRemote('/createUser', routes, 'canManageUsers');
    await fillForm();
    await sendInvitation();
    await screen.findByText(text);
    expect(screen.getByLabelText('Email').closest('form')).not.toBeNull();
  });

  it('shows an error when roles and organizations cannot be loaded', async () => {
    const fail = () => problemResponse(500, 'INTERNAL');
    await openRemote(
      '/createUser',
      { 'GET /api/admin/roles': fail, 'GET /api/admin/organizations': fail },
      'canManageUsers',
      'canManageAllUsers',
    );
    await screen.findByText('Failed to load roles.');
    await screen.findByText('Failed to load organizations.');
  });

  it('requires a role after one was cleared', async () => {
    await openRemote('/createUser', roles, 'canManageUsers');
    await fillForm();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Member' }));
    await userEvent.tab();
    await screen.findByText('Please select at least one role');
    expect(screen.getByRole('button', { name: 'Send Invitation' }).hasAttribute('disabled')).toBe(true);
  });

  it.each([
    ['jan', 'Please enter a valid email'],
    [' ', 'Email is required'],
  ])('rejects the email %j', async (email, text) => {
    await openRemote('/createUser', roles, 'canManageUsers');
    await userEvent.type(await screen.findByLabelText('Email'), email);
    await userEvent.tab();
    await screen.findByText(text);
  });
});
