/** The user's own node: what it says about itself, and commands to it. */
import { cleanText } from '../../../base/clean-text.ts';
import type { MethodName, Params, Result } from '../../../client/client.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';

export type NodeOverview = Result<'x_node_overview'>;
type Command = Extract<MethodName, `x_node_${string}`>;
type CommandParams<Name extends Command> = Omit<Params<Name>, 'address'>;

export class OwnNodeState extends Attempts {
  overview = $state.raw<NodeOverview | undefined>(undefined);
  /** Why the node was not read the last time; what it said before stays. */
  problem = $state.raw<unknown>(undefined);
  /** The effect of the last command. */
  done = $state('');
  stopped = $state(false);
  readonly address: string;
  readonly #session: Session;
  readonly #loading = this.latest();

  constructor(session: Session, address: string) {
    super();
    this.#session = session;
    this.address = address;
  }
  get host(): string {
    return this.address.replace(/^https?:\/\//, '');
  }
  /** Reads the overview. Does nothing while a read or a command is running, or after the node was stopped. */
  async load(): Promise<void> {
    if (!this.#loading.running && !this.busy && !this.stopped) await this.#load();
  }
  /** Forgets the outcome of the last command: another sheet opens. */
  begin(): void {
    this.done = '';
    this.error = undefined;
  }
  /** Commands the node and reads it again; `done` says what happened. Returns whether it succeeded. */
  async command<Name extends Command>(
    method: Name,
    params: CommandParams<Name>,
    done: string | ((answer: Result<Name>) => string),
  ): Promise<boolean> {
    this.done = '';
    return this.attempt(async (task) => {
      // The compiler does not see that the parts make up the params.
      const whole = { ...params, address: this.address } as unknown as Params<Name>;
      const answer = await task.wait(this.#session.client.call(method, whole));
      this.done = typeof done === 'string' ? done : done(answer);
      // An answer that is on its way may be older than the command.
      await this.#load();
    });
  }
  stop(): Promise<boolean> {
    const { address } = this;
    return this.attempt(async (task) => {
      await task.wait(this.#session.client.call('x_node_stop', { address }));
      this.stopped = true;
    });
  }
  async #load(): Promise<void> {
    try {
      await this.#loading.run(async (task) => {
        const { address } = this;
        this.overview = await task.wait(this.#session.client.call('x_node_overview', { address }));
        this.problem = undefined;
      });
    } catch (error) {
      this.problem = error;
    }
  }
}

/** The connections of the node, each address once: it names the row in which a person is asked about it. */
export function connectionsOf({ connections = [] }: NodeOverview): NonNullable<NodeOverview['connections']> {
  return [...new Map(connections.map((each) => [each.address, each])).values()];
}

/** A whole number from `min` to `max` that was typed; undefined for anything else. */
export function wholeNumber(text: string, min: number, max: number): number | undefined {
  const typed = cleanText(text).trim();
  const number = /^-?\d{1,10}$/.test(typed) ? Number(typed) : NaN;
  return number >= min && number <= max ? number : undefined;
}
