/// <reference path="./css-modules.d.ts" />

export { Chip, ChipList } from './data/Chip';
export { DataTable, type RowSlice } from './data/DataTable';
export { ListDate } from './data/ListDate';
export { LoadMore } from './data/LoadMore';
export { RowCheckbox } from './data/RowCheckbox';
export { SelectedCount } from './data/SelectedCount';
export type { RowFrameProps } from './data/TableRow';
export type { Column } from './data/table-column';
export { CheckboxList } from './form/CheckboxList';
export { CheckboxMenu } from './form/CheckboxMenu';
export { FieldPair } from './form/FieldPair';
export { ViewSwitch } from './form/ViewSwitch';
