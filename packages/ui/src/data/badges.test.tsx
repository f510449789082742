import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DetailList } from '../layout/DetailList';
import { UiProvider } from '../UiProvider';
import { Badge } from './Badge';
import { PriorityBadge } from './PriorityBadge';

it('what is cut can be read in the tip', () => {
  render(<Badge>anna, marek, olga</Badge>);
  screen.getByTitle('anna, marek, olga');
});

it('a priority is never told by its colour alone', () => {
  render(
    <UiProvider nonce="">
      <PriorityBadge priority="HIGHEST" boxed />
      <PriorityBadge priority="LOW" compact />
    </UiProvider>,
  );
  screen.getByText('Najwyższy');
  screen.getByTitle('Niski');
});

it('a fact is followed by what changes it', () => {
  const change = <button type="button">Zmień</button>;
  render(<DetailList items={[{ label: 'Priorytet', value: 'Niski', action: change }]} />);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Niski', 'Zmień']);
});
