import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import { createOrganization, superAdministrator } from '../support/organizations';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { heading } from '../support/workflow';

/** Downloads the workflow. @returns the text of the file */
const exportWorkflow = async (page: Page, address: string): Promise<string> => {
  await page.goto(`${address}/workflow-exchange`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download workflow' }).click();
  return readFile(await (await downloading).path(), 'utf8');
};

/** Chooses a file and waits for its preview. */
const chooseFile = async (page: Page, address: string, text: string): Promise<void> => {
  await page.goto(`${address}/workflow-exchange`);
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'workflow.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
};

const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text }).first();

test('a workflow is taken from a template, exported, changed, imported elsewhere and restored', async ({
  product,
  context,
  page,
}) => {
  const one = await createOrganization(product, 'wzor');
  const other = await createOrganization(product, 'kopia');
  for (const { address } of [one, other]) await addSession(context, address, superAdministrator);

  await page.goto(`${one.address}/workflow-statuses`);
  await page.getByRole('link', { name: 'Show ready workflows' }).click();
  await expect(heading(page, 'Export, import, templates')).toBeVisible();
  await expectReadableOnDevices(page);
  await page.getByRole('button', { name: 'Use this workflow: Complaints desk' }).click();
  await expect(page.getByText('Which groups are meant?')).toBeVisible();
  for (const choice of await page.locator('main select').all()) await choice.selectOption('Leave out');
  await expectReadableOnDevices(page);
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(page.getByText(/has no executors, so every member can run it/).first()).toBeVisible();
  await expectReadableOnDevices(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(rowOf(page, 'Import')).toContainText('Super administrator');
  await expectReadableOnDevices(page);

  const exported = await exportWorkflow(page, one.address);
  expect(await exportWorkflow(page, one.address)).toBe(exported);
  await one.call('POST', '/workflow-status', { body: { name: 'Odłożona', statusType: 'FINAL' } });
  expect(await exportWorkflow(page, one.address)).not.toBe(exported);

  await chooseFile(page, other.address, exported);
  await expect(page.getByText('Przyjęta', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(heading(page, 'Workflow history')).toBeVisible();
  expect(await exportWorkflow(page, other.address)).toBe(exported);

  await page.goto(`${one.address}/workflow-history`);
  await page.getByRole('link', { name: 'Added status “Odłożona”' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('Odłożona');
  await expectReadableOnDevices(page);
  await page.getByRole('link', { name: 'Workflow history' }).click();
  await page.getByRole('button', { name: 'Restore revision 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore revision 2?' });
  await expect(dialog).toContainText('Odłożona');
  await expectReadableOnDevices(page);
  await dialog.getByRole('button', { name: 'Restore revision 2' }).click();
  await expect(rowOf(page, 'Restored 2')).toBeVisible();
  expect(await exportWorkflow(page, one.address)).toBe(exported);
});
