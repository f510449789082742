/** Stages whose questions submitters see, and their answers. Never a stage that this version does not know. */
export const shownStages = ['REGISTRATION', 'ALWAYS'] as const;
