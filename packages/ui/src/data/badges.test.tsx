import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DetailList } from '../layout/DetailList';
import { UiProvider } from '../provider/UiProvider';
import { Badge } from './Badge';
import { PriorityBadge } from './PriorityBadge';
import { StatusBadge } from './StatusBadge';

describe('Badge', () => {
  it('shows truncated text in the tooltip', () => {
    render(<Badge>anna, marek, olga</Badge>);
    screen.getByTitle('anna, marek, olga');
  });
});

describe('PriorityBadge', () => {
  it('always contains the name of the priority', () => {
    render(
      <UiProvider nonce="">
        <PriorityBadge priority="HIGHEST" boxed />
        <PriorityBadge priority="LOW" compact />
      </UiProvider>,
    );
    screen.getByText('Najwyższy');
    screen.getByTitle('Niski');
  });
});

describe('badges of values that only a newer server knows', () => {
  it('show the neutral look', () => {
    const ofNewerServer = 'ESCALATED' as never;
    render(
      <UiProvider nonce="">
        <PriorityBadge priority={ofNewerServer} />
        <StatusBadge type={ofNewerServer}>Czeka</StatusBadge>
      </UiProvider>,
    );
    screen.getByText('Normalny');
    screen.getByText('Czeka');
  });
});

describe('DetailList', () => {
  it('renders the action after the value', () => {
    const change = <button type="button">Zmień</button>;
    render(<DetailList items={[{ label: 'Priorytet', value: 'Niski', action: change }]} />);
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Niski',
      'Zmień',
    ]);
  });
});
