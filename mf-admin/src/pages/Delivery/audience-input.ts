import * as z from 'zod';
import type { CanaryAudience, ReleaseChange } from './release-change';

/** Values of the release form. The percentage is text until the user continues. */
const valuesSchema = z.object({
  version: z.string().min(1),
  target: z.enum(['everybody', 'canary']),
  percent: z.string(),
  organizations: z.array(z.string()),
});
export type ReleaseValues = z.infer<typeof valuesSchema>;

/** Returns the values of the form's start. @param canary the running canary whose audience is changed */
export const toReleaseValues = (canary: ({ version: string } & CanaryAudience) | null): ReleaseValues => ({
  version: canary?.version ?? '',
  target: canary ? 'canary' : 'everybody',
  percent: canary && canary.percent > 0 ? String(canary.percent) : '',
  organizations: [...(canary?.organizations ?? [])],
});

/** Returns the audience, or the key of the text that says what is wrong. */
export const parseAudience = ({
  percent,
  organizations,
}: Pick<ReleaseValues, 'percent' | 'organizations'>): CanaryAudience | string => {
  const share = percent.trim() === '' ? 0 : Number(percent);
  if (!Number.isInteger(share) || share < 0 || share > 100) return 'delivery.percentInvalid';
  if (share === 0 && organizations.length === 0) return 'delivery.audienceRequired';
  return { percent: share, organizations };
};

/** Validates the form and returns the change. Error messages are message keys. */
export const releaseSchema = valuesSchema.transform((values, { addIssue }): ReleaseChange => {
  const { version } = values;
  if (values.target === 'everybody') return { kind: 'release', version };
  const audience = parseAudience(values);
  if (typeof audience === 'object') return { kind: 'canary', version, audience };
  addIssue({ code: 'custom', path: ['percent'], message: audience });
  return z.NEVER;
});
