import type { CannedRepliesResponse } from '@obieg/contracts';
import type { DemoClient } from './demo-client';
import type { DemoOrganization } from './demo-model';

/** Adds the canned replies. Skips those of an earlier, interrupted run. */
export const seedReplies = async (
  site: DemoClient,
  { administrator, cannedReplies = [] }: DemoOrganization,
): Promise<void> => {
  if (cannedReplies.length === 0) return;
  const path = '/api/canned-replies';
  const { replies } = await site.call<CannedRepliesResponse>('GET', path, { as: administrator });
  for (const reply of cannedReplies)
    if (!replies.some(({ name }) => name === reply.name))
      await site.call('POST', path, { as: administrator, body: reply });
};
