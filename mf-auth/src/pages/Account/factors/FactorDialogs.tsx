import { zodResolver } from '@hookform/resolvers/zod';
import { type AddedFactor, type Factor, type FactorKind, limits } from '@obieg/contracts';
import { TextField } from '@obieg/ui';
import { ActionDialog, ConfirmAction, Modal, useAction } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { useForm } from 'react-hook-form';
import { minLength, object, string, trim } from 'zod/mini';
import { useAuthMessages } from '../../../i18n/messages';
import { describeFactorFailure } from '../../../second-factor/describe-factor-failure';
import { NewApp, NewPasskeyForm } from '../../../second-factor/NewFactor';
import { ownSetUpCalls } from '../../../second-factor/second-factor.api';
import { useRemoveFactor, useRenameFactor, useRenewRecoveryCodes } from './factors.api';

const notHandled = (): boolean => false;

interface AddFactorDialogProps {
  kind: FactorKind;
  onAdded: (added: AddedFactor) => void;
  onClose: () => void;
}

export const AddFactorDialog = ({ kind, onAdded, onClose }: AddFactorDialogProps) => {
  const t = useAuthMessages();
  const New = kind === 'TOTP' ? NewApp : NewPasskeyForm;
  return (
    <Modal title={t(kind === 'TOTP' ? 'factors.addApp' : 'factors.addPasskey')} isOpen onClose={onClose}>
      <New calls={ownSetUpCalls} onAdded={onAdded} onError={notHandled} />
    </Modal>
  );
};

const nameSchema = object({ name: string().check(trim(), minLength(1)) });

interface FactorDialogProps {
  factor: Factor;
  onClose: () => void;
}

export const RenameFactorDialog = ({ factor, onClose }: FactorDialogProps) => {
  const t = useAuthMessages();
  const rename = useRenameFactor();
  const action = useAction({ describeFailure: (error) => describeFactorFailure(error, t), onDone: onClose });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(nameSchema),
    defaultValues: { name: factor.name },
  });
  const save = handleSubmit(({ name }) =>
    action.run(async () => {
      await rename.mutateAsync({ id: factor.id, name });
      notify.success(t('factors.renamed'));
    }),
  );
  return (
    <ActionDialog
      title={t('factors.rename')}
      action={action}
      onSubmit={save}
      submitLabel={t('factors.save')}
      onClose={onClose}
    >
      <TextField
        {...register('name')}
        data-autofocus
        label={t('setUp.name')}
        error={formState.errors.name ? t('setUp.nameRequired') : undefined}
        maxLength={limits.factorNameMaxLength}
        autoComplete="off"
      />
    </ActionDialog>
  );
};

export const RemoveFactorDialog = ({ factor, isLast, onClose }: FactorDialogProps & { isLast: boolean }) => {
  const t = useAuthMessages();
  const remove = useRemoveFactor();
  return (
    <ConfirmAction
      title={t('factors.removeTitle', { name: factor.name })}
      confirmLabel={t('factors.remove')}
      isDestructive
      action={async () => {
        await remove.mutateAsync(factor.id);
        notify.success(t('factors.removed'));
      }}
      describeFailure={(error) => describeFactorFailure(error, t)}
      onClose={onClose}
    >
      {t(isLast ? 'factors.removeLast' : 'factors.removeText')}
    </ConfirmAction>
  );
};

interface RenewCodesDialogProps {
  onRenewed: (codes: string[]) => void;
  onClose: () => void;
}

export const RenewCodesDialog = ({ onRenewed, onClose }: RenewCodesDialogProps) => {
  const t = useAuthMessages();
  const renew = useRenewRecoveryCodes();
  return (
    <ConfirmAction
      title={t('factors.renewTitle')}
      confirmLabel={t('factors.renewConfirm')}
      action={async () => onRenewed(await renew.mutateAsync(undefined))}
      describeFailure={(error) => describeFactorFailure(error, t)}
      onClose={onClose}
    >
      {t('factors.renewText')}
    </ConfirmAction>
  );
};
