import { defineReaction } from '@obieg/service-kit';
import { attachVerifiedFiles } from '../pending-attachments/verify-files';

export const onEmailVerified = defineReaction({
  type: 'obieg.identity.email.verified',
  apply: (tx, { data, traceparent }) => attachVerifiedFiles(tx, data, traceparent),
});
