import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { UiLanguage } from '../i18n/texts';
import { UiProvider } from '../UiProvider';
import { AnswerField } from './AnswerField';

const number = { parameterType: 'NUMBER', dictionaryValues: [] } as const;

const Form = ({ initial }: { initial: string }) => {
  const [value, setValue] = useState(initial);
  return (
    <>
      <AnswerField parameter={number} label="Waga" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
};
const open = (language: UiLanguage, initial: string) => {
  render(
    <UiProvider
      nonce=""
      language={language}
      linkComponent={({ to, children }) => <a href={to}>{children}</a>}
    >
      <Form initial={initial} />
    </UiProvider>,
  );
  return { field: screen.getByLabelText<HTMLInputElement>('Waga'), kept: screen.getByRole('status') };
};

it.each([
  ['mul', '12,5'],
  ['pl', '12,5'],
  ['en', '12.5'],
] as const)('a number is written as it is read, in %s', (language, shown) => {
  const { field, kept } = open(language, '12.5');
  expect([field.value, kept.textContent]).toEqual([shown, '12.5']);
});

it.each(['-3,25', '-3.25'])(
  'a number is kept with a point, and stands as it was typed: %s',
  async (typed) => {
    const { field, kept } = open('pl', '');
    await userEvent.type(field, typed);
    expect([field.value, kept.textContent]).toEqual([typed, '-3.25']);
  },
);

it('what is typed in the middle of a number leaves the caret there', async () => {
  const { field, kept } = open('pl', '12.5');
  await userEvent.type(field, '0', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect([field.value, kept.textContent, field.selectionStart]).toEqual(['102,5', '102.5', 2]);
});
