import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { UiLanguage } from '../i18n/texts';
import { UiProvider } from '../provider/UiProvider';
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
const open = (language: UiLanguage, initial: string, type: TypedParameter = 'NUMBER', timeZone?: string) => {
  render(
    <UiProvider
      nonce=""
      language={language}
      timeZone={timeZone}
      linkComponent={({ to, children }) => <a href={to}>{children}</a>}
    >
      <Form initial={initial} type={type} />
    </UiProvider>,
  );
  return { field: screen.getByLabelText<HTMLInputElement>('Pole'), stored: screen.getByRole('status') };
};

describe('AnswerField for a number', () => {
  it.each([
    ['mul', '12,5'],
    ['pl', '12,5'],
    ['en', '12.5'],
  ] as const)('displays a number in the format of %s', (language, shown) => {
    const { field, stored } = open(language, '12.5');
    expect([field.value, stored.textContent]).toEqual([shown, '12.5']);
  });

  it.each(['-3,25', '-3.25'])(
    'stores a number with a decimal point and displays it as typed: %s',
    async (typed) => {
      const { field, stored } = open('pl', '');
      await userEvent.type(field, typed);
      expect([field.value, stored.textContent]).toEqual([typed, '-3.25']);
    },
  );

  it('stores spaces between groups and a minus sign in one form, and displays them as typed', async () => {
    const { field, stored } = open('pl', '');
    await userEvent.type(field, '\u22121 200,50');
    expect([field.value, stored.textContent]).toEqual(['\u22121 200,50', '-1200.50']);
  });

  it('keeps the caret when the user types inside a number', async () => {
    const { field, stored } = open('pl', '12.5');
    await userEvent.type(field, '0', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect([field.value, stored.textContent, field.selectionStart]).toEqual(['102,5', '102.5', 2]);
  });
});

describe('AnswerField for a date and time', () => {
  const openDateTime = (initial: string) => {
    const { field, stored } = open('pl', initial, 'DATETIME');
    const change = (value: string): void => void fireEvent.change(field, { target: { value } });
    return { field, change, state: () => [field.value, stored.textContent] };
  };

  it.each([
    ['2026-12-24T12:30', '2026-12-24T12:30'],
    ['2026-12-24T12:30:15', '2026-12-24T12:30:15'],
    ['', ''],
    ['kiedyś', ''],
    ['kiedyśZ', ''],
  ])('displays a value without time zone as stored: %j', (stored, shown) => {
    expect(openDateTime(stored).state()).toEqual([shown, stored]);
  });

  it('allows changing and clearing an invalid value', () => {
    const { change, state } = openDateTime('kiedyśZ');
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
  ])('displays a value with time zone in local time and stores it unchanged: %s', (stored) => {
    const { field, state } = openDateTime(stored);
    const wholeMinute = new Date(stored);
    wholeMinute.setSeconds(0, 0);
    expect(field.value).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
    expect(new Date(field.value)).toEqual(wholeMinute);
    expect(state()).toEqual([field.value, stored]);
  });

  it('restores the original value when the user reverts the change', () => {
    const { field, change, state } = openDateTime('2026-12-24T12:30:15+05:30');
    const before = field.value;
    change('2026-12-25T08:00');
    expect(state()).toEqual(['2026-12-25T08:00', '2026-12-25T08:00']);
    change(before);
    expect(state()).toEqual([before, '2026-12-24T12:30:15+05:30']);
    change('');
    expect(state()).toEqual(['', '']);
  });

  it('displays a value with an offset on the clocks of the organization, and names their zone', () => {
    const zone = 'Pacific/Kiritimati';
    const { field, stored } = open('pl', '2026-12-24T12:30Z', 'DATETIME', zone);
    expect([field.value, stored.textContent]).toEqual(['2026-12-25T02:30', '2026-12-24T12:30Z']);
    screen.getByText(`Czas w strefie ${zone}`);
    fireEvent.change(field, { target: { value: '2026-12-25T03:00' } });
    expect(stored.textContent).toBe('2026-12-25T03:00');
    fireEvent.change(field, { target: { value: '2026-12-25T02:30' } });
    expect(stored.textContent).toBe('2026-12-24T12:30Z');
  });
});
