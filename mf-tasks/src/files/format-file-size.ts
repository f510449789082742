const units = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** Formats a size with base 1024 and at most two decimals (spec 3 §9). */
export const formatFileSize = (bytes: number): string => {
  const rank = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** rank).toFixed(2))} ${units[rank]}`;
};
