/** New passwords: which are too short, and which are guessed at once. */
import { expect, it } from 'vitest';
import { passwordWarning, passwordFault } from '../../../src/ui/keys/new-password.ts';

it('a password of seven characters is too short, one of eight is not', () => {
  expect(passwordFault('1234567')).toContain('at least 8 characters');
  expect(passwordFault('12345678')).toBe('');
});

it.each([
  ...[
    '12345678',
    '87654321',
    '11111111',
    '20011231',
    'abcdefgh',
    'qwertyuiop',
    'qwertzui',
    'abcdabcd',
    '1212121212',
  ],
  ...['password1', 'Passwort!', 'Monero2026', 'contraseña1', 'iloveyou22', 'asdfghjkl', '12345678901'],
])('%s is guessed at once', (password) => {
  expect(passwordWarning(password)).toContain('first');
});

it.each([
  'correct horse battery staple',
  'Tz7!pw0q',
  'monero fox river',
  'gute Nacht 1998',
  '837465910283',
  'übermäßig7',
])('%s is not among the first', (password) => {
  expect(passwordWarning(password)).toBe('');
});
