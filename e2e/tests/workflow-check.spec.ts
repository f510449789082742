import type { WorkflowCheck, WorkflowStatus } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility';
import { createOrganization, superAdministrator } from '../support/organizations';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { parameter, save } from '../support/workflow';

const panel = (page: Page, count: number) =>
  page.getByRole('region', { name: `${count} mistake${count === 1 ? '' : 's'} in the workflow` });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const findStatusId = async (
  { call }: Awaited<ReturnType<typeof createOrganization>>,
  name: string,
): Promise<number> => {
  const { body } = await call<WorkflowStatus[]>('GET', '/workflow-status');
  return body.find((status) => status.name === name)?.id ?? 0;
};

test('workflow check: warns in the form, marks the row, explains, and is mended with the keyboard', async ({
  product,
  context,
  page,
}) => {
  const organization = await createOrganization(product, 'sprawdzenie');
  const { address, call } = organization;
  await addSession(context, address, superAdministrator);
  await page.goto(`${address}/workflow-statuses`);
  await expect(page.getByText('The workflow check found no mistakes.')).toBeVisible();
  const [working, done] = [
    await findStatusId(organization, 'W toku'),
    await findStatusId(organization, 'Zakończone'),
  ];

  // The form warns before saving.
  const { body: transitions } = await call<{ id: number; name: string }[]>('GET', '/status-transitions');
  const finish = transitions.find(({ name }) => name === 'Zakończ');
  await page.goto(`${address}/status-transitions/${finish?.id}/edit`);
  const active = page.getByRole('checkbox', { name: 'Active' });
  await expect(active).toBeChecked();
  await active.uncheck();
  const warning = page.getByRole('status').filter({ hasText: 'After saving' });
  await expect(warning).toContainText('The status “W toku” has no way out');
  await expectAccessible(page);
  await save(page);
  await expect(page).toHaveURL(`${address}/status-transitions`);

  // The list explains and marks the row.
  await page.goto(`${address}/workflow-statuses`);
  const findings = panel(page, 3);
  await expect(findings).toContainText('Example: Nowe (Nowe zgłoszenie) → W toku (Rozpocznij)');
  await expect(rowOf(page, 'W toku').getByText('Error')).toBeVisible();
  await expect(rowOf(page, 'Zakończone').getByText('Warning')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);

  // The dashboard counts.
  await page.goto(`${address}/dashboard`);
  const card = page.getByRole('region', { name: 'Sprawdzenie obiegu' });
  await expect(card.getByRole('listitem')).toHaveText(['Błędy2', 'Ostrzeżenia1']);
  await expectAccessible(page);
  await card.getByRole('link', { name: 'Zobacz i popraw' }).press('Enter');

  // The link opens the existing transition, which is only inactive.
  await panel(page, 3).getByRole('link', { name: 'Mend W toku' }).press('Enter');
  await expect(page.getByLabel('From Status', { exact: true })).toHaveValue(String(working));
  await expect(page.getByLabel('To Status', { exact: true })).toHaveValue(String(done));
  await page.getByRole('checkbox', { name: 'Active' }).check();
  await save(page);
  await expect(page.getByText('The workflow check found no mistakes.')).toBeVisible();
});

test('workflow check: knows the members of groups, and the demo data', async ({ product }) => {
  const checkOf = async (code: string, user: string): Promise<WorkflowCheck> => {
    const address = product.gatewayUrl(code);
    const { token } = await fetchSession(address, user);
    return (await requestSite('GET', `${address}/api/workflow-check`, { token })).body as WorkflowCheck;
  };
  const acme = await checkOf('acme', 'wiktor@acme.test');
  expect(acme.findings).toEqual([]);
  expect(acme.groups.map(({ name, hasExecutors }) => [name, hasExecutors])).toEqual(
    expect.arrayContaining([
      ['IT', true],
      ['IT / Helpdesk', true],
      ['Kadry', true],
    ]),
  );
  const globex = await checkOf('globex', 'greta@globex.test');
  expect(globex.findings.map(({ code, subject }) => [code, subject.name])).toContainEqual([
    'STATUS_DEAD_END',
    'Czeka na część',
  ]);
});

test('a saved scenario breaks when a rule changes, and accepts the new result', async ({
  product,
  context,
  page,
}) => {
  const organization = await createOrganization(product, 'scenariusz');
  const { address, call } = organization;
  await addSession(context, address, superAdministrator);
  await call('POST', '/workflow-parameters', {
    body: parameter('pilne', { displayName: 'Czy to pilne?', parameterType: 'BOOLEAN' }),
  });
  await page.goto(`${address}/workflow-parameters/try`);
  await page.getByRole('button', { name: 'Tak' }).click();
  await page.getByLabel('Scenario name').fill('Pilna sprawa');
  await page.keyboard.press('Enter');
  const scenarios = page.getByRole('region', { name: 'Saved scenarios' });
  await expect(scenarios).toContainText('As expected');
  await expectAccessible(page);

  const { body: status } = await call<{ id: number }>('POST', '/workflow-status', {
    body: { name: 'Pilne', statusType: 'INITIAL' },
  });
  const { body: parameters } = await call<{ id: number }[]>('GET', '/workflow-parameters');
  await call('POST', '/status-transitions', {
    body: {
      name: 'Pilne zgłoszenie',
      toStatusId: status.id,
      priorityOrder: 0,
      parameterConditions: [
        { parameterId: parameters[0]?.id, conditionType: 'EQUALS', conditionValue: 'true' },
      ],
    },
  });
  const { body: transitions } = await call<{ id: number; name: string; toStatusId: number }[]>(
    'GET',
    '/status-transitions',
  );
  const first = transitions.find(({ name }) => name === 'Nowe zgłoszenie');
  await call('PUT', `/status-transitions/${first?.id}`, {
    body: { name: 'Nowe zgłoszenie', toStatusId: first?.toStatusId, priorityOrder: 100 },
  });
  await page.reload();
  await expect(scenarios).toContainText('first status: expected “Nowe”, got “Pilne”');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await scenarios.getByRole('button', { name: 'Accept the new result' }).click();
  await expect(scenarios).toContainText('As expected');
});
