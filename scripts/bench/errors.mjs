/** Says what was being done when something failed. */
export async function atWork(what, work) {
  try {
    return await work;
  } catch (error) {
    throw new Error(`${what}: ${error.message}`, { cause: error });
  }
}
