/**
 * A number before the title of the tab and a dot on its icon, in every browser: badges on icons exist for installed apps
 * only, and not everywhere.
 */
interface TabDocument {
  title: string;
  querySelector(selector: string): unknown;
}

const SVG = 'data:image/svg+xml,';
// @wc-ignore
const DOT = '<circle cx="75%" cy="25%" r="25%" fill="#d6453d" stroke="#fff" stroke-width="4%"/>';
const MARKED = /^\(\d+\) /;

export class TabMark {
  #count = 0;
  readonly #document: TabDocument;
  /** The icon without the dot. */
  #plain = '';

  /** `watch`: calls back at each change of the title, since each screen has its own. */
  constructor(document: TabDocument, watch: (changed: () => void) => void) {
    this.#document = document;
    watch(() => {
      this.#writeTitle();
    });
  }
  /** 0: no mark. */
  set(count: number): void {
    this.#count = count;
    this.#writeTitle();
    this.#drawDot();
  }
  #writeTitle(): void {
    const { title } = this.#document;
    const plain = title.replace(MARKED, '');
    const wanted = this.#count > 0 ? `(${this.#count}) ${plain}` : plain;
    if (wanted !== title) this.#document.title = wanted;
  }
  #drawDot(): void {
    const icon = this.#document.querySelector('link[rel="icon"]') as { href: string } | null;
    // The build writes the icon into the page; from any other address it would have to be fetched.
    if (!icon?.href.startsWith(SVG)) return;
    if (this.#plain === '') this.#plain = icon.href;
    const plain = decodeURIComponent(this.#plain.slice(SVG.length));
    const picture = this.#count > 0 ? plain.replace(/<\/svg>\s*$/, `${DOT}</svg>`) : plain;
    icon.href = SVG + encodeURIComponent(picture);
  }
}
