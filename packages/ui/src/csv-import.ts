/// <reference path="./css-modules.d.ts" />

export { ImportWizard } from './csv-import/ImportWizard';
export type { ImportChoice, ImportKind } from './csv-import/import-kind';
export { type FieldHeadings, foldHeading, guessPreset, mapHeadings } from './csv-import/map-headings';
