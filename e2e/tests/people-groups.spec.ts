import type { Page } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import { createOrganization, superAdministrator } from '../support/organizations';
import { openBrowser } from '../support/page-problems';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const parentName = `Zespół do spraw żółtych łódek i świątecznych gęsi ${'w Łodzi '.repeat(6)}`.trim();
const childName = 'Nocna zmiana';
const members = ['marek@acme.test', 'iga@poczta.example', 'ewa@poczta.example'];
const rowOf = (page: Page, group: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: group, exact: true }) });

const createGroup = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name: 'Add New Group' }).first().click();
  await page.getByLabel('Group name').fill(name);
};

/** A leader changes only the members of that group. The menu shows groups only to user managers. */
const manageMembers = async (page: Page, address: string): Promise<void> => {
  await page.goto(`${address}/dashboard`);
  await page.getByRole('link', { name: 'Wszystkie grupy' }).click();
  await expect(page.getByRole('link', { name: 'Add New Group' })).toBeHidden();
  await page.getByRole('link', { name: childName }).click();
  await page.getByRole('link', { name: 'Edit Group' }).click();
  await expect(page.getByLabel('Group name')).toBeHidden();
  await page.getByRole('button', { name: 'Add Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add User to Group' });
  await dialog.getByLabel('User', { exact: true }).selectOption({ label: 'ewa@poczta.example' });
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByLabel('Role of ewa@poczta.example')).toHaveValue('MEMBER');
  await page.getByLabel('Role of iga@poczta.example').selectOption('SUSPENDED');
  await expect(page.getByText(/^The role of iga\S* is changed\.$/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Role of iga@poczta.example')).toHaveValue('SUSPENDED');
};

test('a manager builds a tree of groups, a leader manages the members, and the manager deletes it', async ({
  product,
  browser,
  context,
  page,
}) => {
  const { address, call } = await createOrganization(product, 'grupy');
  for (const email of members)
    await call('POST', '/admin/invite-user', { body: { email, roles: ['MEMBER'] } });
  await addSession(context, address, superAdministrator);
  await page.goto(`${address}/groups`);
  await expect(page.getByText('No groups found.')).toBeVisible();
  await createGroup(page, parentName);
  await save(page);
  await expect(rowOf(page, parentName)).toBeVisible();
  await createGroup(page, childName);
  await page.getByLabel('Parent Group').selectOption(parentName);
  const search = page.getByRole('combobox', { name: 'Find users to add' });
  for (const member of members.slice(0, 2)) {
    await search.fill(member.slice(0, 3));
    await page.getByRole('option', { name: member }).click();
  }
  await page.getByLabel('Role of marek').selectOption('LEADER');
  await expectReadableOnDevices(page);
  await save(page);
  await expect(rowOf(page, childName)).toContainText(parentName);
  await expect(rowOf(page, childName).locator('td[data-kind=number]')).toHaveText('2');
  await expectReadableOnDevices(page);

  const leader = await openBrowser(browser, {});
  await addSession(leader.page.context(), address, 'marek@acme.test');
  await manageMembers(leader.page, address);
  await leader.close();

  const deleteParent = rowOf(page, parentName).getByRole('button', { name: 'Delete' });
  await expect(deleteParent).toBeDisabled();
  await expect(deleteParent).toHaveAccessibleDescription(/it has child groups: "Nocna zmiana"/);
  await rowOf(page, parentName).getByRole('link', { name: 'Edit' }).click();
  const parentOptions = page.getByLabel('Parent Group').getByRole('option');
  await expect(parentOptions).toHaveText(['None']);

  await page.goto(`${address}/groups`);
  for (const deleted of [childName, parentName]) {
    await rowOf(page, deleted).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    if (deleted === childName) await expectReadableOnDevices(page);
    await dialog.getByRole('button', { name: 'Delete Group' }).click();
    await expect(rowOf(page, deleted)).toBeHidden();
  }
  expect((await call('GET', '/groups')).body).toEqual([]);
});
