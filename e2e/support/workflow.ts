import type { SaveWorkflowParameter } from '@obieg/contracts';
import type { Page } from '@playwright/test';
import { expect } from './product';

export const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name });
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
/** Of the parameters in the list. */
export const namesInOrder = (page: Page) => page.locator('tbody tr a').filter({ hasText: /^[a-z]/ });

/** Nothing to scroll sideways. */
export const expectFits = async (page: Page): Promise<void> => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
};

/** What is sent to create one, with an answer of text unless said otherwise. */
export const parameter = (
  parameterName: string,
  more: Partial<SaveWorkflowParameter> = {},
): SaveWorkflowParameter => ({
  parameterName,
  displayName: `${parameterName}?`,
  parameterType: 'TEXT',
  parameterStage: 'REGISTRATION',
  sortOrder: 0,
  ...more,
});

/** In the picture of the workflow. */
export const statusIn = (page: Page, name: string) =>
  page.locator('.react-flow__node').filter({ hasText: name });
/** The name of a transition there. */
export const nameIn = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Diagram' }).getByTitle(name, { exact: true });
