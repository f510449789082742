import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from '../actions/Button';
import { IconButton } from '../actions/IconButton';
import { Card } from '../layout/Card';
import { RowList, RowListItem } from '../layout/RowList';
import { UiProvider } from '../provider/UiProvider';
import { ErrorPanel } from './ErrorPanel';
import { Notice } from './Notice';

const show = (children: ReactNode) =>
  render(
    <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
      <main tabIndex={-1}>{children}</main>
    </UiProvider>,
  );

const Worker = ({ onPress, onSubmit }: { onPress: () => void; onSubmit: () => void }) => {
  const [isBusy, setIsBusy] = useState(false);
  const work = (): void => {
    onPress();
    setIsBusy(true);
  };
  return (
    <form action={onSubmit}>
      <Button type="submit" loading={isBusy} disabled={isBusy} onClick={work}>
        Odśwież
      </Button>
      <IconButton icon="refresh" label="Ponów" loading={isBusy} onClick={work} />
    </form>
  );
};

describe('a loading button', () => {
  it.each(['Odśwież', 'Ponów'])('keeps the focus and ignores clicks: %s', async (name) => {
    const [onPress, onSubmit] = [vi.fn(), vi.fn()];
    show(<Worker onPress={onPress} onSubmit={onSubmit} />);
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    button.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    const submitted = onSubmit.mock.calls.length;
    expect(document.activeElement).toBe(button);
    expect(button.disabled).toBe(false);
    await userEvent.keyboard('{Enter} ');
    expect(onPress).toHaveBeenCalledOnce();
    expect(onSubmit).toHaveBeenCalledTimes(submitted);
  });
});

const Messages = () => {
  const [isShown, setIsShown] = useState(true);
  const hide = (): void => setIsShown(false);
  return (
    <>
      <Card title="Załączniki">
        {isShown ? <Notice onDismiss={hide}>Nie udało się</Notice> : null}
        <RowList>
          {isShown ? (
            <RowListItem title="Telefon" action={<Button onClick={hide}>Zakończ</Button>}>
              Sesja
            </RowListItem>
          ) : null}
        </RowList>
      </Card>
      {isShown ? <ErrorPanel title="Nie ma" onRetry={hide} /> : <p>Jest</p>}
    </>
  );
};

describe('removing an element that contains the focus', () => {
  it.each([
    ['notice', 'Ukryj', 'region'],
    ['row of a list', 'Zakończ', 'region'],
    ['error panel', 'Spróbuj ponownie', 'main'],
  ])('moves the focus to the surrounding section: %s', async (_, name, role) => {
    show(<Messages />);
    await userEvent.click(screen.getByRole('button', { name }));
    await screen.findByText('Jest');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role)));
  });
});

const Failing = () => {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <>
      <form>
        {hasFailed ? (
          <Notice tone="danger" takesFocus>
            Nie zapisano
          </Notice>
        ) : null}
        <Button onClick={() => setTimeout(() => setHasFailed(true))}>Zapisz</Button>
      </form>
      <input aria-label="Obok" />
    </>
  );
};

describe('a notice that takes the focus', () => {
  it('takes it from the button of its form', async () => {
    show(<Failing />);
    await userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
    const notice = await screen.findByRole('alert');
    await waitFor(() => expect(document.activeElement).toBe(notice));
  });

  it('leaves it to a user who has gone on to another place', async () => {
    show(<Failing />);
    screen.getByRole('button', { name: 'Zapisz' }).click();
    screen.getByLabelText('Obok').focus();
    await screen.findByRole('alert');
    expect(document.activeElement).toBe(screen.getByLabelText('Obok'));
  });
});
