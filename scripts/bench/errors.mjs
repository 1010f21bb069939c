import { messageOf } from '../tools/setup/errors.mjs';

/**
 * Adds to an error what the program was doing.
 * @template T
 * @param {string} what
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function atWork(what, work) {
  try {
    return await work;
  } catch (error) {
    throw new Error(`${what}: ${messageOf(error)}`, { cause: error });
  }
}
