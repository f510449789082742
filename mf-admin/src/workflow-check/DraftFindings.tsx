import { Notice } from '@obieg/ui';
import { checkWorkflowWithin, renameAnswersOf } from '@obieg/workflow-rules';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTransitionList } from '../api/transitions.api';
import { useAdminMessages } from '../i18n/messages';
import { applyDraft, type Draft, listDraftRenames, selectDraftFindings } from './draft-configuration';
import { FindingList } from './FindingList';
import { isHint } from './finding-texts';
import { UncheckedNote } from './UncheckedNote';
import { useSavedConfiguration } from './use-saved-configuration';
import { useScenarioList, useWorkflowCheck } from './workflow-check.api';

/** Loads what the check of a draft needs. Undefined until all of it is there. */
const useCheckedWorkflow = () => {
  const configuration = useSavedConfiguration();
  const scenarios = useScenarioList().data;
  const check = useWorkflowCheck().data;
  return useMemo(
    () => (configuration && scenarios && check ? { configuration, scenarios, check } : undefined),
    [configuration, scenarios, check],
  );
};

/**
 * A check runs in the thread of the page, which must stay responsive; the server has more time. A busy machine can use
 * up the time of a small workflow, too, so the check is repeated with more.
 */
const budgetsMs = [200, 400, 600];
const pauseMs = 300;

const nothing = { findings: [], unchecked: [], parameters: [] };

/** Runs the server's check on the workflow as it would be after saving. */
const useDraftFindings = (draft: Draft | undefined) => {
  const saved = useCheckedWorkflow();
  // Typing stays responsive while a large workflow is checked.
  const deferred = useDeferredValue(draft);
  const [attempt, setAttempt] = useState(0);
  const result = useMemo(() => {
    if (!saved || !deferred) return nothing;
    const { configuration, scenarios, check } = saved;
    const drafted = applyDraft(configuration, deferred);
    const options = { budgetMs: budgetsMs[attempt] ?? 0 };
    const renamed = renameAnswersOf(scenarios, listDraftRenames(configuration, deferred));
    const { findings, unchecked } = checkWorkflowWithin(options, drafted, check.groups, renamed);
    return {
      findings: selectDraftFindings(findings, check.findings, deferred),
      unchecked,
      parameters: drafted.parameters,
    };
  }, [saved, deferred, attempt]);
  const isRepeated = result.unchecked.length > 0 && attempt < budgetsMs.length - 1;
  useEffect(() => {
    if (!isRepeated) return;
    const timer = setTimeout(() => setAttempt(attempt + 1), pauseMs);
    return () => clearTimeout(timer);
  }, [isRepeated, attempt]);
  return result;
};

/** Names the transitions for which the server refuses a status that is no longer INITIAL: new tasks start in it. */
const useStartsOf = (draft: Draft | undefined): string[] => {
  const transitions = useTransitionList().data ?? [];
  if (draft?.kind !== 'status' || draft.saved.statusType === 'INITIAL') return [];
  return transitions
    .filter(({ fromStatusId, toStatusId }) => fromStatusId === null && toStatusId === draft.id)
    .map(({ name }) => name);
};

/**
 * Warns before saving: lists the mistakes that the workflow would have, and what was not checked. Never blocks saving.
 * Of a change that the server refuses, it says only why.
 *
 * @param draft must keep its identity while the form is unchanged; undefined while the form is incomplete
 */
export const DraftFindings = ({ draft }: { draft: Draft | undefined }) => {
  const t = useAdminMessages();
  const { findings, unchecked, parameters } = useDraftFindings(draft);
  const starts = useStartsOf(draft);
  if (starts.length > 0)
    return <Notice tone="danger">{t('check.draftRefused', { names: starts.join(', ') })}</Notice>;
  if (findings.length === 0) return <UncheckedNote unchecked={unchecked} isDraft />;
  const areHints = findings.every(isHint);
  return (
    <Notice
      tone={areHints ? 'info' : 'warning'}
      title={t(areHints ? 'check.draftHints' : 'check.draftTitle')}
    >
      <FindingList findings={findings} parameters={parameters} hasLinks={false} />
      <UncheckedNote unchecked={unchecked} isDraft />
    </Notice>
  );
};
