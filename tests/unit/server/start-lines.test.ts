import { expect, it } from 'vitest';
import { createLog } from '../../../src/server/log.ts';
import { startLines } from '../../../src/server/start-lines.ts';

it('a server that starts says where it listens and that it starts, in the words of monero-wallet-rpc', () => {
  expect(startLines({ ip: '127.0.0.1', port: 18082 })).toEqual([
    'Binding on 127.0.0.1 (IPv4):18082',
    'Starting wallet RPC server',
  ]);
  expect(startLines({ ip: '::1', port: 18082 })[0]).toBe('Binding on ::1 (IPv6):18082');
});

it('a program finds host and port in the line of the log, between "Binding on " and the end', () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  for (const line of startLines({ ip: '127.0.0.1', port: 18082 })) log.say('global', 'INFO', line);
  const [binding = '', starting = ''] = lines;
  const at = binding.indexOf('Binding on ') + 'Binding on '.length;
  expect(binding.slice(at, binding.lastIndexOf(' '))).toBe('127.0.0.1');
  expect(Number(binding.slice(binding.lastIndexOf(':') + 1))).toBe(18082);
  expect(starting).toMatch(/ Starting wallet RPC server$/);
});
