import { join } from 'node:path';
import { expect } from 'vitest';
import type { Visit } from './browser.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'] ?? '';
const HEIGHT = 800;
/** Colours change no width, so the dark is looked at only for pictures. */
const COLOURS = SCREENSHOTS === '' ? (['light'] as const) : (['light', 'dark'] as const);
/** From a desk, as which a page is opened, to a phone. */
const WIDTHS = [1280, 800, 390] as const;

/**
 * Looks at a screen that is open in each width: nothing is wider than the window. If `SCREENSHOTS` names a folder, it
 * also takes pictures with this name, light and dark. Ends with the window as it was.
 */
export async function everyLook({ page }: Visit, name: string, check?: (look: string) => Promise<void>) {
  const before = page.viewportSize();
  for (const colorScheme of COLOURS) {
    // Even if nothing changes by it, all styles are computed again.
    if (COLOURS.length > 1) await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      const look = `${name}-${colorScheme}-${width}`;
      await page.setViewportSize({ width, height: HEIGHT });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, look).toBeLessThanOrEqual(0);
      await check?.(look);
      if (SCREENSHOTS !== '')
        await page.screenshot({ path: join(SCREENSHOTS, `${look}.png`), fullPage: true });
    }
  }
  if (COLOURS.length > 1) await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
}
