import type { WorkflowParameter } from '@obieg/contracts';
import { expectReadableOnDevices } from '../support/accessibility';
import { createOrganization, superAdministrator } from '../support/organizations';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { heading, namesInOrder, parameter, save } from '../support/workflow';

test('an administrator builds a questionnaire', async ({ product, context, page }) => {
  const { address, call } = await createOrganization(product, 'pytania');
  await addSession(context, address, superAdministrator);
  await page.goto(`${address}/workflow-parameters`);
  await expect(page.getByText('No parameters yet.')).toBeVisible();
  await expectReadableOnDevices(page);

  await page.getByRole('link', { name: 'Add New Parameter' }).first().click();
  await expect(heading(page, 'Add New Parameter')).toBeVisible();
  await page.getByLabel('Parameter Name').fill('kategoria');
  await page.getByLabel('Display Name').fill('Czego dotyczy?');
  await page.getByLabel('Parameter Type').selectOption({ label: 'Dictionary' });
  await page.getByLabel('Parameter Stage').selectOption({ label: 'Registration' });
  await page.getByLabel('Sort Order', { exact: true }).fill('0');
  await page.getByLabel('Value 1', { exact: true }).fill('Sprzęt');
  await page.getByRole('button', { name: 'Add Value' }).click();
  await expect(page.getByLabel('Value 2', { exact: true })).toBeFocused();
  await page.keyboard.type('Kadry');
  await expectReadableOnDevices(page);
  await save(page);
  await expect(heading(page, 'Parameter Configuration')).toBeVisible();

  await page.getByRole('link', { name: 'Add New Parameter' }).click();
  await page.getByLabel('Parameter Name').fill('kategoria');
  await page.getByLabel('Display Name').fill('Jaki model?');
  await page.getByLabel('Parameter Type').selectOption({ label: 'Text' });
  await page.getByLabel('Parameter Stage').selectOption({ label: 'Always' });
  await page.getByRole('button', { name: 'Add Dependency' }).click();
  await page.getByLabel('Parent Parameter').selectOption({ label: 'Czego dotyczy?' });
  await page.getByLabel('Condition Value').selectOption({ label: 'Sprzęt' });
  await save(page);
  await expect(
    page.getByText('Parameter name already exists. Please choose a different name.'),
  ).toBeVisible();
  await page.getByLabel('Parameter Name').fill('model');
  await save(page);
  await expect(namesInOrder(page)).toHaveText(['kategoria', 'model']);

  await page.getByRole('button', { name: 'Move Jaki model?' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Jaki model? lifted, position 2 of 2.')).toBeAttached();
  // dnd-kit measures the lifted row during the next frames.
  await page.evaluate(
    () => new Promise((measured) => requestAnimationFrame(() => requestAnimationFrame(measured))),
  );
  // A question cannot be moved before the one that it depends on.
  await page.keyboard.press('ArrowUp');
  const refusal = '“Jaki model?” depends on the answer to “Czego dotyczy?”, so it is asked after it.';
  await expect(page.getByText(refusal)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert').getByText(refusal)).toBeVisible();
  await expect(namesInOrder(page)).toHaveText(['kategoria', 'model']);
  await expect(page.getByText('asked when “Czego dotyczy?” equals “Sprzęt”')).toBeVisible();
  await expectReadableOnDevices(page);

  await page.getByRole('link', { name: 'Try the questionnaire' }).click();
  await expect(heading(page, 'Czego dotyczy?', 2)).toBeVisible();
  await page.keyboard.press('1');
  await page.getByLabel('Jaki model?').fill('Laser 300');
  await page.keyboard.press('Enter');
  const result = page.getByRole('region', { name: 'Start of a task with these answers' });
  await expect(result).toContainText('Nowe');
  await expect(result.getByRole('link', { name: 'Nowe zgłoszenie' })).toBeVisible();
  await expectReadableOnDevices(page);

  await page.goto(`${address}/submit-task`);
  await expect(heading(page, 'Czego dotyczy?')).toBeVisible();
  await page.getByRole('button', { name: 'Sprzęt' }).click();
  await expect(heading(page, 'Jaki model?')).toBeVisible();

  await page.goto(`${address}/workflow-parameters`);
  const deleteParent = page
    .getByRole('row', { name: /kategoria/ })
    .getByRole('button', { name: 'Delete', exact: true });
  await expect(deleteParent).toBeDisabled();
  await expect(deleteParent).toHaveAccessibleDescription(/others depend on it: model$/);

  // The server refuses when another user adds the dependent parameter meanwhile.
  await page
    .getByRole('row', { name: /Jaki model/ })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete Jaki model?' });
  await expect(dialog).toContainText('Are you sure you want to delete this parameter?');
  const { body: parameters } = await call<WorkflowParameter[]>('GET', '/workflow-parameters');
  const parentParameterId = parameters.find(({ parameterName }) => parameterName === 'model')?.id ?? 0;
  const toner = await call('POST', '/workflow-parameters', {
    body: parameter('toner', {
      displayName: 'Jaki toner?',
      dependencies: [{ parentParameterId, conditionType: 'EXISTS' }],
    }),
  });
  expect(toner.status).toBe(201);
  await dialog.getByRole('button', { name: 'Delete Parameter' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Jaki toner?');
});
