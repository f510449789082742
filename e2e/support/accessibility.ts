import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Waits until all finite animations have ended. An element that fades in has too little contrast for axe. Endless
 * animations are ignored.
 */
const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isMoving = ({ playState, effect }: Animation): boolean =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    // An animation starts one or two frames after its element appears.
    for (let stillFrames = 0; stillFrames < 4; stillFrames += 1) {
      await new Promise(requestAnimationFrame);
      if (document.getAnimations().some(isMoving)) stillFrames = 0;
    }
  });

/** Fails with rule and element of each accessibility violation, once animations have ended. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await waitForAnimations(page);
  // Legacy mode runs axe in the page itself. The default mode opens a further page for cross-origin frames, which we
  // do not have.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
};

/** Fails if the page scrolls sideways. */
export const expectNoOverflow = async (page: Page): Promise<void> => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `pixels beyond the screen of ${page.url()}`).toBeLessThanOrEqual(0);
};

/** Fails if the page is not accessible in the current theme, or scrolls sideways. */
export const expectReadable = async (page: Page): Promise<void> => {
  await expectAccessible(page);
  await expectNoOverflow(page);
};
