import type { Finding, FindingSubject } from '@obieg/contracts';
import { useMemo } from 'react';
import { useWorkflowCheck } from './workflow-check.api';

const noFindings: readonly Finding[] = [];

/** Returns all findings of the saved workflow. Empty while they load, after a failure and for other members. */
export const useFindings = (): readonly Finding[] => useWorkflowCheck().data?.findings ?? noFindings;

/** Returns the findings about one entity. */
export const useFindingsOf = (kind: FindingSubject['kind'], id: number): readonly Finding[] => {
  const findings = useFindings();
  return useMemo(
    () => findings.filter(({ subject }) => subject.kind === kind && subject.id === id),
    [findings, kind, id],
  );
};
