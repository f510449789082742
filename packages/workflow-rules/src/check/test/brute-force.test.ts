import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkWorkflow } from '../check-workflow';
import { exploreEverything } from './brute-force';
import { groupsArbitrary, workflowArbitrary } from './random-workflows';
import { replayExample } from './replay';

const seeds = [1, 2, 3];
const runsPerSeed = 1_000;

describe('checkWorkflow', () => {
  it.each(seeds)('finds what trying everything finds, with true examples, seed %i', (seed) => {
    fc.assert(
      fc.property(workflowArbitrary, groupsArbitrary, (configuration, groups) => {
        const findings = checkWorkflow(configuration, groups);
        const marks = findings.map(({ code, subject: { kind, id } }) => `${code} ${kind}:${id}`);
        expect(marks.sort()).toEqual(exploreEverything(configuration, groups));
        for (const finding of findings)
          if (finding.example) replayExample(configuration, finding, finding.example);
      }),
      { seed, numRuns: runsPerSeed },
    );
  });
});
