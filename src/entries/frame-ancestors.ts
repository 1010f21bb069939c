/**
 * The pages that may show the whole app in a frame, for a site that serves the wallet itself: `'self'` and origins. Empty in
 * a usual build. The build option OSTRO_FRAME_ANCESTORS names them (scripts/tools/build/frame-ancestors.ts).
 */
declare const __FRAME_ANCESTORS__: readonly string[];

export const FRAME_ANCESTORS: readonly string[] = __FRAME_ANCESTORS__;
