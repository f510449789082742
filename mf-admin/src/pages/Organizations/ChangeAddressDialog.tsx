import { formerCodeNameDays, type Organization } from '@obieg/contracts';
import { DetailList, Text } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { organizationAddress } from '@obieg/web-kit';
import { useAdminMessages } from '../../i18n/messages';

interface ChangeAddressDialogProps {
  organization: Organization;
  /** Closed while undefined. */
  newCodeName: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Says what a changed code name does to the organization's address, before it is saved. */
export const ChangeAddressDialog = ({
  organization: { name, codeName },
  newCodeName,
  onConfirm,
  onCancel,
}: ChangeAddressDialogProps) => {
  const t = useAdminMessages();
  return (
    <ConfirmDialog
      isOpen={newCodeName !== undefined}
      isDestructive={false}
      title={t('organizations.moveTitle', { name })}
      confirmLabel={t('organizations.moveButton')}
      cancelLabel={t('organizations.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <DetailList
        items={[
          { label: t('organizations.moveFrom'), value: organizationAddress(codeName) },
          { label: t('organizations.moveTo'), value: organizationAddress(newCodeName ?? codeName) },
        ]}
      />
      <Text>{t('organizations.moveRedirect', { days: formerCodeNameDays })}</Text>
      <Text>{t('organizations.moveSignIn')}</Text>
      <Text>{t('organizations.moveApi')}</Text>
    </ConfirmDialog>
  );
};
