/// <reference path="./css-modules.d.ts" />

export { ConflictField } from './conflicts/ConflictField';
export { ConflictNotice } from './conflicts/ConflictNotice';
export { describeJoined } from './conflicts/describe-joined';
export type { JoinedField, JoinedFields } from './conflicts/join-changes';
export { isSame, joinRecords, joinRows, joinSets } from './conflicts/join-values';
export { joinsMax, saveJoined } from './conflicts/save-joined';
export type { ConflictLanguage } from './conflicts/texts';
export { type JoinedChanges, type Revision, useJoinedChanges } from './conflicts/use-joined-changes';
