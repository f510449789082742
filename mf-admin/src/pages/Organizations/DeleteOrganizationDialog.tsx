import { type Organization, organizationTaskCountMax } from '@obieg/contracts';
import { Button, DetailList, Form, Loading, Notice, SkeletonLines, Text, TextField } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import {
  useDeleteOrganization,
  useOrganizationContents,
  useOrganizationTaskCount,
} from '../../api/organizations.api';
import { appendReason } from '../../failures/rejection';
import { useSaveForm } from '../../forms/use-save-form';
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
  const [failure, showFailure] = useTemporaryMessage();
  const { mutateAsync: remove } = useDeleteOrganization();
  const form = useSaveForm({
    schema: z.object({ typed: z.string().trim().pipe(z.literal(codeName)) }),
    defaultValues: { typed: '' },
    send: () =>
      remove({ id, codeName }).catch((error: unknown) => {
        showFailure({ tone: 'danger', text: appendReason(t('organizations.deleteFailed'), error) });
        throw error;
      }),
    onSaved: () => {
      onDeleted();
      onClose();
    },
  });
  const { register, control } = form.form;
  const isConfirmed = useWatch({ control, name: 'typed' }).trim() === codeName;
  return (
    <Modal
      isOpen
      onClose={onClose}
      isBusy={form.isSaving}
      title={t('organizations.deleteTitle', { name })}
      width="narrow"
    >
      <Form {...form.formProps}>
        <Text>{t('organizations.deleteQuestion')}</Text>
        <Losses organizationId={id} />
        <TextField
          {...register('typed')}
          label={t('organizations.typeCodeName', { codeName })}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        {failure ? <Notice tone="danger">{failure.text}</Notice> : null}
        <ModalActions>
          <Button onClick={onClose} disabled={form.isSaving}>
            {t('organizations.cancel')}
          </Button>
          <Button type="submit" variant="danger" loading={form.isSaving} disabled={!isConfirmed}>
            {t('organizations.deleteButton')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
