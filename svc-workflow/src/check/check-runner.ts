import { type Finding, type FindingCode, findingCodes } from '@obieg/contracts';
import { checkWorkflowWithin, sortFindings } from '@obieg/workflow-rules';
import type { CheckInput } from './check-messages';

export interface CheckResult {
  findings: Finding[];
  isComplete: boolean;
  unchecked: FindingCode[];
  /** False if no thread was free for the check, so that it says nothing about the workflow. */
  hasRun: boolean;
}

/** Runs checks of any organization. Never rejects: a check that cannot run or end is incomplete. */
export type RunCheck = (organizationId: number, input: CheckInput) => Promise<CheckResult>;

/** The time of a check. A usual one takes a tenth of it (docs/explanation/workflow-check.md). */
export const checkBudgetMs = 1_500;

export const notRun: CheckResult = {
  findings: [],
  isComplete: false,
  unchecked: [...findingCodes],
  hasRun: false,
};

/** Collects the results of rules. A rule without a result is unchecked. */
export const collectRules = () => {
  const findings: Finding[] = [];
  const complete = new Set<FindingCode>();
  return {
    add: (code: FindingCode, found: { findings: readonly Finding[]; isComplete: boolean }): void => {
      findings.push(...found.findings);
      if (found.isComplete) complete.add(code);
    },
    toResult: (): CheckResult => {
      const unchecked = findingCodes.filter((code) => !complete.has(code));
      return {
        findings: sortFindings(findings),
        isComplete: unchecked.length === 0,
        unchecked,
        hasRun: true,
      };
    },
  };
};

/** Runs checks in the calling thread, for tests and tools. A service uses `createCheckThreads`. */
export const runCheckHere: RunCheck = async (_, { configuration, groups, scenarios }) => {
  const rules = collectRules();
  checkWorkflowWithin({ budgetMs: checkBudgetMs, onRule: rules.add }, configuration, groups, scenarios);
  return rules.toResult();
};
