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
  say: (message: Message) => void;
}

/** Where the keyboard goes on once the form is gone. */
const focusOn = (button: HTMLButtonElement | null): void => button?.focus();

/** An organization to read, to edit in place, or to delete (spec 1 §4). */
export const OrganizationCard = ({ organization, say }: OrganizationCardProps) => {
  const t = useAdminMessages();
  const { id, name, codeName, createdAt } = organization;
  const [mode, setMode] = useState<'untouched' | 'editing' | 'edited'>('untouched');
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync: update } = useUpdateOrganization();
  const { mutateAsync: remove, isPending } = useDeleteOrganization();

  // The card may be gone before all has been read anew; what is said of it must not go with it.
  const deleteIt = async (): Promise<void> => {
    try {
      await remove(id);
      say({ tone: 'success', text: t('organizations.deleted') });
    } catch (error) {
      say({ tone: 'danger', text: appendReason(t('organizations.deleteFailed'), error) });
    }
    setIsAsking(false);
  };
  if (mode === 'editing') {
    return (
      <Card title={name}>
        <OrganizationForm
          organization={organization}
          submitLabel={t('organizations.save')}
          onSave={async (input) => {
            const saved = await update({ id, ...input });
            say({ tone: 'success', text: t('organizations.updated', { name: saved.name }) });
            setMode('edited');
          }}
          onFailure={(error) =>
            say({ tone: 'danger', text: appendReason(t('organizations.updateFailed'), error) })
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
            {...(mode === 'edited' ? { ref: focusOn } : {})}
          >
            {t('organizations.edit')}
          </Button>
          <Button icon="delete" onClick={() => setIsAsking(true)}>
            {t('organizations.delete')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('organizations.deleteTitle', { name })}
        confirmLabel={t('organizations.deleteButton')}
        cancelLabel={t('organizations.cancel')}
        isRunning={isPending}
        onConfirm={() => void deleteIt()}
        onCancel={() => setIsAsking(false)}
      >
        {t('organizations.deleteQuestion')}
      </ConfirmDialog>
    </Card>
  );
};
