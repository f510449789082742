import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { TextField } from '../form/TextField';
import { UiProvider } from '../provider/UiProvider';
import { ActionDialog } from './ActionDialog';
import { ConfirmAction } from './ConfirmAction';
import { useAction } from './use-action';

const show = (dialog: ReactNode) =>
  render(
    <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
      {dialog}
    </UiProvider>,
  );

interface SampleProps {
  save: () => Promise<unknown>;
  onClose: () => void;
  error?: string;
  isDisabled?: boolean;
  describeFailure?: (error: unknown) => string | undefined;
}

const Sample = ({ save, onClose, error, isDisabled = false, describeFailure = String }: SampleProps) => {
  const action = useAction({ describeFailure, onDone: onClose });
  return (
    <ActionDialog
      title="Termin"
      action={action}
      onClose={onClose}
      onSubmit={() => (error === undefined ? action.run(save) : undefined)}
      submitLabel="Zapisz"
      isDisabled={isDisabled}
      failureTitle="Nie zapisano"
    >
      <TextField label="Data" error={error} />
    </ActionDialog>
  );
};
const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Zapisz' }));

describe('ActionDialog', () => {
  it('stays open while the action runs, and closes when it succeeds', async () => {
    let finish = () => {};
    const save = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const onClose = vi.fn();
    show(<Sample save={save} onClose={onClose} />);
    await submit();
    await submit();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Anuluj' }).disabled).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
    finish();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(save).toHaveBeenCalledOnce();
  });

  it('shows the reason of a failure below its title until the next attempt', async () => {
    const save = vi.fn().mockRejectedValueOnce('brak połączenia').mockResolvedValueOnce(undefined);
    const onClose = vi.fn();
    show(<Sample save={save} onClose={onClose} />);
    await submit();
    await screen.findByText('Nie zapisano');
    screen.getByText('brak połączenia');
    expect(onClose).not.toHaveBeenCalled();
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(screen.queryByText('brak połączenia')).toBeNull();
  });

  it('shows no failure that the fields explain', async () => {
    show(<Sample save={() => Promise.reject('pole')} onClose={() => {}} describeFailure={() => undefined} />);
    await submit();
    const button = screen.getByRole('button', { name: 'Zapisz' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('focuses the first invalid field', async () => {
    show(<Sample save={() => Promise.resolve()} onClose={() => {}} error="Podaj datę" />);
    await submit();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Data')));
  });

  it('runs nothing while it is disabled, also on Enter', async () => {
    const save = vi.fn(() => Promise.resolve());
    show(<Sample save={save} onClose={() => {}} isDisabled />);
    await userEvent.type(await screen.findByLabelText('Data'), '1{Enter}');
    expect(save).not.toHaveBeenCalled();
  });
});

describe('ConfirmAction', () => {
  it('shows a failure, and closes when the next attempt succeeds', async () => {
    const action = vi.fn().mockRejectedValueOnce('zajęte').mockResolvedValueOnce(undefined);
    const onClose = vi.fn();
    show(
      <ConfirmAction
        title="Usunąć?"
        confirmLabel="Usuń"
        action={action}
        describeFailure={String}
        onClose={onClose}
      >
        Na pewno?
      </ConfirmAction>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Usuń' }));
    await screen.findByText('zajęte');
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Usuń' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});
