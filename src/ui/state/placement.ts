/**
 * Where a build for frames (src/entries/frame-ancestors.ts) runs: who serves it, and which pages contain it. The screens show
 * both, since these sites can change what the person sees. Tests: tests/unit/ui/placement.test.ts.
 */
import { allOf, anyOf } from '../format/format.ts';

export interface Placement {
  /** Host that serves the app. */
  readonly server: string;
  /** Hosts of the pages that contain the app, as words of a sentence. Undefined: the app has the window for itself. */
  readonly inside?: string;
  /** A page of another origin contains it: the browser may keep what this frame stores apart. */
  readonly foreign: boolean;
}
/** The needed facts of the page's window. */
export interface WindowFacts {
  readonly framed: boolean;
  readonly location: {
    readonly origin: string;
    readonly host: string;
    /** Origins of the containing pages. Firefox does not have it. */
    readonly ancestorOrigins?: Iterable<string>;
  };
}

/** `refused`: in a frame for which this build is not meant. Undefined: a usual build in a window of its own. */
export function placementOf(
  { framed, location: { origin, host, ancestorOrigins } }: WindowFacts,
  ancestors: readonly string[],
): Placement | 'refused' | undefined {
  if (!framed) return ancestors.length === 0 ? undefined : { server: host, foreign: false };
  const allowed = ancestors.map((source) => (source === "'self'" ? origin : source));
  if (allowed.length === 0) return 'refused';
  const around = ancestorOrigins && [...new Set(ancestorOrigins)];
  if (around?.some((each) => !allowed.includes(each))) return 'refused';
  // Without the list of the browser it is one of the pages that the headers allow.
  const possible = around ?? allowed;
  return {
    server: host,
    inside: (around ? allOf : anyOf)(possible.map((each) => new URL(each).host)),
    foreign: possible.some((each) => each !== origin),
  };
}
