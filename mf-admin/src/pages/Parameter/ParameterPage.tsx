import type { WorkflowParameter } from '@obieg/contracts';
import type { Versioned } from '../../api/optimistic-concurrency';
import { useAvailableParents, useDeleteParameter } from '../../api/parameters.api';
import { useAdminMessages } from '../../i18n/messages';
import { EntityActions } from '../../workflow-entities/EntityActions';
import type { EntityMode, FormData } from '../../workflow-entities/entity-kind';
import { useParameterUses } from '../../workflow-entities/use-parameter-uses';
import { WorkflowEntityPage } from '../../workflow-entities/WorkflowEntityPage';
import { ParameterDetails } from './ParameterDetails';
import { ParameterForm } from './ParameterForm';
import type { Parents } from './parameter-form';
import { parameterKind } from './parameter-kind';

const ViewActions = (versioned: Versioned<WorkflowParameter>) => {
  const t = useAdminMessages();
  const describeUses = useParameterUses();
  return (
    <EntityActions
      kind={parameterKind}
      versioned={versioned}
      editLabel={t('parameter.edit')}
      deletion={useDeleteParameter()}
      disabledReason={describeUses(versioned.entity.id)}
    />
  );
};

/** Loads the possible parents. The parameter just saved can be the parent of the next one. */
const useFormData = (mode: EntityMode): FormData<Parents> => {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useAvailableParents();
  return {
    data: mode === 'create' && !isFetchedAfterMount ? undefined : data,
    error,
    isFetching,
    retry: () => void refetch(),
    refresh: refetch,
  };
};

/** Creates, shows or edits a workflow parameter (spec 2 §2). */
export const Component = () => (
  <WorkflowEntityPage
    kind={parameterKind}
    useFormData={useFormData}
    Form={ParameterForm}
    renderDetails={(parameter, parents) => <ParameterDetails parameter={parameter} parameters={parents} />}
    renderActions={(versioned) => <ViewActions {...versioned} />}
  />
);
