import { Button } from '@obieg/ui';
import { useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import type { Deletion } from '../api/entity-api';
import type { Versioned } from '../api/optimistic-concurrency';
import { useAdminMessages } from '../i18n/messages';
import { DeleteDialog } from '../lists/DeleteDialog';
import { DeletionImpact } from '../task-impact/ChangeImpact';
import type { EntityKind } from './entity-kind';

interface EntityActionsProps<Entity extends { id: number }, Body> {
  kind: EntityKind<Entity, Body>;
  versioned: Versioned<Entity>;
  editLabel: string;
  deletion: Deletion;
  /** Why the entity cannot be deleted. */
  disabledReason: string | undefined;
}

/** Buttons of an entity's page: delete and edit. */
export const EntityActions = <Entity extends { id: number }, Body>({
  kind: { name, listPath, listTexts, getLabel },
  versioned: { entity, etag },
  editLabel,
  deletion,
  disabledReason,
}: EntityActionsProps<Entity, Body>) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <Button icon="delete" disabledReason={disabledReason} onClick={() => setIsDialogOpen(true)}>
        {t(`${listTexts}.deleteButton`)}
      </Button>
      <Button variant="primary" icon="edit" to={`${listPath}/${entity.id}/edit`}>
        {editLabel}
      </Button>
      <DeleteDialog
        shown={isDialogOpen ? entity : undefined}
        name={getLabel(entity)}
        etag={etag}
        texts={listTexts}
        deletion={deletion}
        isReasonEnough
        onDeleted={() => void navigate(listPath)}
        onClose={() => setIsDialogOpen(false)}
      >
        {isDialogOpen && name !== 'calendar' && name !== 'target' ? (
          <DeletionImpact kind={name} id={entity.id} />
        ) : null}
      </DeleteDialog>
    </>
  );
};
