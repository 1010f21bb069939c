/**
 * The build option OSTRO_FRAME_ANCESTORS: pages that may show the whole app in a frame, for a site that serves the wallet
 * itself (docs/embedding.md). Without it no page may.
 */

const SOURCE =
  /^(?:'self'|https:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?|http:\/\/(?:localhost|[a-z\d.-]+\.localhost|127\.0\.0\.1)(?::\d{1,5})?)$/;

/**
 * Reads `'self' https://shop.example`: `'self'` and exact origins, HTTPS or on this computer. Throws for everything else:
 * a wildcard would also allow pages that the operator has not named.
 */
export function readFrameAncestors(text: string = ''): readonly string[] {
  const sources = text.split(/\s+/).filter((source) => source !== '');
  const wrong = sources.find((source) => !SOURCE.test(source));
  if (wrong !== undefined)
    throw new Error(
      `OSTRO_FRAME_ANCESTORS: ${wrong} is neither 'self' nor an origin such as https://shop.example`,
    );
  return [...new Set(sources)];
}

/** What the environment says. */
export function ownFrameAncestors() {
  return readFrameAncestors(process.env.OSTRO_FRAME_ANCESTORS);
}
