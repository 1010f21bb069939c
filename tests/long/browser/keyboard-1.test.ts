/** A third of the screens on a phone without a pointer; and the look at a screen, whose other tests are in large-text-1.test.ts to -3. */
import { describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { describeKeyboard } from '../../support/ui-dev/every-keyboard.ts';
import { keyboardFaults } from '../../support/ui-dev/keyboard.ts';
import { unreadableTexts } from '../../support/ui-dev/on-screen.mjs';
import { serveScreens } from '../../support/ui-dev/serve-screens.mjs';

/** A page with each fault once. */
const FAULTY = `<style>* { margin: 0; font: 16px/1.2 sans-serif } .bar { position: fixed; inset: auto 0 0; height: 60px; background: #fff }
  .cut { width: 80px; overflow: hidden; white-space: nowrap } .over { margin: -1rem 0 0 } select { width: 90px }</style>
  <button style="outline: 0">Plain</button>
  <button onfocus="this.nextElementSibling.nextElementSibling.focus()">First</button><button>Skipped</button><a href="#a">Last</a>
  <input type="radio" name="r" checked><input type="radio" name="r" id="other"
    onfocus="this.previousElementSibling.focus()">
  <p class="cut">This text is cut</p><p>This is below</p><p class="over">This lies over it</p>
  <select><option>A choice that is long</option></select>
  <a href="#b" style="position: fixed; bottom: 20px">Hidden</a><div class="bar"></div>`;
const SHEET = `<button id="opener">Opener</button><dialog oncancel="event.preventDefault()"><button>In it</button>
  <input aria-label="Trap" onkeydown="if (event.key === 'Tab') event.preventDefault()"></dialog>
  <script>document.querySelector('dialog').showModal()</script>`;

describe('the look at a screen', () => {
  it('finds each fault of a page that has them', async () => {
    await using browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.setContent(FAULTY);
    expect((await page.evaluate(unreadableTexts)).map((fault) => fault.replace(/ <.*| px.*/, ''))).toEqual([
      '“This text is cut” is cut by',
      '“This is below” and “This lies over it” lie over each other',
      expect.stringMatching(/^“A choice that is long” has \d+ of \d+$/),
    ]);
    const faults = (await keyboardFaults(page)).join('\n');
    expect(faults).toMatch(/>Plain<\/button> looks the same with the focus/);
    expect(faults).toMatch(/^Tab does not reach <button>Skipped</m);
    expect(faults).toMatch(/>Hidden<\/a> has the focus and is covered by <div class="bar">/);
    expect(faults).toMatch(/^arrow keys do not reach <input type="radio" name="r" id="other"/m);
    await page.setContent(SHEET);
    const inSheet = (await keyboardFaults(page)).join('\n');
    expect(inSheet).toMatch(/^Tab does not leave <input aria-label="Trap"/m);
    expect(inSheet).toMatch(/^Escape does not close the sheet$/m);
  });
});

describe('the question of a site in large text', () => {
  it('does not go to and fro between two hints of which one is higher', async () => {
    const server = await serveScreens();
    try {
      await using browser = await launchBrowser({ args: ['--blink-settings=defaultFontSize=32'] });
      const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
      // In Spanish “Scroll up” is a line longer than “Scroll to the end”, and the hint is part of what scrolls.
      await page.addInitScript(() => {
        localStorage.setItem('ostro language', 'es');
      });
      await page.goto(`${server.url}?scenario=home&ask=payment#/`);
      await page.getByText('Desplázate hasta el final').waitFor();
      const hints = await page.getByRole('group', { name: 'La petición' }).evaluate(async (box) => {
        const hint = box.querySelector('footer .hint')!;
        const shown = [hint.textContent.trim()];
        const height = hint.clientHeight;
        box.scrollTo(0, box.scrollHeight);
        for (let frame = 0; frame < 30; frame++) {
          await new Promise(requestAnimationFrame);
          const text = hint.textContent.trim();
          if (text !== shown.at(-1)) shown.push(text);
        }
        return { shown, higher: hint.clientHeight > height };
      });
      expect(hints.shown).toEqual([
        expect.stringContaining('hasta el final'),
        expect.stringContaining('hacia arriba'),
      ]);
      expect(hints.higher).toBe(true);
    } finally {
      await server.stop();
    }
  });
});

describeKeyboard('on a phone', { number: 1, count: 3 });
