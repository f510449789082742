import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility';
import { delayNextCall, fakeNextResponses } from '../support/api-responses';
import { addSession, fetchSession } from '../support/people';
import { expect, type Product, test } from '../support/product';

test.use({ expectedProblems: /net::ERR_FAILED/ });

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const longName = `Zespół do spraw żółtych łódek i świątecznych gęsi ${'w Łodzi '.repeat(6)}`.trim();

interface Site {
  address: string;
  token: string;
}

/** Creates an organization with members. Its token is that of the super administrator. */
const createSite = async (product: Product, codeName: string, people: string[]): Promise<Site> => {
  const main = product.gatewayUrl();
  const { token } = await fetchSession(main, 'super@obieg.test');
  await requestSite('POST', `${main}/api/organizations`, { token, body: { name: codeName, codeName } });
  const address = product.gatewayUrl(codeName);
  const site = { address, token: (await fetchSession(address, 'super@obieg.test')).token };
  for (const email of people) await post(site, 'admin/invite-user', { email, roles: ['MEMBER'] });
  return site;
};
const post = async ({ address, token }: Site, path: string, body: object): Promise<{ id: number }> => {
  const response = await requestSite('POST', `${address}/api/${path}`, { token, body });
  expect(response.status, `POST ${path}`).toBeLessThan(300);
  return response.body as { id: number };
};

for (const { width, height, codeName } of [
  { width: 1440, height: 900, codeName: 'grupy' },
  { width: 390, height: 844, codeName: 'grupki' },
]) {
  test(`groups: create a tree, edit and delete it, at ${width} pixels`, async ({
    product,
    context,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const { address } = await createSite(product, codeName, ['ala@poczta.example', 'iga@poczta.example']);
    await addSession(context, address, 'super@obieg.test');
    const release = await delayNextCall(page, 'groups?*');
    await page.goto(`${address}/groups`);
    await expect(title(page, 'Groups')).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(page.getByText('No groups found.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Add New Group' }).first().click();
    await expect(page.getByText('Group Members')).toBeHidden();
    const name = page.getByLabel('Group name');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const tooShort = page.getByText('Group name is required and must be at least 2 characters long.');
    await save.click();
    await expect(tooShort).toBeVisible();
    await expect(name).toBeFocused();
    await name.fill('Z');
    await expect(tooShort).toBeVisible();
    await expectAccessible(page);
    await name.fill(longName);
    await page.getByLabel('Description').fill('Wszystko, co żółte, „w cudzysłowie” i <b>nie pogrubione</b>.');
    await fakeNextResponses(page, 'groups', 500);
    await save.click();
    await expect(page.getByText('Failed to save group. Please try again.')).toBeVisible();
    await save.click();
    await expect(title(page, 'Groups')).toBeVisible();
    await expect(page.getByRole('link', { name: longName })).toBeVisible();
    await expectNoOverflow(page);

    await page.getByRole('link', { name: 'Add New Group' }).click();
    await name.fill('Nocna zmiana');
    await page.getByLabel('Parent Group').selectOption(longName);
    const search = page.getByRole('combobox', { name: 'Find users to add' });
    for (const member of ['ala@poczta.example', 'iga@poczta.example']) {
      await search.fill('poczta');
      await page.getByRole('option', { name: member }).click();
    }
    await page.getByLabel('Role of iga@poczta.example').selectOption('LEADER');
    await expectAccessible(page);
    await expectNoOverflow(page);
    await save.click();
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Nocna zmiana' }) });
    await expect(row).toContainText(longName);
    await expect(row).toContainText('-');
    await expect(row.locator('td[data-kind=number]')).toHaveText('2');
    if (width > 640)
      await expect(page.getByRole('columnheader')).toHaveText([
        'ID',
        'Name',
        'Description',
        'Parent Group',
        'Members',
        'Created At',
        'Actions',
      ]);
    await expectAccessible(page);
    await expectNoOverflow(page);

    const parentRow = page.getByRole('row').filter({ has: page.getByRole('link', { name: longName }) });
    const deleteParent = parentRow.getByRole('button', { name: 'Delete' });
    await expect(deleteParent).toBeDisabled();
    await expect(deleteParent).toHaveAccessibleDescription(/it has child groups: "Nocna zmiana"/);
    await row.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Are you sure you want to delete this group?')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await fakeNextResponses(page, 'groups/*', { status: 409, body: { message: 'It is locked.' } });
    await dialog.getByRole('button', { name: 'Delete Group' }).click();
    await expect(dialog.getByText('Failed to delete group. It is locked.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await parentRow.getByRole('link', { name: 'Edit' }).click();
    await expect(title(page, 'Edit Group')).toBeVisible();
    const parent = page.getByLabel('Parent Group');
    await expect(parent.getByRole('option')).toHaveText(['None', 'Nocna zmiana']);
    await parent.selectOption('Nocna zmiana');
    await save.click();
    await expect(parent).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('A group cannot be its own ancestor.')).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);

    await page.goto(`${address}/groups`);
    for (const deleted of ['Nocna zmiana', longName]) {
      const deletedRow = page.getByRole('row').filter({ has: page.getByRole('link', { name: deleted }) });
      await deletedRow.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete Group' }).click();
      await expect(dialog).toBeHidden();
      await expect(deletedRow).toBeHidden();
    }
    await expect(page.getByText('No groups found.')).toBeVisible();
  });

  test(`group members: add, change role, remove, at ${width} pixels`, async ({ product, context, page }) => {
    await page.setViewportSize({ width, height });
    const site = await createSite(product, `${codeName}osob`, ['ala@poczta.example']);
    const { id } = await post(site, 'groups', { name: 'Helpdesk' });
    const { address } = site;
    await addSession(context, address, 'super@obieg.test');
    await page.goto(`${address}/groups`);
    await page.getByRole('link', { name: 'View', exact: true }).click();
    await expect(page).toHaveURL(`${address}/groups/${id}`);
    await expect(title(page, 'Group Details')).toBeVisible();
    await expect(page.getByText('This group has no members yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add Member' })).toBeHidden();
    await page.getByRole('link', { name: 'Edit Group' }).click();
    await expect(page).toHaveURL(`${address}/groups/${id}/edit`);

    const addMember = page.getByRole('button', { name: 'Add Member' });
    const dialog = page.getByRole('dialog', { name: 'Add User to Group' });
    await addMember.click();
    await expect(dialog).toBeVisible();
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
    await expect(addMember).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await addMember.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();

    await addMember.click();
    const add = dialog.getByRole('button', { name: 'Add User' });
    const user = dialog.getByLabel('User', { exact: true });
    await expect(add).toBeDisabled();
    await expect(user.getByRole('option').first()).toHaveText('-- Select a user --');
    const roles = dialog.getByLabel('Role');
    await expect(roles).toHaveValue('MEMBER');
    await expect(roles.getByRole('option')).toHaveText(['Leader', 'Member', 'Observer']);
    await expectAccessible(page);
    await user.selectOption({ label: 'ala@poczta.example' });
    await roles.selectOption('LEADER');
    await fakeNextResponses(page, `groups/${id}/members`, 500);
    await add.click();
    await expect(dialog.getByText('Failed to add user to group. Please try again.')).toBeVisible();
    await expectAccessible(page);
    await add.click();
    await expect(dialog).toBeHidden();

    const role = page.getByLabel('Role of ala@poczta.example');
    await expect(role).toHaveValue('LEADER');
    if (width > 640)
      await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Role', 'Joined', 'Actions']);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await fakeNextResponses(page, `groups/${id}/members/*`, 'offline');
    await role.selectOption('OBSERVER');
    await expect(page.getByText('Failed to update user role. Please try again.')).toBeVisible();
    await expect(role).toHaveValue('LEADER');
    await role.selectOption('SUSPENDED');
    await expect(role).toHaveValue('SUSPENDED');
    await page.reload();
    await expect(role).toHaveValue('SUSPENDED');
    await page.goto(`${address}/groups/${id}`);
    await expect(role).toBeDisabled();
    await expect(role).toHaveValue('SUSPENDED');

    await page.getByRole('link', { name: 'Edit Group' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Remove ala@poczta.example?' });
    await page.getByRole('button', { name: 'Remove ala@poczta.example' }).click();
    await expect(
      confirmation.getByText('Are you sure you want to remove this user from the group?'),
    ).toBeVisible();
    await expectAccessible(page);
    await fakeNextResponses(page, `groups/${id}/members/*`, 500);
    await confirmation.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Failed to remove user from group. Please try again.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove ala@poczta.example' }).click();
    await confirmation.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('This group has no members yet.')).toBeVisible();
  });
}

test('failures to load are reported; a group leader changes only the members of that group', async ({
  product,
  context,
  page,
}) => {
  const site = await createSite(product, 'liderzy', ['marek@acme.test', 'ewa@poczta.example']);
  const { id } = await post(site, 'groups', { name: 'Helpdesk' });
  const { address } = site;
  await addSession(context, address, 'marek@acme.test');
  await fakeNextResponses(page, 'groups?*', 500);
  await page.goto(`${address}/groups`);
  await expect(page.getByText('Failed to load groups. Please try again.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
  await expect(page.getByRole('link', { name: 'Add New Group' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden();
  await page.getByRole('link', { name: 'Helpdesk' }).click();
  await expect(title(page, 'Group Details')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Group' })).toBeHidden();
  await fakeNextResponses(page, `groups/${id}`, 500);
  await page.reload();
  await expect(page.getByText('Failed to load group details.')).toBeVisible();
  await expectAccessible(page);
  for (const [path, instead] of [
    ['/groups/new', '/groups'],
    [`/groups/${id}/edit`, `/groups/${id}`],
    ['/groups/0', '/groups'],
  ]) {
    await page.goto(address + path);
    await expect(page).toHaveURL(address + instead);
  }

  const { body } = await requestSite('GET', `${address}/api/users/search?searchTerm=marek`, {
    token: site.token,
  });
  const [marek] = (body as { users: { id: number }[] }).users;
  await post(site, `groups/${id}/members`, { userId: marek?.id, role: 'LEADER' });
  // The menu shows groups only to user managers. A leader reaches them from the dashboard.
  await page.goto(`${address}/dashboard`);
  await expect(page.getByRole('link', { name: 'Manage Groups' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Wszystkie grupy' }).click();
  await page.getByRole('link', { name: 'Helpdesk' }).click();
  await page.getByRole('link', { name: 'Edit Group' }).click();
  await expect(page.getByLabel('Group name')).toBeHidden();
  await page.getByRole('button', { name: 'Add Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add User to Group' });
  await dialog.getByLabel('User', { exact: true }).selectOption({ label: 'ewa@poczta.example' });
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByLabel('Role of ewa@poczta.example')).toHaveValue('MEMBER');
  await expectAccessible(page);
});

test('many groups: keyboard search in the list and in the parent field', async ({
  product,
  context,
  page,
}) => {
  const site = await createSite(product, 'wielegrup', []);
  const ids: number[] = [];
  for (let number = 1; number <= 12; number++)
    ids.push((await post(site, 'groups', { name: `Zespół ${number}`, description: 'Łączność' })).id);
  await addSession(context, site.address, 'super@obieg.test');
  await page.goto(`${site.address}/groups`);
  await page.getByRole('textbox', { name: 'Search groups' }).fill('zespol 12');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Search groups' }).fill('nic takiego');
  await expect(page.getByText('No groups found.')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${site.address}/groups/${ids[0]}/edit`);
  const parent = page.getByRole('combobox', { name: 'Parent Group' });
  await expect(parent).toHaveAttribute('placeholder', 'Szukaj grupy');
  await parent.focus();
  await page.keyboard.type('z');
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.keyboard.type('e');
  const options = page.getByRole('listbox', { name: 'Parent Group' }).getByRole('option');
  await expect(options).toHaveCount(10);
  await expect(page.getByText('Pokazano pierwsze 10 wyników. Sprecyzuj wyszukiwanie.')).toBeVisible();
  const box = await page.getByRole('listbox').boundingBox();
  expect(box?.height).toBeLessThanOrEqual(300);
  await expectAccessible(page);
  await page.keyboard.press('ArrowUp');
  await expect(parent).toHaveAttribute(
    'aria-activedescendant',
    (await options.last().getAttribute('id')) ?? '',
  );
  await expect(options.last()).toBeInViewport();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await parent.fill('LACZNOSC');
  await expect(options).toHaveCount(10);
  await parent.fill('zespół 11');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Wyczyść wybór' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(parent).toBeFocused();
  await page.keyboard.type('nie ma');
  await expect(page.getByText('Brak wyników')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(page.getByText('Brak wyników')).toBeHidden();
  await parent.fill('zespół 2');
  await options.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(title(page, 'Groups')).toBeVisible();
  await page.getByRole('link', { name: 'Zespół 1', exact: true }).click();
  await expect(title(page, 'Group Details')).toBeVisible();
  await expect(page.getByText('Zespół 2', { exact: true })).toBeVisible();
});
