/**
 * Where our answers differ from those of monero-wallet-rpc 0.18.4.0, each with its reason. A comparison removes exactly
 * these from both answers and nothing else; any other difference is a bug of ours. Entries without `level` are
 * differences of behaviour: tests name them (`conduct`) where they check what ours does instead. The last list has
 * methods for which the reference has no good or no refused call, so that there is nothing to compare.
 */
import type { MethodName } from '../../src/rpc/contract.ts';

interface KnownDifference {
  /** The compared answer, as the tests name it. */
  readonly where: 'transfers' | 'balance' | 'answer' | 'conduct';
  /** Whose answer. */
  readonly method?: MethodName;
  readonly what: string;
  readonly reason: string;
  /** Removes the difference from an entry of either side. */
  readonly level?: (entry: object) => object;
}

const without =
  (...names: readonly string[]) =>
  (entry: object): object =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));
/** The answer with its lists sorted by their content. */
const sorted = (answer: object): object =>
  Object.fromEntries(
    Object.entries(answer).map(([name, list]) => [
      name,
      (list as readonly unknown[]).map((each) => JSON.stringify(each)).sort(),
    ]),
  );
/** Removed only from answers about a proof or signature that does not verify. */
const ofBad =
  (levelBad: (entry: object) => object) =>
  (entry: object): object =>
    'good' in entry && entry.good === false ? levelBad(entry) : entry;

const KNOWN_DIFFERENCES = [
  {
    where: 'transfers',
    what: 'change_amount of sent transfers',
    reason: 'newer versions of the reference return it; 0.18.4.0 does not have the field',
    level: without('change_amount'),
  },
  {
    where: 'transfers',
    what: 'timestamp of transfers in the pool',
    reason:
      'the reference takes its clock when it reads the pool; ours the time when the node received the transaction',
    level: (entry) => ('type' in entry && entry.type === 'pool' ? without('timestamp')(entry) : entry),
  },
  {
    where: 'answer',
    method: 'check_reserve_proof',
    what: 'the sums of a proof that does not verify',
    reason: 'the reference returns what it had summed before the proof turned out wrong; ours returns zeros',
    level: ofBad(without('total', 'spent')),
  },
  {
    where: 'answer',
    method: 'verify',
    what: 'the key of a signature that does not verify',
    reason: '0.18.4.0 names a key that did not sign; newer versions and ours answer invalid',
    level: ofBad(without('signature_type')),
  },
  {
    where: 'answer',
    method: 'is_multisig',
    what: 'kex_is_done',
    reason: 'newer versions of the reference return it',
    level: without('kex_is_done'),
  },
  {
    where: 'answer',
    method: 'get_transfers',
    what: 'the order of entries',
    reason: 'the reference has no order; ours begins with the oldest',
    level: sorted,
  },
  {
    where: 'conduct',
    what: 'outputs from before RingCT',
    reason:
      'ours cannot spend them, so they are in the balance and never unlocked; the reference counts them as unlocked',
  },
  {
    where: 'conduct',
    what: 'a reserve proof that is cut off or damaged in its length',
    reason:
      '0.18.4.0 uses the part that it could read and may answer good: false; newer versions and ours refuse it (-1)',
  },
  {
    where: 'conduct',
    what: 'a text that is no proof of a payment at all',
    reason:
      'the same code, but ours reports a missing header; the reference takes any nine letters for one, and reports ' +
      "a wrong size of the rest, or its string library's message about a short text",
  },
  {
    where: 'conduct',
    what: 'a node with fewer blocks than the wallet',
    reason:
      'refresh fails with node_not_synchronised (-3) and removes nothing; the reference reports success without new blocks',
  },
  {
    where: 'conduct',
    what: 'payments of ours in blocks that a reorg took',
    reason:
      'they wait for a block again, and fail only when 21 reads of the pool do not show them; the reference ' +
      'forgets them at once, so that people pay twice',
  },
  {
    where: 'conduct',
    what: 'spending by a copy of the wallet that is in the pool',
    reason:
      'ours shows it as pending and its inputs as spent; the reference sees it only in a block and would spend them again',
  },
  {
    where: 'conduct',
    what: 'a transaction that is relayed again after it was mined',
    reason:
      'it stays what it is, a payment in a block; the reference also lists it as pending until it refreshes',
  },
  {
    where: 'conduct',
    what: 'the payees of payments after a rescan that keeps what only the wallet knows',
    reason: 'only a hard rescan forgets them; the reference forgets them in both',
  },
  {
    where: 'conduct',
    what: 'a payee with a payment ID beside other payees',
    reason: 'ours names the cause before it builds (-5); the reference fails to build (-4)',
  },
  {
    where: 'conduct',
    what: 'an unlock time of a payment that is described',
    reason:
      'ours refuses a set whose payment could never be mined or would be locked; the reference describes it',
  },
  {
    where: 'conduct',
    what: 'an empty filename',
    reason: 'refused as an invalid name; the reference opens a wallet that is in memory only',
  },
  {
    where: 'conduct',
    what: 'a transaction that the node refused',
    reason: 'it stays in the history as failed; the reference has no entry',
  },
] as const satisfies readonly KnownDifference[];

/** One entry without its known differences. */
export function level(where: 'transfers' | 'balance', entry: object): object {
  return KNOWN_DIFFERENCES.reduce<object>(
    (left, each) => (each.where === where && 'level' in each ? each.level(left) : left),
    entry,
  );
}

/** An answer without its known differences. */
export function levelAnswer(method: MethodName, answer: object): object {
  return KNOWN_DIFFERENCES.reduce<object>(
    (left, each) => (each.where === 'answer' && each.method === method ? each.level(left) : left),
    answer,
  );
}

/** The difference in words. */
export function answerDifferences(method: MethodName): readonly string[] {
  return KNOWN_DIFFERENCES.flatMap((each) =>
    each.where === 'answer' && each.method === method ? [`${each.what}: ${each.reason}`] : [],
  );
}

type Conduct = Extract<(typeof KNOWN_DIFFERENCES)[number], { where: 'conduct' }>['what'];

/** Names in a test the known difference that it checks; the compiler checks the name. */
export function conduct(what: Conduct): Conduct {
  return what;
}

/** How the answer to one call differs. */
type World = 'closed' | 'open' | 'restricted';
export interface CallDifference {
  readonly methods: readonly MethodName[];
  /** How the parameters were changed, in the words of table/generated.ts; undefined: in any way. */
  readonly when?: RegExp;
  readonly world?: World;
  /** What is compared nevertheless: the code, or the code and message of refusals and the field names of results. */
  readonly keeps?: 'code' | 'kind';
  readonly reason: string;
}
export const CALL_DIFFERENCES: readonly CallDifference[] = [
  {
    methods: ['check_reserve_proof'],
    keeps: 'code',
    reason: 'the reference names the address of the node with which it was started; ours has none',
  },
  {
    methods: [
      'create_account',
      'create_address',
      'export_key_images',
      'freeze',
      'label_account',
      'label_address',
      'relay_tx',
      'set_account_tag_description',
      'start_mining',
      'stop_mining',
      'tag_accounts',
      'thaw',
      'untag_accounts',
    ],
    world: 'restricted',
    reason:
      'restricted callers may not call them (-7); the reference does not check whether the caller is restricted',
  },
  {
    methods: ['set_subaddress_lookahead', 'get_default_fee_priority', 'get_multisig_key_exchange_booster'],
    reason: 'newer versions of the reference have the method; 0.18.4.0 does not',
  },
  { methods: ['get_version'], reason: 'ours is the newest version of the interface, and a release' },
  {
    methods: ['freeze', 'thaw', 'frozen', 'finalize_multisig'],
    world: 'closed',
    reason: '0.18.4.0 crashes; ours reports that no wallet is open',
  },
  {
    methods: ['finalize_multisig'],
    reason:
      'the reference has removed the method and reads no parameters; ours reads them, then gives the same error',
  },
  {
    methods: ['rescan_blockchain'],
    when: /^keep_key_images: /,
    reason: 'newer versions of the reference have the field; 0.18.4.0 ignores it',
  },
  {
    methods: ['import_multisig_info'],
    when: /^refresh_after_import: /,
    reason: 'newer versions of the reference have the field; 0.18.4.0 ignores it',
  },
  {
    methods: ['add_address_book', 'edit_address_book'],
    when: /^(set_)?payment_id: /,
    reason: 'the specification has the field, and ours stores it; 0.18.4.0 ignores it',
  },
  {
    methods: ['get_accounts'],
    when: /^regex: /,
    reason: 'the specification names the field so, and ours reads it as regexp; 0.18.4.0 ignores it',
  },
  {
    methods: ['delete_address_book', 'edit_address_book'],
    when: /^index: \d{16,}/,
    reason: 'ours reports an index beyond 2^53 - 1 as 2^53 - 1',
  },
  {
    methods: ['create_address'],
    when: /^count: /,
    reason: 'newer versions and ours allow 65536 at once, 0.18.4.0 allows 64; from there on addresses differ',
  },
  {
    methods: ['open_wallet', 'create_wallet', 'restore_deterministic_wallet', 'generate_from_keys'],
    when: /^(filename|nothing|no object|no filename|no password|password|autosave_current|unknown fields)/,
    world: 'closed',
    reason: 'the reference names a path on its disk, or the error of its disk; ours names no path',
  },
  {
    methods: ['create_wallet', 'get_languages'],
    when: /^polyseed: /,
    reason: 'releases until 0.18.5 do not know this parameter; newer versions and ours do',
  },
  {
    methods: ['sign', 'make_integrated_address', 'export_key_images'],
    keeps: 'kind',
    reason: 'the answer is partly random',
  },
  {
    methods: ['import_key_images', 'rescan_spent', 'start_mining'],
    world: 'open',
    reason:
      'the reference counts its node as trusted although it has none; ours trusts no node when none is set',
  },
  {
    methods: ['refresh', 'rescan_blockchain', 'scan_tx', 'sweep_dust'],
    world: 'open',
    reason: 'the reference runs with --offline and reports success; ours reports that no node is set',
  },
  {
    methods: ['get_transfers', 'get_transfer_by_txid'],
    when: /^(pool: true|txid: "f)/,
    reason: 'without a node the reference answers an error without code and message; ours reports that (-38)',
  },
  {
    methods: ['transfer', 'transfer_split'],
    when: /^(no unlock_time|unlock_time: (null|\[\]|0)$)/,
    world: 'open',
    reason:
      'the reference runs with --offline and cannot get the height (-4); ours reports that no node is set (-38)',
  },
  {
    methods: ['sweep_all', 'sweep_single', 'transfer', 'transfer_split'],
    when: /^priority: /,
    reason: 'newer versions and ours refuse a priority above 4 before anything else (-53)',
  },
  {
    methods: ['estimate_tx_size_and_weight'],
    reason: 'the reference asks the node for the rules; looking.test.ts compares with a node',
  },
  {
    methods: [
      'close_wallet',
      'create_wallet',
      'open_wallet',
      'generate_from_keys',
      'restore_deterministic_wallet',
    ],
    world: 'restricted',
    reason:
      'restricted callers may not change which wallet is open; 0.18.4.0 closes it, and checks its folder first',
  },
  {
    methods: ['describe_transfer', 'sign_transfer', 'submit_transfer', 'import_outputs'],
    world: 'open',
    when: /^(?!multisig_txset)/,
    keeps: 'code',
    reason: 'ours names what is wrong with the set',
  },
  {
    methods: ['describe_transfer'],
    when: /^multisig_txset: /,
    reason:
      'ours first reports that the wallet is not multisig (-31), the reference that it cannot read the set (-34)',
  },
  {
    methods: [
      'create_wallet',
      'query_key',
      'add_address_book',
      'sweep_all',
      'sweep_single',
      'make_uri',
      'parse_uri',
    ],
    when: /^(language|key_type|address|uri): "f{20}/,
    keeps: 'code',
    reason: 'a text of 64 hex digits may be a key: ours does not repeat it in its message',
  },
];

/** Outcomes that no call of the reference has. */
export const NEVER: readonly {
  readonly methods: readonly MethodName[];
  readonly comes: 'answered' | 'refused';
  readonly reason: string;
}[] = [
  {
    methods: ['get_languages', 'get_version'],
    comes: 'refused',
    reason: 'it has no parameters and needs no wallet, and restricted callers may call it',
  },
  {
    methods: ['finalize_multisig'],
    comes: 'answered',
    reason: 'the reference has a stub that refuses every call, and newer versions have removed it',
  },
];

/** The reason for such an outcome. */
export function knownCall({
  world,
  method,
  what,
}: {
  readonly world: World;
  readonly method: MethodName;
  readonly what: string;
}): CallDifference | undefined {
  return CALL_DIFFERENCES.find(
    (each) =>
      each.methods.includes(method) && (each.world ?? world) === world && (each.when?.test(what) ?? true),
  );
}
