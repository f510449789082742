import { type WorkflowFile, workflowFileFormat, workflowLimits } from '@obieg/contracts';

const parameterCount = 50;
const conditionsPerStart = 3;

/** Starts whose check needs a search each, because no earlier one must apply, within the limits of a workflow. */
export const buildLargeWorkflow = (variant: number): WorkflowFile => {
  const startCount = Math.min(
    workflowLimits.transitions - 1,
    Math.floor(workflowLimits.conditions / conditionsPerStart),
  );
  const transition = {
    description: null,
    targetGroup: null,
    isActive: true,
    executorGroups: [],
    requiredParameters: [],
  };
  return {
    format: workflowFileFormat,
    parameters: Array.from({ length: parameterCount }, (_, index) => ({
      parameterName: `p${index}`,
      displayName: `p${index}`,
      description: null,
      parameterType: 'NUMBER',
      parameterStage: 'REGISTRATION',
      isActive: true,
      defaultValue: null,
      dictionaryValues: [],
      dependencies: [],
    })),
    statuses: [
      { name: 'Nowe', statusType: 'INITIAL' },
      { name: 'Gotowe', statusType: 'FINAL' },
    ],
    transitions: [
      ...Array.from({ length: startCount }, (_, id) => ({
        ...transition,
        name: `Start ${id}`,
        fromStatus: null,
        toStatus: 'Nowe',
        priorityOrder: id,
        parameterConditions: [
          [id, id % 5],
          [id * 3 + 1, id % 7],
          [id * 7 + 2, (id + variant) % 11],
        ].map(([parameter = 0, value]) => ({
          parameter: `p${parameter % parameterCount}`,
          conditionType: 'EQUALS' as const,
          conditionValue: String(value),
        })),
      })),
      {
        ...transition,
        name: 'Koniec',
        fromStatus: 'Nowe',
        toStatus: 'Gotowe',
        priorityOrder: 0,
        parameterConditions: [],
      },
    ],
    scenarios: [],
  };
};
