import type { WorkflowParameter } from '@obieg/contracts';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { createOrganization, superAdministrator } from '../support/organizations';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { heading, namesInOrder, parameter, save } from '../support/workflow';

test('a dictionary of 500 values: paste, reorder by keyboard, save', async ({ product, context, page }) => {
  const { address, call } = await createOrganization(product, 'slownik');
  const made = await call<WorkflowParameter>('POST', '/workflow-parameters', {
    body: parameter('duzy', {
      parameterType: 'DICTIONARY',
      dictionaryValues: [{ value: 'x', sortOrder: 0 }],
    }),
  });
  await addSession(context, address, superAdministrator);
  await page.goto(`${address}/workflow-parameters/${made.body.id}/edit`);
  await page.getByLabel('Value 1', { exact: true }).focus();
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    Array.from({ length: 500 }, (_, index) => `Wartość ${index + 1}`).join('\n'),
  );
  await expect(page.getByText('500 of 500')).toBeVisible();
  await expect(page.getByLabel('Value 500', { exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Add Value' })).toBeDisabled();
  await page.getByRole('button', { name: 'Move Value 500', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Wartość 500 lifted, position 500 of 500.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Wartość 500 is now at position 499 of 500.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Value 499', { exact: true })).toHaveValue('Wartość 500');
  await expectAccessible(page);
  await save(page);
  await expect(heading(page, 'Parameter Configuration')).toBeVisible();
  const { body } = await call<WorkflowParameter>('GET', `/workflow-parameters/${made.body.id}`);
  const values = body.dictionaryValues.map(({ value }) => value);
  expect(values).toHaveLength(500);
  expect(values.slice(-2)).toEqual(['Wartość 500', 'Wartość 499']);
});

/** Drags a row by its handle onto another row. */
const drag = async (page: Page, name: string, onto: string): Promise<void> => {
  const middleOf = async (handleName: string) => {
    const box = await page.getByRole('button', { name: `Move ${handleName}`, exact: true }).boundingBox();
    if (!box) throw new Error('the element is not visible');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [start, end] = [await middleOf(name), await middleOf(onto)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 12 });
  await expect(page.getByText(/ is now at position /)).toBeAttached();
  await page.mouse.up();
  // dnd-kit blocks selection briefly after a drop, and therefore typing.
  await page.waitForFunction(() => {
    document.getSelection()?.selectAllChildren(document.body);
    document.dispatchEvent(new Event('selectionchange'));
    return document.getSelection()?.isCollapsed === false;
  });
};

test('dictionary values and questions are reordered with the mouse', async ({ product, context, page }) => {
  const { address, call } = await createOrganization(product, 'myszka');
  const made = await call<WorkflowParameter>('POST', '/workflow-parameters', {
    body: parameter('kolory', {
      parameterType: 'DICTIONARY',
      dictionaryValues: ['Biały', 'Żółty', 'Czarny'].map((value, sortOrder) => ({ value, sortOrder })),
    }),
  });
  await call('POST', '/workflow-parameters', { body: parameter('rozmiar', { sortOrder: 1 }) });
  await addSession(context, address, superAdministrator);
  await page.goto(`${address}/workflow-parameters/${made.body.id}/edit`);
  const valuesInOrder = (): Promise<string[]> =>
    page
      .getByRole('list', { name: 'Dictionary Values' })
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  await expect.poll(valuesInOrder).toEqual(['Biały', 'Żółty', 'Czarny']);

  await page.getByLabel('Value 3', { exact: true }).scrollIntoViewIfNeeded();
  await drag(page, 'Value 3', 'Value 1');
  await expect.poll(valuesInOrder).toEqual(['Czarny', 'Biały', 'Żółty']);
  await drag(page, 'Value 1', 'Value 2');
  await expect.poll(valuesInOrder).toEqual(['Biały', 'Czarny', 'Żółty']);
  // Typed text stays with its value.
  await page.getByLabel('Value 2', { exact: true }).fill('Czerwony');
  await drag(page, 'Value 2', 'Value 3');
  await expect.poll(valuesInOrder).toEqual(['Biały', 'Żółty', 'Czerwony']);

  // Escape cancels a drag.
  const lastHandle = await page.getByRole('button', { name: 'Move Value 3', exact: true }).boundingBox();
  if (!lastHandle) throw new Error('the element is not visible');
  await page.mouse.move(lastHandle.x + 8, lastHandle.y + 8);
  await page.mouse.down();
  await page.mouse.move(lastHandle.x + 8, lastHandle.y - 60, { steps: 8 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await valuesInOrder()).toEqual(['Biały', 'Żółty', 'Czerwony']);
  await save(page);
  await expect(heading(page, 'Parameter Configuration')).toBeVisible();
  const { body } = await call<WorkflowParameter>('GET', `/workflow-parameters/${made.body.id}`);
  expect(body.dictionaryValues.map(({ value, sortOrder }) => [value, sortOrder])).toEqual([
    ['Biały', 0],
    ['Żółty', 1],
    ['Czerwony', 2],
  ]);

  const ordered = page.waitForResponse((response) => response.url().endsWith('/order') && response.ok());
  await drag(page, 'rozmiar?', 'kolory?');
  await expect(namesInOrder(page)).toHaveText(['rozmiar', 'kolory']);
  await ordered;
  await page.reload();
  await expect(namesInOrder(page)).toHaveText(['rozmiar', 'kolory']);
});
