import * as z from 'zod';
import { parseNetworks } from './address-rules';

/** A setting with networks separated by commas. */
export const networksSetting = z.string().transform((text, context): ReturnType<typeof parseNetworks> => {
  try {
    return parseNetworks(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be networks such as 10.1.0.0/16,fd00::/8' });
    return z.NEVER;
  }
});
