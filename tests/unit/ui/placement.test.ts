import { describe, expect, it } from 'vitest';
import { placementOf } from '../../../src/ui/state/placement.ts';

const OWN = 'https://shop.example';
const OTHER = 'https://news.example:8443';
const location = (...ancestorOrigins: string[]) => ({ origin: OWN, host: 'shop.example', ancestorOrigins });
const firefox = { origin: OWN, host: 'shop.example' };

describe('where the app runs', () => {
  it('is not mentioned in a usual build, which does not run in a frame', () => {
    expect(placementOf({ framed: false, location: location() }, [])).toBeUndefined();
    for (const place of [location(OWN), location(OTHER), firefox])
      expect(placementOf({ framed: true, location: place }, [])).toBe('refused');
  });
  it('is a window of its own, of the site that serves a build for frames', () => {
    expect(placementOf({ framed: false, location: location() }, ["'self'"])).toEqual({
      server: 'shop.example',
      foreign: false,
    });
  });
  it('is a page of the same site or of another one', () => {
    expect(placementOf({ framed: true, location: location(OWN) }, ["'self'"])).toEqual({
      server: 'shop.example',
      inside: 'shop.example',
      foreign: false,
    });
    expect(placementOf({ framed: true, location: location(OWN, OTHER) }, ["'self'", OTHER])).toEqual({
      server: 'shop.example',
      inside: 'shop.example and news.example:8443',
      foreign: true,
    });
  });
  it('is refused when one of the containing pages is not allowed, or hides its origin', () => {
    expect(placementOf({ framed: true, location: location(OTHER) }, ["'self'"])).toBe('refused');
    expect(placementOf({ framed: true, location: location(OWN, OTHER) }, ["'self'"])).toBe('refused');
    expect(placementOf({ framed: true, location: location('null') }, ["'self'"])).toBe('refused');
  });
  it('is one of the allowed pages where the browser does not say which', () => {
    expect(placementOf({ framed: true, location: firefox }, ["'self'", OTHER])).toEqual({
      server: 'shop.example',
      inside: 'shop.example or news.example:8443',
      foreign: true,
    });
  });
});
