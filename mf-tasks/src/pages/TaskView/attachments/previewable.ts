import type { Attachment } from '@obieg/contracts';

export const isImage = ({ mimeType }: Attachment): boolean =>
  ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(mimeType);

/** Whether the preview dialog can show the attachment. */
export const isPreviewable = (attachment: Attachment): boolean =>
  isImage(attachment) || attachment.mimeType === 'application/pdf';
