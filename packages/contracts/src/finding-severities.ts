/** Gravest first. */
export const findingSeverities = ['error', 'warning', 'hint'] as const;
