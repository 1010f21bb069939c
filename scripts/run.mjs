#!/usr/bin/env node
/** `node scripts/run.mjs PROGRAM.ts …`: runs a program in TypeScript; installs the packages first if they are missing. */
import { resolve } from 'node:path';
import { ensureDependencies } from './tools/setup/setup.mjs';
import { importTypeScript } from './tools/setup/typescript.mjs';

const [node = '', , program = '', ...args] = process.argv;
process.argv = [node, resolve(program), ...args];
await ensureDependencies();
await importTypeScript(program);
