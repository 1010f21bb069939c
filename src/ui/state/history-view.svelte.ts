/** What the History shows of the transfers. Kept while the wallet is open, so that Back finds it as it was. */
export class HistoryView {
  /** Empty: all transfers. */
  filter = $state('');
  search = $state('');
  /** Number of pages shown. */
  pages = $state(1);

  clear(): void {
    this.filter = '';
    this.search = '';
    this.pages = 1;
  }
}
