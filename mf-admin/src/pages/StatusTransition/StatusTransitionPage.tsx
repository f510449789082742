import { Button } from '@obieg/ui';
import { useNavigate } from '@obieg/web-kit';
import { useAdminMessages } from '../../i18n/messages';
import { WorkflowEntityPage } from '../../workflow-entities/WorkflowEntityPage';
import { TransitionDetails } from './TransitionDetails';
import { TransitionForm } from './TransitionForm';
import { transitionKind } from './transition-kind';
import { useFormData } from './use-form-data';

const EditButton = ({ id }: { id: number }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  return (
    <Button
      variant="primary"
      icon="edit"
      onClick={() => void navigate(`${transitionKind.listPath}/${id}/edit`, { replace: true })}
    >
      {t('transition.editButton')}
    </Button>
  );
};

/** Creates, shows or edits a status transition (spec 2 §2). */
export const Component = () => (
  <WorkflowEntityPage
    kind={transitionKind}
    useFormData={useFormData}
    Form={TransitionForm}
    renderDetails={(transition, formData) => (
      <TransitionDetails transition={transition} formData={formData} />
    )}
    renderActions={({ entity }) => <EditButton id={entity.id} />}
  />
);
