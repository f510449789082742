import type { WorkflowParameter } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';

/** The server keeps parameters that others depend on, so their button says why it is disabled. */
export const describeDependents = (
  { id }: WorkflowParameter,
  parameters: readonly WorkflowParameter[],
  t: Translate,
): string | undefined => {
  const names = parameters
    .filter(({ dependencies }) => dependencies.some(({ parentParameterId }) => parentParameterId === id))
    .map(({ parameterName }) => parameterName);
  return names.length > 0 ? t('parameters.hasDependents', { names: names.join(', ') }) : undefined;
};
