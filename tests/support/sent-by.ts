/** Sends a signed payment; the id of the transaction, if it was sent. */
export async function sentBy(state: {
  send(onsent: (txid: string) => void): Promise<boolean>;
}): Promise<string | undefined> {
  let sent: string | undefined;
  await state.send((txid) => {
    sent = txid;
  });
  return sent;
}
