import { messageOf } from '../tools/setup/errors.mjs';

/**
 * Says what was being done when something failed.
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
