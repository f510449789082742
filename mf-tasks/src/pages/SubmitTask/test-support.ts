import type { PublicParameter } from '@obieg/contracts';
import { findEnabledButton } from '@obieg/web-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openRemote } from '../../test-support';

export const question = (
  id: number,
  displayName: string,
  more: Partial<PublicParameter> = {},
): PublicParameter => ({
  id,
  parameterName: `p${id}`,
  displayName,
  description: null,
  parameterType: 'TEXT',
  sortOrder: id,
  dictionaryValues: [],
  dependencies: [],
  ...more,
});
export const questions = [
  question(1, 'Czego dotyczy?', {
    parameterType: 'DICTIONARY',
    dictionaryValues: [{ value: 'Sprzęt' }, { value: 'Kadry' }],
  }),
  question(2, 'Ile sztuk?', {
    parameterType: 'NUMBER',
    dependencies: [
      { parentParameterId: 1, parentParameterName: 'p1', conditionType: 'EQUALS', conditionValue: 'Sprzęt' },
    ],
  }),
];
export const questionnaire = (body: PublicParameter[] = questions) => ({
  'GET /api/workflow-parameters/public': () => ({ body }),
});
export const created = (more = {}) => ({
  'POST /api/tasks': () => ({
    status: 201,
    body: { success: true, message: '', publicTaskId: 123456789012, needsEmailVerification: true, ...more },
  }),
});
export const click = async (name: string) => userEvent.click(await findEnabledButton(name));
export const toDetails = 'Kontynuuj - Uzupełnij szczegóły zadania';

export const fillDetails = async () => {
  await userEvent.type(await screen.findByLabelText('Tytuł'), 'Nowe krzesła');
  await userEvent.type(screen.getByLabelText('Adres e-mail zgłaszającego'), 'jan@poczta.test');
  await userEvent.tab();
};
export const answerAll = async () => {
  await click('Sprzęt');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ile sztuk?' }), '2,5{Enter}');
  await click(toDetails);
};
export const readCreateRequests = (api: Awaited<ReturnType<typeof openRemote>>['api']) =>
  api.requests.filter(({ method, path }) => method === 'POST' && path === '/api/tasks');

/** Opens the page again with the history entry of another one, as a reload does. */
export const reload = async (
  { unmount, currentLocation }: Awaited<ReturnType<typeof openRemote>>,
  ...rest: Parameters<typeof openRemote> extends [unknown, ...infer Rest] ? Rest : never
) => {
  const location = currentLocation();
  unmount();
  return openRemote(location, ...rest);
};
