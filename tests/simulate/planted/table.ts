/**
 * Bugs at real places, one change each: the simulator must find every one. They are applied in memory alone (hooks.mjs); a
 * test checks that each place still exists. A bug that is not found makes the simulator better, not this list shorter.
 */
export interface PlantedBug {
  readonly name: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly search: string;
  readonly replace: string;
}

const bug = (name: string, file: string, search: string, replace: string): PlantedBug => ({
  ...{ name, file, search, replace },
});

export const PLANTED: readonly PlantedBug[] = [
  bug(
    'commits of IndexedDB are not flushed',
    'src/store/connection.ts',
    "{ durability: 'strict' }",
    "{ durability: 'relaxed' }",
  ),
  bug('appended frames are not flushed', 'src/server/files/folder.ts', '    await file.datasync();\n', ''),
  bug('new files are not flushed', 'src/server/files/folder.ts', '    await file.sync();\n', ''),
  bug(
    'names of new files are not flushed',
    'src/server/files/folder.ts',
    '  await syncFolder(fs, dir).catch((error: unknown) => Promise.reject(uncertain(error)));\n',
    '',
  ),
  bug(
    'the bytes of a failed append stay',
    'src/server/files/folder.ts',
    '    const undone = await removeFrom(file, end);\n',
    '    const undone = true;\n',
  ),
  bug(
    'a frame counts although its checksum is wrong',
    'src/store/frames.ts',
    '  if (!equalBytes(await checksum(content), reader.take(CHECKSUM))) return undefined;\n',
    '  reader.take(CHECKSUM);\n',
  ),
  bug(
    'a failed append says it was written',
    'src/server/files/folder.ts',
    '    throw undone ? error : uncertain(error);\n',
    '    void undone;\n',
  ),
  bug(
    'a short write counts as whole',
    'src/server/files/folder.ts',
    '    for (let done = 0; done < bytes.length;)\n      done +=',
    '    for (let done = 0; done < 1;)\n      done +=',
  ),
  bug(
    'the lock of an ended program stays',
    'src/server/files/owner.ts',
    'if (!canLook) return silentMs > SILENT_MS;',
    'if (!canLook) return false;',
  ),
  bug(
    'an outdated owner may write',
    'src/store/idb.ts',
    "        if (found.owner !== owner || found.sequence !== after) return 'fenced';\n",
    '',
  ),
  bug(
    'a new owner is not written',
    'src/store/idb.ts',
    'const header = { ...found, owner, usedAt };',
    'const header = { ...found, usedAt };',
  ),
  bug(
    'the header of a commit is not written',
    'src/store/idb.ts',
    "await Promise.all([...writes, tx.objectStore('wallets').put(header)]);",
    'await Promise.all(writes);',
  ),
  bug(
    'an aborted transaction counts as done',
    'src/store/connection.ts',
    '    await done;\n    return result;',
    '    return result;',
  ),
  bug(
    'a full disk counts as written',
    'src/store/connection.ts',
    "if (error.name === 'QuotaExceededError') return fault('storage_full');",
    "if (error.name === 'QuotaExceededError') return new Error('unexpected');",
  ),
  bug(
    'one sequence number is used twice',
    'src/store/files/open-file.ts',
    '  opened.header = next;\n',
    '  opened.header = { ...next, sequence: header.sequence };\n',
  ),
  bug(
    'records are sealed with one nonce',
    'src/store/crypt.ts',
    'nonce: random.bytes(NONCE_SIZE), data: aadBytes(aad)',
    'nonce: new Uint8Array(NONCE_SIZE), data: aadBytes(aad)',
  ),
  bug(
    'a new password is not written',
    'src/store/files/open-file.ts',
    'await commit(opened, { ...opened.header, slot }, {});',
    'opened.header = { ...opened.header, slot };',
  ),
  bug(
    'a migration runs again',
    'src/store/connection.ts',
    'if (migration.version > from) await',
    'if (migration.version >= from) await',
  ),
  bug(
    'a commit is answered before it is stored',
    'src/wallet/state/state.ts',
    '        await file.append(bytes);\n',
    '        void file.append(bytes).catch(() => undefined);\n',
  ),
  bug(
    'the journal is never compacted',
    'src/wallet/state/large-journal.ts',
    '  return (\n    entries >',
    '  return false && (\n    entries >',
  ),
  bug(
    'a snapshot forgets the table rings',
    'src/wallet/state/state.ts',
    'for (const table of TABLES) {\n      if (table ===',
    "for (const table of TABLES.filter((name) => name !== 'rings')) {\n      if (table ===",
  ),
  bug(
    'a snapshot forgets the table keyedCalls',
    'src/wallet/state/state.ts',
    'for (const table of TABLES) {\n      if (table ===',
    "for (const table of TABLES.filter((name) => name !== 'keyedCalls')) {\n      if (table ===",
  ),
  bug(
    'a snapshot forgets the table notes',
    'src/wallet/state/state.ts',
    'for (const table of TABLES) {\n      if (table ===',
    "for (const table of TABLES.filter((name) => name !== 'notes')) {\n      if (table ===",
  ),
  bug(
    'a snapshot forgets the table attributes',
    'src/wallet/state/state.ts',
    'for (const table of TABLES) {\n      if (table ===',
    "for (const table of TABLES.filter((name) => name !== 'attributes')) {\n      if (table ===",
  ),
  bug(
    'a snapshot forgets the table outgoing',
    'src/wallet/state/state.ts',
    'for (const table of TABLES) {\n      if (table ===',
    "for (const table of TABLES.filter((name) => name !== 'outgoing')) {\n      if (table ===",
  ),
  bug(
    'a snapshot forgets the table events',
    'src/wallet/state/state.ts',
    'for (const table of TABLES) {\n      if (table ===',
    "for (const table of TABLES.filter((name) => name !== 'events')) {\n      if (table ===",
  ),
  bug(
    'a snapshot forgets the table sites',
    'src/wallet/state/state.ts',
    'for (const table of TABLES) {\n      if (table ===',
    "for (const table of TABLES.filter((name) => name !== 'sites')) {\n      if (table ===",
  ),
  bug(
    'a snapshot forgets the table labels',
    'src/wallet/state/state.ts',
    'for (const table of TABLES) {\n      if (table ===',
    "for (const table of TABLES.filter((name) => name !== 'labels')) {\n      if (table ===",
  ),
  bug(
    'memory keeps a spend that the disk refused',
    'src/wallet/state/state.ts',
    '        await file.append(bytes);\n        touched',
    '        state.apply(next);\n        await file.append(bytes);\n        touched',
  ),
  bug(
    'a payment is sent before it is stored',
    'src/wallet/spend/outbox.ts',
    '  await storePending(deps, pending, receiver);\n',
    '',
  ),
  bug(
    'a lost answer counts as a refusal',
    'src/wallet/spend/outbox.ts',
    "  if (code === 'relay_unknown')\n    return",
    "  if (code === 'nothing')\n    return",
  ),
  bug(
    'a lost answer frees the inputs',
    'src/daemon/relay.ts',
    '    throw isFault(error) ? unknown() : error;\n  }\n};\n\n/** True if the node knows',
    "    throw isFault(error) ? fault('tx_rejected', { reason: '', flags: [] }) : error;\n  }\n};\n\n/** True if the node knows",
  ),
  bug(
    'a payment is never sent again',
    'src/wallet/spend/outbox.ts',
    'if (!blob || (known === RELAYED && !again && missing < MISSING_BEFORE_RELAY)) continue;',
    'if (blob) continue;',
  ),
  bug(
    'a stored call is made again',
    'src/wallet/areas/payments.ts',
    'if (stored) {',
    'if (stored && stored.txids.length > 9) {',
  ),
  bug(
    'a keyed call is not stored',
    'src/wallet/spend/keyed-calls.ts',
    "      draft.put('keyedCalls', call.key, { hash: call.hash, at, txids: ids, result });\n",
    '',
  ),
  bug(
    'two calls with one key run at once',
    'src/wallet/spend/locks.ts',
    '    await earlier?.catch(() => undefined);\n',
    '',
  ),
  bug(
    'inputs of a payment stay free',
    'src/wallet/spend/put-pending.ts',
    'draft.setOutput(outputIndex, { ...output, spent: { height: 0, txid: pending.txid } });',
    'draft.setOutput(outputIndex, output);',
  ),
  bug(
    'a prepared payment may spend spent outputs',
    'src/wallet/spend/pending.ts',
    "    if (spent) throw fault('output_not_spendable', { reason: 'spent' });\n",
    '',
  ),
  bug(
    'a ring is forgotten',
    'src/wallet/decoys/draws.ts',
    '  return ring?.indices.includes(globalIndex) ? ring.indices : undefined;',
    '  return undefined;',
  ),
  bug(
    'a ring is not stored',
    'src/wallet/decoys/rings.ts',
    'const kept = keptRing(spending[i]!, earlierOf(spending[i]!));',
    'const kept = undefined;',
  ),
  bug(
    'a refused payment may be paid again',
    'src/wallet/spend/refused.ts',
    "(record) => record.state === 'failed' && !record.notSent && record.account === account,",
    "(record) => record.state === 'nothing',",
  ),
  bug(
    'a payment in the pool may be given up',
    'src/wallet/spend/late-payment.ts',
    'MISSING_BEFORE_GIVING_UP = 3',
    'MISSING_BEFORE_GIVING_UP = 0',
  ),
  bug(
    'one refusal ends a payment that a node has',
    'src/wallet/spend/outbox.ts',
    'const MAX_REFUSALS = 6;',
    'const MAX_REFUSALS = 0;',
  ),
  bug(
    'money is shown as unlocked a block too early',
    'src/wallet/ledger/balance.ts',
    'at > 0 && at + SPENDABLE_AGE <= height',
    'at > 0 && at + SPENDABLE_AGE <= height + 1',
  ),
  bug(
    'a reorganisation keeps an output',
    'src/wallet/ledger/detach.ts',
    '  if (output.height >= height) {',
    '  if (output.height > height) {',
  ),
  bug(
    'a reorganisation keeps a spend',
    'src/wallet/ledger/detach.ts',
    '  if (!output.spent || output.spent.height < height || isUnknownSpender(output.spent.txid)) return [output];',
    '  if (output) return [output];',
  ),
  bug(
    'a reorganisation keeps a payment',
    'src/wallet/ledger/detach.ts',
    "    if (payment.height >= height) draft.delete('payments', key);",
    "    if (payment.height > height) draft.delete('payments', key);",
  ),
  bug(
    'a reorganisation leaves a payment confirmed',
    'src/wallet/ledger/detach.ts',
    "if (record.state !== 'confirmed' || record.height < height) continue;",
    "if (record.state !== 'confirmed' || record.height <= height) continue;",
  ),
  bug(
    'a reorganisation thaws an output',
    'src/wallet/ledger/detach.ts',
    '    if (at >= height && frozen) draft.put(',
    '    if (at < 0 && frozen) draft.put(',
  ),
  bug(
    'a rescan thaws outputs',
    'src/wallet/ledger/forget-chain.ts',
    '.filter(({ frozen }) => frozen)',
    '.filter(({ frozen }) => !frozen && false)',
  ),
  bug(
    'a block does not spend what was received before',
    'src/wallet/ledger/apply-tx.ts',
    '    if (!inPool || !output.spent)\n',
    '    if (inPool && !output.spent)\n',
  ),
  bug(
    'an output that returns is free although a payment spends it',
    'src/wallet/ledger/apply-tx.ts',
    '  return spender ? {',
    '  return false && spender ? {',
  ),
  bug(
    'a payment that lost against another one waits on',
    'src/wallet/ledger/apply-tx.ts',
    'draft.fail(conflictingId);',
    'void conflictingId;',
  ),
  bug(
    'a payment of the pool stays',
    'src/wallet/ledger/reduce-pool.ts',
    "if (!present.has(toHex(payment.txid))) draft.delete('payments', key);",
    'void payment;',
  ),
  bug(
    'an event has the number of the one before',
    'src/wallet/state/events.ts',
    'next: log.next + events.length, low',
    'next: log.next + Math.max(0, events.length - 1), low',
  ),
  bug(
    'an event is told for each block',
    'src/wallet/state/event-payments.ts',
    'n > confirmationsReported && n <= reached',
    'n <= reached',
  ),
  bug(
    'a payment that a rescan finds is not told',
    'src/wallet/state/event-payments.ts',
    'height <= quietBelow - MAX_REORG - last',
    'height < quietBelow',
  ),
  bug(
    'a rescan tells all events again',
    'src/wallet/state/event-payments.ts',
    'height <= quietBelow - MAX_REORG - last',
    'height < 0 && last < quietBelow',
  ),
  bug(
    'a read of events leaves one out',
    'src/wallet/events/read.ts',
    'const first = follows ? number + 1 : oldest;',
    'const first = follows ? number + 1 + (number % 7 === 3 ? 1 : 0) : oldest;',
  ),
  bug(
    'what the shop has taken is not stored',
    'src/server/events/webhooks.ts',
    '    if (!(await feed.deliver(event.id))) return true;\n',
    '',
  ),
  bug(
    'a refusal of the shop counts as taken',
    'src/server/events/webhooks.ts',
    '    if (!answer.ok) throw',
    '    if (answer.status < 0) throw',
  ),
  bug(
    'a request of a site is paid twice',
    'src/wallet/sites/log.ts',
    '  return entries.some(({ request }) => paymentOf(site, request));',
    '  return false;',
  ),
  bug('a budget does not end', 'src/wallet/sites/budget.ts', ' || total > leftOf(budget, now))', ')'),
  bug(
    'a budget does not count what was spent',
    'src/wallet/sites/budget.ts',
    'spent: current.spent + total }',
    'spent: current.spent }',
  ),
  bug(
    'the node is asked about an own transaction',
    'src/daemon/relay.ts',
    '  const { accepted, notRelayed, reason, flags } =',
    '  await ask(http, lookUpTransactions([txid], false), signal).catch(() => []);\n  const { accepted, notRelayed, reason, flags } =',
  ),
  bug(
    'waits follow real chance',
    'src/wallet/sync/pace.ts',
    '  const [a, b] = random.bytes(2);',
    '  const [a, b] = [random.bytes(2)[0], Math.random() * 256];',
  ),
  bug(
    'a request has no time limit',
    'src/daemon/deadline.ts',
    '    expired = true;\n    request.abort();',
    '    expired = true;',
  ),
  bug(
    'a transaction key is used again',
    'src/wallet/spend/build-tx.ts',
    '    key: randomKey(random),',
    '    key: asSecretKey(kernel.scalarReduce(new Uint8Array(64).fill(7))),',
  ),
  bug(
    'a background copy writes events',
    'src/wallet/events/rules.ts',
    ' || state.settings.background?.copy)',
    ')',
  ),
  bug(
    'a disk that failed twice says that nothing is stored',
    'src/server/files/folder.ts',
    '      () => true,\n      () => false,\n',
    '      () => true,\n      () => true,\n',
  ),
  bug(
    'older payments bring nothing back',
    'src/wallet/state/returned.ts',
    'returned: (record.returned ?? 0n) + more',
    'returned: 0n',
  ),
];
