import type { CanaryAudience } from './release-change';

/** Values of the form. The percentage is text until the user continues. */
export interface AudienceInput {
  percent: string;
  organizations: readonly string[];
}

export const emptyAudience: AudienceInput = { percent: '', organizations: [] };

export const toInput = ({ percent, organizations }: CanaryAudience): AudienceInput => ({
  percent: percent > 0 ? String(percent) : '',
  organizations,
});

/** Returns the audience, or the key of the text that says what is wrong. */
export const parseAudience = ({ percent, organizations }: AudienceInput): CanaryAudience | string => {
  const share = percent.trim() === '' ? 0 : Number(percent);
  if (!Number.isInteger(share) || share < 0 || share > 100) return 'delivery.percentInvalid';
  if (share === 0 && organizations.length === 0) return 'delivery.audienceRequired';
  return { percent: share, organizations };
};
