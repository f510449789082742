import { zodResolver } from '@hookform/resolvers/zod';
import { limits, type OwnFactors } from '@obieg/contracts';
import { Button, PasswordField, Text } from '@obieg/ui';
import { ActionDialog, ConfirmDialog, useAction } from '@obieg/ui/overlays';
import { useForm } from 'react-hook-form';
import { minLength, object, string } from 'zod/mini';
import { useAuthMessages } from '../../../i18n/messages';
import { describeFactorFailure } from '../../../second-factor/describe-factor-failure';
import { assertPasskey } from '../../../second-factor/passkeys';
import { UsernameHint } from '../../../sign-in/UsernameHint';
import { useAccount } from '../account.api';
import { fetchConfirmationOptions, useConfirmSession } from './factors.api';

const schema = object({ password: string().check(minLength(1)) });

interface ConfirmSessionDialogProps {
  confirmations: OwnFactors['confirmations'];
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks for the password or a passkey before a change of factors. */
export const ConfirmSessionDialog = ({ confirmations, onConfirmed, onClose }: ConfirmSessionDialogProps) => {
  const t = useAuthMessages();
  const { data: account } = useAccount();
  const confirm = useConfirmSession();
  const action = useAction({
    describeFailure: (error) => describeFactorFailure(error, t),
    onDone: onConfirmed,
  });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  });
  const withPasskey = (): Promise<void> =>
    action.run(async () =>
      confirm.mutateAsync({ passkey: await assertPasskey(await fetchConfirmationOptions()) }),
    );
  const hasPasskey = confirmations.includes('PASSKEY');
  if (!confirmations.includes('PASSWORD')) {
    return (
      <ConfirmDialog
        title={t('confirm.title')}
        confirmLabel={t(hasPasskey ? 'confirm.passkey' : 'confirm.submit')}
        isOpen
        isRunning={action.isRunning}
        error={action.failure}
        onConfirm={() => (hasPasskey ? void withPasskey() : onClose())}
        onCancel={onClose}
      >
        {t(hasPasskey ? 'confirm.text' : 'confirm.none')}
      </ConfirmDialog>
    );
  }
  const save = handleSubmit(({ password }) => action.run(() => confirm.mutateAsync({ password })));
  return (
    <ActionDialog
      title={t('confirm.title')}
      action={action}
      onSubmit={save}
      submitLabel={t('confirm.submit')}
      onClose={onClose}
      leadingActions={
        hasPasskey ? (
          <Button icon="security" disabled={action.isRunning} onClick={() => void withPasskey()}>
            {t('confirm.passkey')}
          </Button>
        ) : undefined
      }
    >
      <Text>{t('confirm.text')}</Text>
      {account ? <UsernameHint username={account.email} /> : null}
      <PasswordField
        {...register('password')}
        data-autofocus
        label={t('confirm.password')}
        error={formState.errors.password ? t('confirm.passwordRequired') : undefined}
        autoComplete="current-password"
        maxLength={limits.passwordMaxLength}
      />
    </ActionDialog>
  );
};
