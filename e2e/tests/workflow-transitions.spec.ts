import type { StatusTransition } from '@obieg/contracts';
import type { Page } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import { createOrganization, removeWorkflow, superAdministrator } from '../support/organizations';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { heading, save, statusNode, transitionLabel } from '../support/workflow';

const createStatus = async (page: Page, address: string, name: string, type: string): Promise<void> => {
  await page.goto(`${address}/workflow-statuses/new`);
  await page.getByLabel('Status Name').fill(name);
  await page.getByLabel('Status Type').selectOption(type);
  await save(page);
  await expect(heading(page, 'Statuses')).toBeVisible();
};

const drawTransition = async (page: Page, from: string, to: string): Promise<void> => {
  await page.getByRole('region', { name: 'Diagram' }).scrollIntoViewIfNeeded();
  // Waits until the diagram stands still.
  await statusNode(page, from).hover();
  const start = await statusNode(page, from).boundingBox();
  const end = await statusNode(page, to).boundingBox();
  if (!start || !end) throw new Error('the element is not visible');
  await page.mouse.move(start.x + start.width + 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 10 });
  await page.mouse.up();
};

test('an administrator builds a workflow with forms and the diagram', async ({ product, context, page }) => {
  const organization = await createOrganization(product, 'budowa');
  const { address, call } = organization;
  await removeWorkflow(organization);
  await call('POST', '/workflow-parameters', {
    body: {
      parameterName: 'pilne',
      displayName: 'Czy to pilne?',
      parameterType: 'BOOLEAN',
      parameterStage: 'ALWAYS',
      sortOrder: 0,
    },
  });
  await addSession(context, address, superAdministrator);

  await page.goto(`${address}/status-transitions`);
  await expect(page.getByRole('link', { name: 'Create the first one' })).toBeVisible();
  await expectReadableOnDevices(page);
  await page.getByRole('link', { name: 'Create a status' }).click();
  await expect(heading(page, 'Create Workflow Status')).toBeVisible();
  await createStatus(page, address, 'Nowe', 'INITIAL');
  await createStatus(page, address, 'W toku', 'INTERMEDIATE');
  await createStatus(page, address, 'Koniec', 'FINAL');

  await page.goto(`${address}/status-transitions`);
  await page.getByRole('link', { name: 'Create the first one' }).click();
  await expect(heading(page, 'Create Transition')).toBeVisible();
  await expect(page.getByLabel('To Status').getByRole('option')).toHaveText([
    '-- Select a status --',
    'Nowe',
  ]);
  await expectReadableOnDevices(page);
  await page.getByLabel('Transition Name').fill('Zgłoś');
  await page.getByLabel('To Status').selectOption('Nowe');
  await save(page);
  await expect(page.getByRole('link', { name: 'Zgłoś', exact: true })).toBeVisible();

  await drawTransition(page, 'Nowe', 'W toku');
  await expect(page.getByLabel('From Status').locator('option:checked')).toHaveText('Nowe');
  await expect(page.getByLabel('To Status').locator('option:checked')).toHaveText('W toku');
  await page.getByLabel('Transition Name').fill('Zacznij');
  await page.getByRole('button', { name: 'Add Condition' }).click();
  const condition = page
    .getByRole('group', { name: 'Parameter Conditions' })
    .getByRole('group', { name: '1.' });
  await condition.getByLabel('Parameter', { exact: true }).selectOption('Czy to pilne?');
  await condition.getByLabel('Condition Value').selectOption('Tak');
  await page.getByRole('button', { name: 'Add Required Parameter' }).click();
  const required = page
    .getByRole('group', { name: 'Required Parameters' })
    .getByRole('group', { name: '1.' });
  await required.getByLabel('Parameter', { exact: true }).selectOption('Czy to pilne?');
  await expectReadableOnDevices(page);
  await save(page);
  await expect(page.getByRole('link', { name: 'Zacznij', exact: true })).toBeVisible();

  // A start transition leads only to INITIAL statuses.
  await drawTransition(page, 'New task', 'Koniec');
  await expect(page).toHaveURL(/\/status-transitions$/);
  await statusNode(page, 'W toku').click();
  await expect(page.getByText('1 incoming, 0 outgoing')).toBeVisible();
  await page.getByRole('link', { name: 'New transition from here' }).click();
  await page.getByLabel('Transition Name').fill('Zakończ');
  await page.getByLabel('To Status').selectOption('Koniec');
  await save(page);

  await expect(page.getByRole('link', { name: 'Zakończ', exact: true })).toBeVisible();
  await statusNode(page, 'Koniec').click();
  await transitionLabel(page, 'Zakończ').click();
  await expect(heading(page, 'View Transition')).toBeVisible();
  await expectReadableOnDevices(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(/\/edit$/);
  await page.getByLabel('Active').uncheck();
  await save(page);
  const row = page.getByRole('row').filter({ hasText: 'Zakończ' });
  await expect(row.getByText('No', { exact: true })).toBeVisible();
  await expectReadableOnDevices(page);

  await row.getByRole('button', { name: 'Delete Zakończ' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete Zakończ?' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Transition' }).click();
  await expect(row).toBeHidden();

  const { body } = await call<StatusTransition[]>('GET', '/status-transitions');
  expect(body).toMatchObject([
    { name: 'Zgłoś', fromStatusId: null, toStatusName: 'Nowe', priorityOrder: 0, isActive: true },
    {
      name: 'Zacznij',
      fromStatusName: 'Nowe',
      toStatusName: 'W toku',
      parameterConditions: [{ conditionType: 'EQUALS', conditionValue: 'true' }],
      requiredParameters: [{ isMandatory: true, defaultValue: null }],
    },
  ]);
});
