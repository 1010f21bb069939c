import { describe, expect, it } from 'vitest';
import { watchKeyboard } from '../../../src/ui/app/keyboard.ts';

/** A page of 800 px whose visual viewport changes by hand. */
const page = () => {
  const view = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
  const heights: number[] = [];
  const stop = watchKeyboard(
    { innerHeight: 800, visualViewport: view as unknown as VisualViewport },
    (height) => heights.push(height),
  );
  const change = (to: Partial<typeof view>, event = 'resize'): void => {
    Object.assign(view, to);
    view.dispatchEvent(new Event(event));
  };
  return { heights, change, stop };
};

describe('the height that a keyboard covers', () => {
  it('is what the visual viewport leaves at the bottom, and 0 again when the keyboard is gone', () => {
    const { heights, change } = page();
    change({ height: 460.4 });
    change({ offsetTop: 120 }, 'scroll');
    change({ height: 800, offsetTop: 0 });
    expect(heights).toEqual([340, 220, 0]);
  });
  it('is 0 on a page that the user has enlarged', () => {
    const { heights, change } = page();
    change({ height: 400, scale: 2 });
    expect(heights).toEqual([0]);
  });
  it('is not measured after the end, nor without a visual viewport', () => {
    const { heights, change, stop } = page();
    stop();
    change({ height: 400 });
    watchKeyboard({ innerHeight: 800, visualViewport: null }, (height) => heights.push(height))();
    expect(heights).toEqual([]);
  });
});
