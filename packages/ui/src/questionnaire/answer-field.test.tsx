import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { UiLanguage } from '../i18n/texts';
import { UiProvider } from '../UiProvider';
import { AnswerField } from './AnswerField';

type TypedParameter = 'NUMBER' | 'DATETIME';

const Form = ({ initial, type }: { initial: string; type: TypedParameter }) => {
  const [value, setValue] = useState(initial);
  return (
    <>
      <AnswerField
        parameter={{ parameterType: type, dictionaryValues: [] }}
        label="Pole"
        value={value}
        onChange={setValue}
      />
      <output>{value}</output>
    </>
  );
};
const open = (language: UiLanguage, initial: string, type: TypedParameter = 'NUMBER') => {
  render(
    <UiProvider
      nonce=""
      language={language}
      linkComponent={({ to, children }) => <a href={to}>{children}</a>}
    >
      <Form initial={initial} type={type} />
    </UiProvider>,
  );
  return { field: screen.getByLabelText<HTMLInputElement>('Pole'), kept: screen.getByRole('status') };
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

describe('a moment', () => {
  const openMoment = (initial: string) => {
    const { field, kept } = open('pl', initial, 'DATETIME');
    const change = (value: string): void => void fireEvent.change(field, { target: { value } });
    return { field, change, state: () => [field.value, kept.textContent] };
  };

  it.each([
    ['2026-12-24T12:30', '2026-12-24T12:30'],
    ['2026-12-24T12:30:15', '2026-12-24T12:30:15'],
    ['', ''],
    ['kiedyś', ''],
    ['kiedyśZ', ''],
  ])('without a time zone, %j, stands as it is kept', (kept, shown) => {
    expect(openMoment(kept).state()).toEqual([shown, kept]);
  });

  it('that is none can be changed and taken away', () => {
    const { change, state } = openMoment('kiedyśZ');
    change('2026-12-25T08:00');
    change('');
    expect(state()).toEqual(['', '']);
  });

  it.each([
    '2026-12-24T12:30Z',
    '2026-12-24T12:30:15.500Z',
    '2026-12-24T23:45:00-11:00',
    '2026-12-24T00:15+05:30',
    '0099-12-24T12:30Z',
  ])('with a time zone, %s, stands in the time of the person and is kept as it was', (kept) => {
    const { field, state } = openMoment(kept);
    const wholeMinute = new Date(kept);
    wholeMinute.setSeconds(0, 0);
    expect(field.value).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
    expect(new Date(field.value)).toEqual(wholeMinute);
    expect(state()).toEqual([field.value, kept]);
  });

  it('is another one once it is changed, and the same again when it is put back', () => {
    const { field, change, state } = openMoment('2026-12-24T12:30:15+05:30');
    const before = field.value;
    change('2026-12-25T08:00');
    expect(state()).toEqual(['2026-12-25T08:00', '2026-12-25T08:00']);
    change(before);
    expect(state()).toEqual([before, '2026-12-24T12:30:15+05:30']);
    change('');
    expect(state()).toEqual(['', '']);
  });
});
