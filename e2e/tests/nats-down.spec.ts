import type { WorkflowParameter } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import { fetchSession } from '../support/people';
import { expect, test } from '../support/product';

const question = 'Czego dotyczy zgłoszenie?';
const newAnswer = 'Sprawa podczas awarii';

test('tasks and workflow changes survive an outage of NATS and reach the other services afterwards', async ({
  product,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  const { token } = await fetchSession(acme, 'wiktor@acme.test');
  const call = (method: string, path: string, body?: unknown) =>
    requestSite(method, `${acme}/api${path}`, { token, body });
  const parameters = (await call('GET', '/workflow-parameters')).body as WorkflowParameter[];
  const parameter = parameters.find(({ displayName }) => displayName === question) as WorkflowParameter;

  await product.processes.stop('nats');
  try {
    const changed = await call('PUT', `/workflow-parameters/${parameter.id}`, {
      ...parameter,
      dictionaryValues: [
        ...parameter.dictionaryValues,
        { value: newAnswer, sortOrder: 1_000, isActive: true },
      ],
    });
    expect(changed.status).toBe(200);

    await page.goto(`${acme}/submit-task`);
    await page.getByRole('button', { name: 'Inna sprawa' }).click();
    await page.getByRole('textbox').fill('Bez prądu');
    await page.getByRole('button', { name: 'Dalej' }).click();
    await page.getByRole('button', { name: 'Kontynuuj - Uzupełnij szczegóły zadania' }).click();
    await page.getByLabel('Tytuł').fill('Zgłoszone podczas awarii');
    await page.getByLabel(/e-mail/i).fill('awaria@example.com');
    await page.getByRole('button', { name: 'Utwórz zadanie' }).click();
    await page.getByRole('link', { name: 'Przejdź do zadania' }).click();
    await expect(page.getByRole('heading', { name: 'Zgłoszone podczas awarii' })).toBeVisible();
  } finally {
    await product.processes.restart('nats');
  }

  // svc-tasks receives the new answer only through the event that waited in svc-workflow's outbox.
  const submit = async () =>
    (
      await call('POST', '/tasks', {
        title: 'Zgłoszone po awarii',
        workflowParameters: { [parameter.id]: newAnswer },
      })
    ).status;
  await expect.poll(submit, { timeout: 60_000 }).toBe(201);
});
