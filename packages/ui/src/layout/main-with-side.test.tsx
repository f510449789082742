import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../UiProvider';
import type { UiLinkProps } from '../ui-context';
import { MainWithSide } from './MainWithSide';

afterEach(() => void vi.restoreAllMocks());

const linkComponent = ({ to, children }: UiLinkProps) => <a href={to}>{children}</a>;

describe('MainWithSide', () => {
  it('puts the main actions first in the tab order, then the details, then the main content', async () => {
    render(
      <UiProvider nonce="" language="mul" linkComponent={linkComponent}>
        <MainWithSide
          sideTitle="Szczegóły"
          sideFirst={<button type="button">Rozpocznij</button>}
          side={<button type="button">Zmień priorytet</button>}
        >
          <button type="button">Dodaj komentarz</button>
        </MainWithSide>
      </UiProvider>,
    );
    const order: (string | null | undefined)[] = [];
    for (let presses = 0; presses < 4; presses += 1) {
      await userEvent.tab();
      order.push(document.activeElement?.textContent);
    }
    expect(order).toEqual(['Rozpocznij', 'Szczegóły', 'Zmień priorytet', 'Dodaj komentarz']);
    expect(screen.getByRole('complementary', { name: 'Szczegóły' }).textContent).not.toContain('komentarz');
  });

  it.each([
    [900, 600, 0],
    [600, 600, -1],
  ])('is focusable only if it scrolls: %i pixels in %i', (scrollHeight, clientHeight, tabIndex) => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(scrollHeight);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(clientHeight);
    render(
      <UiProvider nonce="" language="mul" linkComponent={linkComponent}>
        <style>{'aside { overflow-y: auto }'}</style>
        <MainWithSide sideTitle="Szczegóły" side="Fakty">
          Opis
        </MainWithSide>
      </UiProvider>,
    );
    expect(screen.getByRole('complementary', { name: 'Szczegóły' }).tabIndex).toBe(tabIndex);
  });
});
