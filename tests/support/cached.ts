/**
 * Computes each answer once. For hashes that are slow by design (CryptoNight, Argon2id: 0.2 to 0.3 s): tests open the same
 * wallet with the same password again and again.
 */
export function cached<Q, A>(
  keyOf: (question: Q) => string,
  compute: (question: Q) => A,
): (question: Q) => A {
  const answers = new Map<string, A>();
  return (question) => {
    const key = keyOf(question);
    const answer = answers.has(key) ? answers.get(key)! : compute(question);
    answers.set(key, answer);
    return answer;
  };
}
