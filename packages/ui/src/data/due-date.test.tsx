import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { DueDate } from './DueDate';

const show = (props: Parameters<typeof DueDate>[0], language: 'pl' | 'en' = 'pl') =>
  render(
    <UiProvider nonce="" language={language}>
      <DueDate {...props} />
    </UiProvider>,
  );
const past = { dueAt: '2020-03-04T10:00:00.000Z', statusType: 'INITIAL' };

describe('DueDate', () => {
  it('says that a date is overdue, in the language of the page', () => {
    show(past).unmount();
    show(past, 'en');
    expect(screen.getByText(/Overdue/).textContent).toContain('2020');
  });

  it('has its label once the task is finished', () => {
    show({ ...past, statusType: 'FINAL', label: 'Termin' });
    screen.getByText(/^Termin:/);
    expect(screen.queryByText(/Po terminie/)).toBeNull();
  });
});
