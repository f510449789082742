import { Counter, type Registry } from 'prom-client';

/** Counts downloads aborted because of the store. Each one needs investigation, so an alert watches the counter. */
export const createAttachmentMetrics = (registry: Registry) => {
  const brokenDownloads = new Counter({
    name: 'obieg_attachment_downloads_broken_total',
    help: 'Aborted downloads: the stored file differs from the upload (content), or the store failed (store)',
    labelNames: ['reason'],
    registers: [registry],
  });
  // Initialized to 0, because an alert detects an increase only of an existing series.
  for (const reason of ['content', 'store'] satisfies AbortReason[]) brokenDownloads.inc({ reason }, 0);
  return { brokenDownloads };
};

/** `content`: the stored file differs from the upload. `store`: the store failed while it sent the file. */
export type AbortReason = 'content' | 'store';
export type AttachmentMetrics = ReturnType<typeof createAttachmentMetrics>;
