/**
 * Computes each answer once, and keeps the `most` newest (all). For what is slow by design (CryptoNight, Argon2id: 0.2 to
 * 0.3 s) or done for each opened wallet: tests open the same wallet with the same password again and again.
 */
export function cached<Q, A>(
  keyOf: (question: Q) => string,
  compute: (question: Q) => A,
  { most = Infinity }: { readonly most?: number } = {},
): (question: Q) => A {
  const answers = new Map<string, A>();
  return (question) => {
    const key = keyOf(question);
    const answer = answers.has(key) ? answers.get(key)! : compute(question);
    // The newest are at the end.
    answers.delete(key);
    answers.set(key, answer);
    const [oldest] = answers.keys();
    if (answers.size > most) answers.delete(oldest!);
    return answer;
  };
}
