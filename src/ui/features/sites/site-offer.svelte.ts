/** In the extension: the site at whose page the person has pressed the icon, until it is turned on or left off. */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { SwitchPort } from '../../state/site-switch.ts';

interface Offered {
  readonly origin: string;
  readonly tab: number;
}

export class OfferedSite extends Attempts {
  offered = $state.raw<Offered | undefined>(undefined);
  /** The browser asked the person, who said no. */
  refused = $state(false);
  readonly #port: Pick<SwitchPort, 'allow' | 'onOffer'>;

  constructor(port: Pick<SwitchPort, 'allow' | 'onOffer'>) {
    super();
    this.#port = port;
    port.onOffer((offered) => {
      this.refused = false;
      this.offered = offered;
    });
  }
  /** Call it in a click, before anything else: browsers ask only then. */
  allow({ origin, tab }: Offered): Promise<boolean> {
    const allowing = this.#port.allow(origin, tab);
    return this.attempt(async (task) => {
      const yes = await task.wait(allowing);
      this.refused = !yes;
      if (yes) this.leave();
    });
  }
  leave(): void {
    this.offered = undefined;
  }
}
