/** Whether an ISO 8601 text is a moment of the years 1 to 9999 in UTC. Without zod, which first pages do not load. */
export const isKnownMoment = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9_999;
};
