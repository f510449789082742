/** What to import: a chosen file or a template. */
export interface ImportSource {
  name: string;
  file: unknown;
}
