/** The rules of a new password, and which ones are guessed at once. */

/** Shorter passwords can be guessed even with the slow key derivation. */
export const SHORTEST_PASSWORD = 8;
/** A computer tries all numbers of fewer digits in a day. */
const FEW_DIGITS = 12;
/** Words that lists of passwords begin with, and those of this subject. */
const FIRST_WORDS =
  /^(?:pass(?:word|wort|phrase)|contraseña|qwert[yz]|asdf|letmein|iloveyou|welcome|willkommen|admin|monero|bitcoin|ostro|wallet|crypto)$/;
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
];

/** Empty: it can be taken. */
export function passwordFault(password: string): string {
  return password.length < SHORTEST_PASSWORD
    ? `Take at least ${SHORTEST_PASSWORD} characters; three or four words are good.`
    : '';
}

/** Empty: the password is not among those that are tried first. It can be taken all the same. */
export function passwordWarning(password: string): string {
  return isGuessable(password) ? 'Others try this password first. Three or four words are good.' : '';
}

const isGuessable = (password: string): boolean => {
  const lower = password.toLowerCase();
  const letters = lower.replace(/[^\p{L}]/gu, '');
  return (
    (letters === '' && /^\d*$/.test(lower) && lower.length < FEW_DIGITS) ||
    new Set(lower).size <= 3 ||
    FIRST_WORDS.test(letters) ||
    isRun(lower)
  );
};

/** Keys that lie beside each other, forwards or backwards, once or more. */
const isRun = (text: string): boolean => {
  let breaks = 0;
  for (let i = 1; i < text.length; i++) if (!areNeighbours(text[i - 1]!, text[i]!)) breaks += 1;
  return breaks <= 1;
};
const areNeighbours = (a: string, b: string): boolean =>
  ROWS.some((row) => row.includes(a + b) || row.includes(b + a));
