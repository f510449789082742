import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
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
  it('renders the action after the value, as a link button on the line of the label', () => {
    const action = { label: 'Zmień', onClick: vi.fn() };
    render(<DetailList items={[{ label: 'Priorytet', value: 'Niski', action }]} />);
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Niski',
      'Zmień',
    ]);
    const button = screen.getByRole('button', { name: 'Zmień' });
    expect(button.className).toContain('linkButton');
    button.click();
    expect(action.onClick).toHaveBeenCalledOnce();
  });
});
