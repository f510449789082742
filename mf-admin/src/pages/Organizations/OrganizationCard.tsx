import type { Organization } from '@obieg/contracts';
import { Button, Card, DateTime, DetailList } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { useState } from 'react';
import { useAdminMessages } from '../../messages';
import { appendReason } from '../../rejection';
import { OrganizationForm } from './OrganizationForm';
import { OrganizationLink } from './OrganizationLink';
import { useDeleteOrganization, useUpdateOrganization } from './organizations.api';
import classes from './organizations.module.css';
import type { Message } from './use-temporary-message';

interface OrganizationCardProps {
  organization: Organization;
  showMessage: (message: Message) => void;
}

/** Restores the focus after the form closes. */
const focusOnMount = (button: HTMLButtonElement | null): void => button?.focus();

/** Shows an organization, edits it in place and deletes it (spec 1 §4). */
export const OrganizationCard = ({ organization, showMessage }: OrganizationCardProps) => {
  const t = useAdminMessages();
  const { id, name, codeName, createdAt } = organization;
  const [mode, setMode] = useState<'untouched' | 'editing' | 'edited'>('untouched');
  const [isDeleteDialogOpen, setIsDeleteDialogOpen] = useState(false);
  const { mutateAsync: update } = useUpdateOrganization();
  const { mutateAsync: remove, isPending } = useDeleteOrganization();

  // Awaits the promise, because the refetched list may unmount this card and drop the callbacks of `mutate`.
  const deleteOrganization = async (): Promise<void> => {
    try {
      await remove(id);
      showMessage({ tone: 'success', text: t('organizations.deleted') });
    } catch (error) {
      showMessage({ tone: 'danger', text: appendReason(t('organizations.deleteFailed'), error) });
    }
    setIsDeleteDialogOpen(false);
  };
  if (mode === 'editing') {
    return (
      <Card title={name}>
        <OrganizationForm
          organization={organization}
          submitLabel={t('organizations.save')}
          onSave={async (input) => {
            const saved = await update({ id, ...input });
            showMessage({ tone: 'success', text: t('organizations.updated', { name: saved.name }) });
            setMode('edited');
          }}
          onFailure={(error) =>
            showMessage({ tone: 'danger', text: appendReason(t('organizations.updateFailed'), error) })
          }
          onCancel={() => setMode('edited')}
          autoFocus
        />
      </Card>
    );
  }
  return (
    <Card title={name}>
      <div className={classes['card']}>
        <DetailList
          items={[
            {
              label: t('organizations.codeName'),
              value: (
                <OrganizationLink organization={organization} className={classes['address']}>
                  {codeName}
                </OrganizationLink>
              ),
            },
            {
              label: t('organizations.createdAt'),
              value: <DateTime value={createdAt} format="mediumDate" />,
            },
          ]}
        />
        <div className={classes['actions']}>
          <Button
            icon="edit"
            onClick={() => setMode('editing')}
            {...(mode === 'edited' ? { ref: focusOnMount } : {})}
          >
            {t('organizations.edit')}
          </Button>
          <Button icon="delete" onClick={() => setIsDeleteDialogOpen(true)}>
            {t('organizations.delete')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isDeleteDialogOpen}
        title={t('organizations.deleteTitle', { name })}
        confirmLabel={t('organizations.deleteButton')}
        cancelLabel={t('organizations.cancel')}
        isRunning={isPending}
        onConfirm={() => void deleteOrganization()}
        onCancel={() => setIsDeleteDialogOpen(false)}
      >
        {t('organizations.deleteQuestion')}
      </ConfirmDialog>
    </Card>
  );
};
