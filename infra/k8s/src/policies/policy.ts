import type { Manifest } from '../manifest';

/** A rule that a rendered overlay must obey. */
export interface Policy {
  name: string;
  /** @returns a sentence for each violation */
  findViolations(manifests: readonly Manifest[]): string[];
}
