import type { WorkflowParameter } from '@obieg/contracts';
import { expectAccessible, expectNoOverflow } from '../support/accessibility';
import { createOrganization, superAdministrator } from '../support/organizations';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { heading, namesInOrder, parameter, save } from '../support/workflow';

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`an administrator builds a questionnaire at ${viewport.width} pixels`, async ({
    product,
    context,
    page,
  }) => {
    const { address, call } = await createOrganization(product, `pytania${viewport.width}`);
    await addSession(context, address, superAdministrator);
    await page.setViewportSize(viewport);
    await page.goto(`${address}/workflow-parameters`);
    await expect(page.getByText('No parameters yet.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Add New Parameter' }).first().click();
    await expect(heading(page, 'Add New Parameter')).toBeVisible();
    await page.getByLabel('Sort Order', { exact: true }).fill('');
    await save(page);
    for (const text of [
      'Parameter name is required and must be at least 2 characters long.',
      'Display name is required.',
      'Parameter type is required.',
      'Parameter stage is required.',
      'Sort order is required and must be a non-negative number.',
    ])
      await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByLabel('Parameter Name')).toBeFocused();
    await page.getByLabel('Parameter Name').fill('kategoria');
    await page.getByLabel('Display Name').fill('Czego dotyczy?');
    await page.getByLabel('Parameter Type').selectOption({ label: 'Dictionary' });
    await page.getByLabel('Parameter Stage').selectOption({ label: 'Registration' });
    await page.getByLabel('Sort Order', { exact: true }).fill('0');
    await page.getByLabel('Value 1', { exact: true }).fill('Sprzęt');
    await page.getByRole('button', { name: 'Add Value' }).click();
    await expect(page.getByLabel('Value 2', { exact: true })).toBeFocused();
    await page.keyboard.type('Kadry');
    await expectNoOverflow(page);
    await expectAccessible(page);
    await save(page);
    await expect(heading(page, 'Parameter Configuration')).toBeVisible();

    await page.getByRole('link', { name: 'Add New Parameter' }).click();
    await page.getByLabel('Parameter Name').fill('kategoria');
    await page.getByLabel('Display Name').fill('Jaki model?');
    await page.getByLabel('Parameter Type').selectOption({ label: 'Text' });
    await page.getByLabel('Parameter Stage').selectOption({ label: 'Always' });
    await page.getByRole('button', { name: 'Add Dependency' }).click();
    await save(page);
    await expect(page.getByText('Please select a parent parameter.')).toBeVisible();
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
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Jaki model? is now at position 1 of 2.')).toBeAttached();
    const ordered = page.waitForResponse((response) => response.url().endsWith('/order') && response.ok());
    await page.keyboard.press('Space');
    await ordered;
    await page.reload();
    // A question stays below the one that it depends on. The check marks its order, and the list says what it means.
    await expect(namesInOrder(page)).toHaveText(['kategoria', 'model Hint']);
    await expect(page.getByText('asked when “Czego dotyczy?” equals “Sprzęt”')).toBeVisible();
    await expect(
      page.getByText('Its order is before “Czego dotyczy?”, but it is asked after it.'),
    ).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Try the questionnaire' }).click();
    await expect(heading(page, 'Czego dotyczy?', 2)).toBeVisible();
    await page.keyboard.press('1');
    await page.getByLabel('Jaki model?').fill('Laser 300');
    await page.keyboard.press('Enter');
    const result = page.getByRole('region', { name: 'Start of a task with these answers' });
    await expect(result).toContainText('Nowe');
    await expect(result.getByRole('link', { name: 'Nowe zgłoszenie' })).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);

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
}

test('try the questionnaire: all question types with Enter and number keys', async ({
  product,
  context,
  page,
}) => {
  const { address, call } = await createOrganization(product, 'typy');
  const types = ['TEXT', 'NUMBER', 'BOOLEAN', 'DICTIONARY', 'DATE', 'DATETIME', 'EMAIL', 'URL'] as const;
  for (const [sortOrder, parameterType] of types.entries()) {
    const dictionaryValues =
      parameterType === 'DICTIONARY'
        ? ['Alfa', 'Beta'].map((value, index) => ({ value, sortOrder: index }))
        : [];
    const body = parameter(`typ_${parameterType.toLowerCase()}`, {
      parameterType,
      sortOrder,
      dictionaryValues,
    });
    expect((await call('POST', '/workflow-parameters', { body })).status).toBe(201);
  }
  await addSession(context, address, superAdministrator);
  await page.goto(`${address}/workflow-parameters/try`);
  const expectQuestion = (name: string) => expect(heading(page, `typ_${name}?`, 2)).toBeVisible();
  const answer = async (name: string, text: string) => {
    await expectQuestion(name);
    await page.getByLabel(`typ_${name}?`).fill(text);
    await page.keyboard.press('Enter');
  };
  await answer('text', '<b>„Laser"</b> 😀 שלום');
  await answer('number', '12,x');
  await expect(page.getByText('Podaj liczbę')).toBeVisible();
  await answer('number', '12,5');
  await expectQuestion('boolean');
  await page.keyboard.press('1');
  await expectQuestion('dictionary');
  await page.keyboard.press('2');
  await answer('date', '2026-12-01');
  await answer('datetime', '2026-12-01T10:30');
  await answer('email', 'kto');
  await expect(page.getByText('Podaj prawidłowy adres e-mail')).toBeVisible();
  await answer('email', 'kto@example.com');
  await answer('url', 'https://example.com/a');
  await expect(heading(page, 'Podsumowanie odpowiedzi', 2)).toBeVisible();
  for (const text of [
    '<b>„Laser"</b> 😀 שלום',
    '12,5',
    'Tak',
    'Beta',
    '01.12.2026',
    '01.12.2026 10:30',
    'kto@example.com',
  ])
    await expect(page.getByRole('definition').filter({ hasText: text }).first()).toBeVisible();
  await expectAccessible(page);
});

test('a second save of a parameter is refused without losing input', async ({ product, context, page }) => {
  const { address, call } = await createOrganization(product, 'dwiewersje');
  const name = `<i>"Ala" & 'Ola'</i> 😀 שלום`;
  const { body: made } = await call<WorkflowParameter>('POST', '/workflow-parameters', {
    body: parameter('wspolny', { displayName: name }),
  });
  await addSession(context, address, superAdministrator);
  await page.goto(`${address}/workflow-parameters/${made.id}`);
  await expect(page.getByText(name, { exact: true }).last()).toBeVisible();
  await page.getByRole('link', { name: 'Edit Parameter' }).click();
  await page.getByLabel('Display Name').fill('Moja nazwa');
  const other = await call('PUT', `/workflow-parameters/${made.id}`, {
    body: parameter('wspolny', { displayName: 'Cudza nazwa' }),
  });
  expect(other.status).toBe(200);
  await save(page);
  await expect(page.getByText('Another user saved changes first.')).toBeVisible();
  await expect(page.getByLabel('Display Name')).toHaveValue('Moja nazwa');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(page.getByLabel('Display Name')).toHaveValue('Cudza nazwa');
  await page.getByLabel('Display Name').fill('Nasza nazwa');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await save(page);
  await expect(page.getByRole('row', { name: /Nasza nazwa/ })).toBeVisible();
});
