import type { Finding, FindingSeverity } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { createConditionOf, createSeverityOf, listDecidedIds, listMarks } from './describe-workflow';
import { buildWorkflow } from './workflow.builders';

const [template] = buildWorkflow({ statuses: 3, transitions: 1 }, 1).transitions;
if (!template) throw new Error('The builder returned no transition.');
const transition = (fromStatusId: number | null, toStatusId: number, isActive = true) => ({
  ...template,
  fromStatusId,
  toStatusId,
  isActive,
});
const finding = (code: Finding['code'], severity: FindingSeverity, id: number): Finding => ({
  code,
  severity,
  subject: { kind: 'status', id, name: '' },
  related: [],
  message: { pl: '', en: '' },
  example: null,
});
const intermediate = { id: 2, statusType: 'INTERMEDIATE' } as const;

describe('createConditionOf', () => {
  it('recognizes a status without any transition', () => {
    expect(createConditionOf([transition(null, 1)], [])(intermediate)).toBe('unconnected');
    expect(createConditionOf([transition(1, 2), transition(2, 1)], [])(intermediate)).toBeUndefined();
  });

  it('recognizes a dead end without an active exit', () => {
    expect(createConditionOf([transition(1, 2)], [])(intermediate)).toBe('deadEnd');
    expect(createConditionOf([transition(1, 2), transition(2, 1, false)], [])(intermediate)).toBe('deadEnd');
    expect(createConditionOf([transition(1, 2)], [])({ id: 2, statusType: 'FINAL' })).toBeUndefined();
  });

  it('recognizes a dead end that only the check finds', () => {
    const transitions = [transition(1, 2), transition(2, 1)];
    expect(createConditionOf(transitions, [finding('STATUS_DEAD_END', 'error', 2)])(intermediate)).toBe(
      'deadEnd',
    );
    expect(
      createConditionOf(transitions, [finding('STATUS_UNREACHABLE', 'warning', 2)])(intermediate),
    ).toBeUndefined();
  });
});

describe('createSeverityOf', () => {
  it('returns the most severe finding of the kind', () => {
    const findings = [finding('STATUS_UNREACHABLE', 'warning', 2), finding('STATUS_DEAD_END', 'error', 2)];
    expect(createSeverityOf(findings, 'status')({ id: 2 })).toBe('error');
    expect(createSeverityOf(findings.toReversed(), 'status')({ id: 2 })).toBe('error');
    expect(createSeverityOf(findings, 'status')({ id: 3 })).toBeUndefined();
    expect(createSeverityOf(findings, 'transition')({ id: 2 })).toBeUndefined();
  });
});

describe('listMarks', () => {
  it('lists what a transition needs, and its finding', () => {
    expect(listMarks(template, undefined)).toEqual([]);
    const marked = {
      ...template,
      isActive: false,
      executorGroupIds: [1],
      parameterConditions: [
        { id: 1, parameterId: 1, conditionType: 'EXISTS' as const, conditionValue: null },
      ],
      requiredParameters: [{ id: 1, parameterId: 1, isMandatory: true, defaultValue: null }],
    };
    expect(listMarks(marked, 'warning')).toEqual([
      'inactive',
      'conditions',
      'requirements',
      'executors',
      'warning',
    ]);
  });

  it('marks the transitions that an approval runs', () => {
    const status = { id: 1, name: 'Do akceptacji', statusType: 'INTERMEDIATE' as const, createdAt: '' };
    const approval = {
      approverGroupIds: [1],
      quorum: 'ANY' as const,
      isAuthorExcluded: true,
      approvedTransitionId: template.id,
      rejectedTransitionId: template.id + 1,
    };
    expect(listMarks(template, undefined, listDecidedIds([{ ...status, approval }]))).toEqual(['approval']);
    expect(listMarks(template, undefined, listDecidedIds([{ ...status, approval: null }]))).toEqual([]);
  });
});
