import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Waits until nothing is on its way in or out: what is half there has half its contrast. What turns for ever does not count. */
const waitForStillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isMoving = ({ playState, effect }: Animation): boolean =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    // A movement begins a frame or two after what it shows is there.
    for (let stillFrames = 0; stillFrames < 4; stillFrames += 1) {
      await new Promise(requestAnimationFrame);
      if (document.getAnimations().some(isMoving)) stillFrames = 0;
    }
  });

/** Fails with the rule and the place of each violation that axe finds on the page once it stands still. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await waitForStillness(page);
  // Legacy: judged in the page itself. Else each look opens a page more, only for frames of other origins; there are none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
};

/** Accessible in the theme that is on, and nothing reaches beyond the width of the screen. */
export const expectReadable = async (page: Page): Promise<void> => {
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `pixels beyond the screen of ${page.url()}`).toBeLessThanOrEqual(0);
};
