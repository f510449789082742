import { Counter, type Registry } from 'prom-client';

/** Counts downloads that broke off by a fault of the store; anything above nought is for a person to look at. */
export const createAttachmentMetrics = (registry: Registry) => {
  const brokenDownloads = new Counter({
    name: 'obieg_attachment_downloads_broken_total',
    help: 'Downloads broken off: the store gave other content than was uploaded, or stopped giving',
    labelNames: ['reason'],
    registers: [registry],
  });
  // An alert sees a rise only of a number that was there before.
  for (const reason of ['content', 'store'] satisfies BreakReason[]) brokenDownloads.inc({ reason }, 0);
  return { brokenDownloads };
};
/** `store`: it stopped giving. */
export type BreakReason = 'content' | 'store';
export type AttachmentMetrics = ReturnType<typeof createAttachmentMetrics>;
