import type { CheckedGroup } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { transitionOf } from '../../vectors.builders';
import { checkWorkflow } from '../check-workflow';
import { soundWorkflow } from './corpus';

const build = (isAuthorExcluded: boolean, more: object = {}) => {
  const workflow = soundWorkflow();
  workflow.transitions.push(transitionOf(8, 3, 4, more));
  for (const status of workflow.statuses)
    if (status.id === 3)
      status.approval = {
        approverGroupIds: [1, 2],
        quorum: 'ANY',
        isAuthorExcluded,
        approvedTransitionId: 5,
        rejectedTransitionId: 8,
      };
  return workflow;
};
const withExecutors = (it: number[], hr: number[]): CheckedGroup[] => [
  { id: 1, name: 'IT', hasExecutors: true, executorIds: it },
  { id: 2, name: 'Kadry', hasExecutors: hr.length > 0, executorIds: hr },
];

describe('the finding about an approval without approvers', () => {
  it('reports groups whose only member can be the author', () => {
    const [finding, ...others] = checkWorkflow(build(true), withExecutors([7], [7]));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: 'APPROVAL_WITHOUT_APPROVERS', subject: { kind: 'status', id: 3 } });
    expect(finding?.message.en).toContain('“IT”, “Kadry”');
    expect(finding?.example?.path.at(-1)?.status.id).toBe(3);
  });

  it.each([
    ['two members of different groups', true, [7], [8]],
    ['one member who may decide about own tasks', false, [7], [7]],
  ])('accepts %s', (_, isAuthorExcluded, it, hr) => {
    expect(checkWorkflow(build(isAuthorExcluded), withExecutors(it, hr))).toEqual([]);
  });
});

describe('the finding about an approval that is stuck', () => {
  it('names the answer that a decision does not give, with a task that lacks it', () => {
    const workflow = build(true, {
      name: 'Odrzuć',
      requiredParameters: [{ id: 1, parameterId: 4, isMandatory: true, defaultValue: null }],
    });
    const [finding, ...others] = checkWorkflow(workflow, withExecutors([7, 8], []));
    expect(others).toEqual([]);
    expect(finding?.code).toBe('APPROVAL_STUCK');
    expect(finding?.message.en).toContain('After rejection');
    expect(finding?.message.en).toContain('requires the answer “Pytanie 4”');
    expect(finding?.example?.path.at(-1)?.status.id).toBe(3);
  });

  it('is silent if each task has the answer', () => {
    const workflow = build(true, {
      requiredParameters: [{ id: 1, parameterId: 1, isMandatory: true, defaultValue: null }],
    });
    const question = workflow.parameters.find(({ id }) => id === 1);
    expect(question?.dependencies).toEqual([]);
    const findings = checkWorkflow(workflow, withExecutors([7, 8], []));
    expect(findings.map(({ code }) => code)).toEqual([]);
  });
});
