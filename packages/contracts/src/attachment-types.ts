/** Accepted file types by extension. The content must match (spec 3 §5). Never markup or SVG. */
export const attachmentTypes = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
} as const;
export type AttachmentType = (typeof attachmentTypes)[keyof typeof attachmentTypes];

/** Returns the type for a name's last extension; undefined if the type is not accepted. */
export const attachmentTypeOf = (filename: string): AttachmentType | undefined => {
  const [, extension] = /^\.*[^.].*\.([a-z]{3,4})$/is.exec(filename) ?? [];
  const known: Partial<Record<string, AttachmentType>> = attachmentTypes;
  return extension === undefined || !Object.hasOwn(known, extension.toLowerCase())
    ? undefined
    : known[extension.toLowerCase()];
};
