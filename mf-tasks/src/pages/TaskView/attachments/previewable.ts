import type { Attachment } from '@obieg/contracts';

export const isPicture = ({ mimeType }: Attachment): boolean =>
  ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(mimeType);

/** What can be looked at without leaving the page. */
export const isPreviewable = (attachment: Attachment): boolean =>
  isPicture(attachment) || attachment.mimeType === 'application/pdf';
