import type { StatusTransition, WorkflowStatus } from '@obieg/contracts';
import { createRandom } from '@obieg/contracts/testing';

const names = [
  'Przyjmij',
  'Przekaż do działu',
  'Poproś o uzupełnienie dokumentów',
  'Zatwierdź',
  'Odrzuć bez rozpatrzenia z powodu braków formalnych',
  'Wznów',
  'Eskaluj do kierownika',
  'Zakończ',
];

const typeOf = (index: number, count: number): WorkflowStatus['statusType'] => {
  if (index === 0) return 'INITIAL';
  return index >= count - Math.ceil(count / 10) ? 'FINAL' : 'INTERMEDIATE';
};

/** Builds a workflow as organizations have them: mostly steps forward, some back, some in parallel. */
export const buildWorkflow = (
  size: { statuses: number; transitions: number },
  seed: number,
): { statuses: WorkflowStatus[]; transitions: StatusTransition[] } => {
  const random = createRandom(seed);
  const statuses = Array.from(
    { length: size.statuses },
    (_, index): WorkflowStatus => ({
      id: index + 1,
      name:
        index % 4 === 3 ? `Etap ${index + 1}: oczekiwanie na opinię działu prawnego` : `Etap ${index + 1}`,
      statusType: typeOf(index, size.statuses),
      createdAt: '2026-03-02T10:00:00.000Z',
    }),
  );
  const transitions = Array.from({ length: size.transitions }, (_, index): StatusTransition => {
    const from = index === 0 ? null : 1 + (index % size.statuses);
    const step = random() < 0.7 ? 1 + Math.floor(random() * 4) : -Math.floor(random() * 6);
    const to = from === null ? 1 : Math.min(size.statuses, Math.max(1, from + step));
    return {
      id: index + 1,
      name: `${names[index % names.length]} ${index + 1}`,
      description: null,
      fromStatusId: from,
      fromStatusName: from === null ? null : (statuses[from - 1]?.name ?? ''),
      toStatusId: to,
      toStatusName: statuses[to - 1]?.name ?? '',
      targetGroupId: null,
      targetGroupName: null,
      priorityOrder: 0,
      isActive: index % 9 !== 8,
      executorGroupIds: [],
      parameterConditions: [],
      requiredParameters: [],
    };
  });
  return { statuses, transitions };
};
