import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { UiProvider } from '../UiProvider';
import { AppFrame } from './AppFrame';
import { UserMenu } from './UserMenu';

it('the tips of the header’s buttons are below them: above there is no window left', () => {
  const nothing = () => undefined;
  const menu = (
    <UserMenu
      name="olga"
      email="olga@acme.test"
      language="pl"
      onLanguageChange={nothing}
      onSignOut={nothing}
    />
  );
  render(
    <UiProvider nonce="" language="pl" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
      <AppFrame productName="Obieg" organizationName="Acme" sections={[]} headerActions={menu}>
        Treść
      </AppFrame>
    </UiProvider>,
  );
  const tips = [...screen.getByRole('banner').querySelectorAll<HTMLElement>('[data-tip]')];
  expect(tips.map(({ dataset }) => [dataset['tip'], dataset['tipAt']])).toEqual([
    ['Otwórz menu', 'below start'],
    ['Wyloguj', 'below end'],
  ]);
});
