import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { devices } from './devices';

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

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Loads axe once per document. Sending and compiling it for each check took a third of the check's processor time. */
const loadAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
};

/** Fails with rule and element of each accessibility violation, once animations have ended. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await waitForAnimations(page);
  await loadAxe(page);
  const violations = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  });
  expect(violations, `accessibility of ${page.url()}`).toEqual([]);
};

/** Fails if the page scrolls sideways. */
export const expectNoOverflow = async (page: Page): Promise<void> => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `pixels beyond the screen of ${page.url()}`).toBeLessThanOrEqual(0);
};

/** Fails with each visible word that continues on another line. A break beside punctuation is allowed. */
export const expectWholeWords = async (area: Locator): Promise<void> => {
  const broken = await area.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('.ob-visually-hidden, option')) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word);
      }
    }
    return words;
  });
  expect(broken, `broken words of ${area.page().url()}`).toEqual([]);
};

/** Fails if the page is not accessible in the current theme, or scrolls sideways. */
export const expectReadable = async (page: Page): Promise<void> => {
  await expectAccessible(page);
  await expectNoOverflow(page);
};

const useDevice = async (page: Page, { viewport, colorScheme }: (typeof devices)[number]): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
};

/**
 * Like {@link expectReadable}, on each device, first on the desktop. Leaves the page there. Parts that a phone hides,
 * such as a diagram, lose their state.
 */
export const expectReadableOnDevices = async (page: Page): Promise<void> => {
  for (const device of devices) {
    await useDevice(page, device);
    await expectReadable(page);
  }
  await useDevice(page, devices[0]);
};
