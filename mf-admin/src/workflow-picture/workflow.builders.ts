import type { StatusTransition, StatusType, WorkflowStatus } from '@obieg/contracts';
import { createRandom } from '@obieg/contracts/testing';
import { layoutPicture, type PictureRequest } from './geometry/layout-picture';
import type { Picture } from './geometry/picture';
import { estimateTextWidth } from './geometry/wrap-text';

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

export const buildStatus = (id: number, statusType: StatusType = 'INTERMEDIATE'): WorkflowStatus => ({
  id,
  name: `Etap ${id}`,
  statusType,
  createdAt: '2026-03-02T10:00:00.000Z',
});

export const buildTransition = (
  id: number,
  fromStatusId: number | null,
  toStatusId: number,
): StatusTransition => ({
  id,
  name: `Przejście ${id}`,
  description: null,
  fromStatusId,
  fromStatusName: fromStatusId === null ? null : `Etap ${fromStatusId}`,
  toStatusId,
  toStatusName: `Etap ${toStatusId}`,
  targetGroupId: null,
  targetGroupName: null,
  priorityOrder: 0,
  isActive: true,
  executorGroupIds: [],
  parameterConditions: [],
  requiredParameters: [],
});

/** Builds a workflow as organizations have them: mostly steps forward, some back, some in parallel. */
export const buildWorkflow = (
  size: { statuses: number; transitions: number },
  seed: number,
): { statuses: WorkflowStatus[]; transitions: StatusTransition[] } => {
  const random = createRandom(seed);
  const statuses = Array.from({ length: size.statuses }, (_, index): WorkflowStatus => {
    const status = buildStatus(index + 1, typeOf(index, size.statuses));
    return index % 4 === 3
      ? { ...status, name: `${status.name}: oczekiwanie na opinię działu prawnego` }
      : status;
  });
  const transitions = Array.from({ length: size.transitions }, (_, index): StatusTransition => {
    const from = index === 0 ? null : 1 + (index % size.statuses);
    const step = random() < 0.7 ? 1 + Math.floor(random() * 4) : -Math.floor(random() * 6);
    const to = from === null ? 1 : Math.min(size.statuses, Math.max(1, from + step));
    const name = `${names[index % names.length]} ${index + 1}`;
    return { ...buildTransition(index + 1, from, to), name, isActive: index % 9 !== 8 };
  });
  return { statuses, transitions };
};

/** Builds a picture with some marks and dead ends. */
export const buildPicture = (request: Partial<PictureRequest>): Picture =>
  layoutPicture({
    statuses: [],
    transitions: [],
    positions: [],
    texts: { start: 'New task', captionOf: () => 'Dead end' },
    marksOf: ({ id }) => (id % 3 === 0 ? ['conditions', 'executors', 'error'] : []),
    conditionOf: ({ id }) => (id % 5 === 0 && !request.compactCanvas ? 'deadEnd' : undefined),
    severityOf: () => undefined,
    measure: estimateTextWidth,
    ...request,
  });
