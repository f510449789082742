import type { Organization } from '@obieg/contracts';
import { IconButton } from '@obieg/ui';
import type { RowFrameProps } from '@obieg/ui/lists';
import { organizationAddress } from '@obieg/web-kit';
import { createContext, useContext, useMemo, useState } from 'react';
import { useSaveOrganization } from '../../api/organizations.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { OrganizationForm } from './OrganizationForm';
import classes from './organizations.module.css';
import type { Message } from './use-temporary-message';

interface TableActions {
  showMessage: (message: Message) => void;
  confirmDeletion: (organization: Organization) => void;
}

interface RowMode {
  edit: () => void;
  /** Whether the form has been closed, which lost the focus. */
  wasEdited: boolean;
}

/** Actions of the whole table, for its rows. */
export const TableActionsContext = createContext<TableActions>({
  showMessage: () => undefined,
  confirmDeletion: () => undefined,
});
const RowModeContext = createContext<RowMode>({ edit: () => undefined, wasEdited: false });

const columnCount = 4;

/** Restores the focus after the form closes. */
const focusOnMount = (button: HTMLButtonElement | null): void => button?.focus();

/** Buttons of a row. */
export const OrganizationActions = ({ organization }: { organization: Organization }) => {
  const t = useAdminMessages();
  const { confirmDeletion } = useContext(TableActionsContext);
  const { edit, wasEdited } = useContext(RowModeContext);
  return (
    <>
      <IconButton
        icon="edit"
        label={t('organizations.edit')}
        onClick={edit}
        {...(wasEdited ? { ref: focusOnMount } : {})}
      />
      <IconButton
        icon="delete"
        label={t('organizations.delete')}
        onClick={() => confirmDeletion(organization)}
      />
    </>
  );
};

/** Opens the new address if this page is at the organization's former one, where no call succeeds any more. */
const followAddress = (before: Organization, saved: Organization): void => {
  const isHere = location.origin === organizationAddress(before.codeName);
  if (isHere && saved.codeName !== before.codeName)
    location.assign(`${organizationAddress(saved.codeName)}/organizations`);
};

interface EditorProps {
  organization: Organization;
  onClose: () => void;
}

const OrganizationEditor = ({ organization, onClose }: EditorProps) => {
  const t = useAdminMessages();
  const { showMessage } = useContext(TableActionsContext);
  const { mutateAsync: update } = useSaveOrganization(organization.id);
  return (
    <OrganizationForm
      organization={organization}
      submitLabel={t('organizations.save')}
      onSave={async (body, etag) => {
        const saved = await update({ body, etag });
        showMessage({ tone: 'success', text: t('organizations.updated', { name: saved.name }) });
        onClose();
        followAddress(organization, saved);
      }}
      onFailure={(error) =>
        showMessage({ tone: 'danger', text: appendReason(t('organizations.updateFailed'), error) })
      }
      onCancel={onClose}
      autoFocus
    />
  );
};

/** Row of an organization, edited in place (spec 1 §4). */
export const OrganizationRow = ({ row, attributes, children }: RowFrameProps<Organization>) => {
  const [mode, setMode] = useState<'untouched' | 'editing' | 'edited'>('untouched');
  const rowMode = useMemo(() => ({ edit: () => setMode('editing'), wasEdited: mode === 'edited' }), [mode]);
  return (
    <tr {...attributes}>
      {mode === 'editing' ? (
        <td colSpan={columnCount} className={classes['editor']}>
          <OrganizationEditor organization={row} onClose={() => setMode('edited')} />
        </td>
      ) : (
        <RowModeContext value={rowMode}>{children}</RowModeContext>
      )}
    </tr>
  );
};
