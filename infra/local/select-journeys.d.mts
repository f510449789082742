export function selectJourneys(files: readonly string[]): string[] | undefined;
