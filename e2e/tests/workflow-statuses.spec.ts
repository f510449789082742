import { expectAccessible } from '../support/accessibility';
import { createOrganization, superAdministrator } from '../support/organizations';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { heading, save } from '../support/workflow';

test('statuses: create with every message, disable deletion while in use, delete when free', async ({
  product,
  context,
  page,
}) => {
  const { address } = await createOrganization(product, 'statusy');
  await addSession(context, address, superAdministrator);
  await page.goto(`${address}/workflow-statuses`);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Nowe')).toContainText('INITIAL');
  await expect(row('W toku')).toContainText('INTERMEDIATE');
  await expect(row('Zakończone')).toContainText('FINAL');
  await page.getByRole('link', { name: 'Add New Status' }).click();
  await expect(heading(page, 'Create Workflow Status')).toBeVisible();
  await save(page);
  await expect(page.getByText('Status name is required.')).toBeVisible();
  await expect(page.getByText('Status type is required.')).toBeVisible();
  await page.getByLabel('Status Name').fill('x'.repeat(101));
  await expect(page.getByText('Status name must not exceed 100 characters.')).toBeVisible();
  await page.getByLabel('Status Name').fill('Nowe');
  await page.getByLabel('Status Type').selectOption('FINAL');
  await save(page);
  await expect(page.getByText('A status with this name already exists in your organization.')).toBeVisible();
  await page.getByLabel('Status Name').fill('Odłożone');
  await save(page);
  await expect(row('Odłożone')).toContainText('FINAL');
  const deleteUsed = row('W toku').getByRole('button', { name: 'Delete' });
  await expect(deleteUsed).toBeDisabled();
  await expect(deleteUsed).toHaveAccessibleDescription(/Rozpocznij/);
  await expectAccessible(page);
  await row('Odłożone').getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Odłożone?' })
    .getByRole('button', { name: 'Delete Status' })
    .click();
  await expect(row('Odłożone')).toHaveCount(0);
});
