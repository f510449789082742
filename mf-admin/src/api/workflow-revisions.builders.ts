import type { WorkflowPreview, WorkflowRevision } from '@obieg/contracts';

export const buildRevision = (number: number, more: Partial<WorkflowRevision> = {}): WorkflowRevision => ({
  number,
  createdAt: '2026-11-27T09:00:00.000Z',
  author: { id: 2, username: 'anna' },
  kind: 'EDITED',
  restoredFrom: null,
  summary: { pl: `Zmiana ${number}`, en: `Change ${number}` },
  ...more,
});

export const buildPreview = (more: Partial<WorkflowPreview> = {}): WorkflowPreview => ({
  revision: 3,
  changes: [{ entity: 'status', action: 'REMOVED', name: 'W drodze', fields: [] }],
  findings: [],
  impact: { statuses: [], missingGroups: [], transitions: [] },
  ...more,
});
