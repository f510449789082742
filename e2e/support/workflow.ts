import type { SaveWorkflowParameter } from '@obieg/contracts';
import type { Page } from '@playwright/test';

export const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name });
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
/** Parameter names in the order of the list. */
export const namesInOrder = (page: Page) => page.locator('tbody tr a').filter({ hasText: /^[a-z]/ });

/** Request body that creates a parameter, by default a text question. */
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

/** A status in the workflow diagram. */
export const statusNode = (page: Page, name: string) =>
  page.locator('.react-flow__node').filter({ hasText: name });
/** A transition's label in the workflow diagram. */
export const transitionLabel = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Diagram' }).getByTitle(name, { exact: true });
