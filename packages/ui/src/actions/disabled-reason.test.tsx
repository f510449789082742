import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { Button } from './Button';
import { IconButton } from './IconButton';
import { LinkButton } from './TextLink';

const reason = 'Wymagane uprawnienie: OPERATOR';
type Kind = (props: { onClick: () => void; disabledReason?: string }) => React.ReactNode;
const kinds: [name: string, kind: Kind][] = [
  ['Button', (props) => <Button {...props}>Usuń</Button>],
  ['IconButton', (props) => <IconButton {...props} icon="delete" label="Usuń" />],
  ['LinkButton', (props) => <LinkButton {...props}>Usuń</LinkButton>],
];

const show = (children: React.ReactNode) => render(<UiProvider language="pl">{children}</UiProvider>);

describe.each(kinds)('%s with a reason', (_name, create) => {
  it('keeps the focus, describes itself with the reason and ignores clicks', async () => {
    const onClick = vi.fn();
    show(create({ onClick, disabledReason: reason }));
    const button = screen.getByRole('button', { name: 'Usuń', description: reason });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('data-tip')).toBe(reason);
    await userEvent.tab();
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
  });

  it('works as usual without a reason', async () => {
    const onClick = vi.fn();
    show(create({ onClick }));
    const button = screen.getByRole('button', { name: 'Usuń', description: '' });
    expect(button.hasAttribute('aria-disabled')).toBe(false);
    await userEvent.click(button);
    expect(onClick).toHaveBeenCalledOnce();
  });
});
