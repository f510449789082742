import { type Organization, organizationTaskCountMax } from '@obieg/contracts';
import { Button, DetailList, Form, Loading, Notice, SkeletonLines, Text, TextField } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { type FormEvent, useState } from 'react';
import {
  useDeleteOrganization,
  useOrganizationContents,
  useOrganizationTaskCount,
} from '../../api/organizations.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { useTemporaryMessage } from './use-temporary-message';

/** Says that all tasks are taken away, and how many of them the reader may see. */
const useTaskLoss = (taskCount: number | undefined): string => {
  const t = useAdminMessages();
  if (!taskCount) return t('organizations.losesAllTasks');
  return t(
    taskCount < organizationTaskCountMax ? 'organizations.losesTaskCount' : 'organizations.losesManyTasks',
    { count: taskCount },
  );
};

/** Says what a deletion takes away. A failed count does not block the deletion. */
const Losses = ({ organizationId }: { organizationId: number }) => {
  const t = useAdminMessages();
  const contents = useOrganizationContents(organizationId);
  const tasks = useOrganizationTaskCount(organizationId);
  const taskLoss = useTaskLoss(tasks.data);
  const { data } = contents;
  if (contents.isPending || tasks.isPending) {
    return (
      <Loading>
        <SkeletonLines lines={3} />
      </Loading>
    );
  }
  return (
    <>
      <Text>{t('organizations.loses')}</Text>
      <DetailList
        columns={2}
        items={[
          {
            label: t('organizations.losesUsers'),
            value: data?.userCount ?? t('organizations.losesUnknown'),
          },
          {
            label: t('organizations.losesGroups'),
            value: data?.groupCount ?? t('organizations.losesUnknown'),
          },
          { label: t('organizations.losesTasks'), value: taskLoss },
        ]}
      />
    </>
  );
};

interface DeleteOrganizationDialogProps {
  organization: Organization;
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes an organization after its code name was typed. */
export const DeleteOrganizationDialog = ({
  organization: { id, name, codeName },
  onDeleted,
  onClose,
}: DeleteOrganizationDialogProps) => {
  const t = useAdminMessages();
  const [typed, setTyped] = useState('');
  const [failure, showFailure] = useTemporaryMessage();
  const { mutateAsync: remove, isPending } = useDeleteOrganization();
  const isConfirmed = typed.trim() === codeName;
  // Awaits the promise, because the refetched list may unmount this dialog and drop the callbacks of `mutate`.
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isConfirmed || isPending) return;
    try {
      await remove({ id, codeName });
    } catch (error) {
      showFailure({ tone: 'danger', text: appendReason(t('organizations.deleteFailed'), error) });
      return;
    }
    onDeleted();
    onClose();
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      isBusy={isPending}
      title={t('organizations.deleteTitle', { name })}
      width="narrow"
    >
      <Form onSubmit={(event) => void submit(event)}>
        <Text>{t('organizations.deleteQuestion')}</Text>
        <Losses organizationId={id} />
        <TextField
          label={t('organizations.typeCodeName', { codeName })}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        {failure ? <Notice tone="danger">{failure.text}</Notice> : null}
        <ModalActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('organizations.cancel')}
          </Button>
          <Button type="submit" variant="danger" loading={isPending} disabled={!isConfirmed}>
            {t('organizations.deleteButton')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
