/**
 * Facts that each method states about itself. The lists of methods derive from them: those of the worker directly, those of
 * the page, the SDK and the wallet server through files that `npm run gen` writes. What a method does not state is refused.
 * A comment `// No screen: …` says why no screen of the page calls the method.
 */
import type { DeepPartial, Infer, NamesIn } from '../base/shape.ts';
import type { Shape } from './schema.ts';
import type { SiteRule } from './site-rules.ts';

/**
 * `read`: answers, and changes no record that a person made. `change`: changes records of the open wallet. `spend`: sends,
 * signs or proves with the keys of the wallet. `app`: opens and closes wallets, reads the chain, or sets the app.
 */
export type Access = 'read' | 'change' | 'spend' | 'app';

/**
 * Names of the sentences with which the console asks before a call. The page has the sentences, since it translates them
 * (ui/features/console/effects.ts); a name without one does not compile there.
 */
export type Warning =
  | 'answers_site'
  | 'asks_about_coins'
  | 'asks_about_proof'
  | 'asks_about_transactions'
  | 'becomes_signer'
  | 'closes_wallet'
  | 'frees_money'
  | 'gives_view_key'
  | 'locks_spend_key'
  | 'pops_blocks'
  | 'prunes_node'
  | 'removes_history'
  | 'removes_messages'
  | 'removes_payment'
  | 'removes_site'
  | 'removes_wallet'
  | 'replaces_password'
  | 'rescans'
  | 'sends_account'
  | 'sends_again'
  | 'sends_built'
  | 'sends_coin'
  | 'sends_destinations'
  | 'sends_old_coins'
  | 'sends_paper_keys'
  | 'sends_prepared'
  | 'sends_signed'
  | 'stops_node';

/** How the console presents the method. */
export interface ConsoleFacts<P extends Shape, R extends Shape> {
  /** The sentence that the person confirms before the call; absent: none. */
  readonly warning?: Warning;
  /** Parameters without which the method is of no use; the wire lets every one be missing. */
  readonly needs?: readonly (keyof P)[];
  /** Passwords, words and keys among the fields, at any depth: hidden while typed, not kept, not copied. */
  readonly secrets?: readonly NoInfer<NamesIn<Infer<P>> | NamesIn<Infer<R>>>[];
  /** Parameters and answer may be secret, whatever their names: none of them is kept. */
  readonly secret?: true;
  /** The password is asked for first, since a secret of the wallet is shown: always, or when this flag is set. */
  readonly password?: true | keyof P;
  /** After the call another wallet is open, or none, or the same one with other keys. */
  readonly otherWallet?: true;
  /** Parameters to try the method with; `<address>` in a text stands for an address of the open wallet. */
  readonly example?: DeepPartial<Infer<P>>;
}

/** A site needs this for the call: a connection, or the permission of that name. */
export type SiteTier = 'public' | 'identity' | 'read' | 'spend';
/** The use that web sites may make of the method; a method without these facts does not exist for sites (sites/README.md). */
export interface SiteFacts<P extends Shape> {
  readonly tier: SiteTier;
  /** The parameters that a site may set; every other one is refused. */
  readonly params: { readonly [K in keyof P]?: SiteRule<Infer<P>[K & keyof Infer<P>]> };
  /** The person confirms each call, or a budget covers it. */
  readonly asks?: true;
  /** The site gets the answer as it is: nothing in it depends on accounts. Otherwise sites/ must have code for it. */
  readonly whole?: true;
}
/** The facts of a method that the frame page answers, too: without a wallet, and with the whole answer. */
export interface FrameFacts<P extends Shape> extends SiteFacts<P> {
  readonly tier: 'public';
  readonly frame: true;
}

/** Where a version of the reference differs from what is known here (compat.ts). */
export interface CompatDifference<P extends Shape, R extends Shape> {
  /** The version lacks the method. */
  readonly absent?: true;
  /** The version allows it in restricted mode. */
  readonly restricted?: true;
  /** The version ignores these parameters; they have these values. */
  readonly params?: Partial<Infer<P>>;
  /** Fields of the result that always have these values. */
  readonly result?: Partial<Infer<R>>;
  /** A field that the result lacks, at any depth. */
  readonly without?: NamesIn<Infer<R>>;
}
/** `release`: 0.18.5.1 with interface 1.31. `master`: the development branch, with 1.32. */
export type Compat = 'release' | 'master';
