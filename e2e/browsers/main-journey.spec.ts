import { writeFileSync } from 'node:fs';
import { expect, test } from '../support/product';
import type { Browser } from './driver';
import { startFirefox } from './firefox';
import { playMainJourney } from './main-journey';
import { startWebKit } from './webkit';

const browsers: [name: string, start: () => Promise<Browser>][] = [
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
];

for (const [name, start] of browsers)
  test(`a visitor submits a task, follows it by number, and an operator completes it, ${name}`, async ({
    product,
  }, testInfo) => {
    const browser = await start();
    try {
      await playMainJourney(browser, product.gatewayUrl('acme'));
      expect(browser.listProblems(), 'problems that pages reported').toEqual([]);
      process.stdout.write(`${name}: ${await browser.readVersion()}\n`);
    } catch (error) {
      for (const [index, picture] of (await browser.takeScreenshots()).entries())
        writeFileSync(testInfo.outputPath(`page-${index + 1}.png`), picture);
      throw error;
    } finally {
      await browser.close();
    }
  });
