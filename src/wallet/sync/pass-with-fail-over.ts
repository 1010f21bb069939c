/** One pass of the sync, with another node if the one in use is away. */
import type { Nodes } from '../nodes/nodes.ts';

/**
 * Runs `pass`, once more if another node can be read. Rejects with the fault of the last run, or with the signal's
 * reason when aborted.
 */
export async function passWithFailOver<T>(
  nodes: Pick<Nodes, 'choose' | 'tracked' | 'comparison'>,
  height: () => number,
  signal: AbortSignal,
  pass: () => Promise<T>,
): Promise<T> {
  const result = await passOf(nodes, height, signal, pass);
  await nodes.comparison.compare(signal);
  return result;
}

const passOf = async <T>(
  nodes: Pick<Nodes, 'choose' | 'tracked'>,
  height: () => number,
  signal: AbortSignal,
  pass: () => Promise<T>,
): Promise<T> => {
  await nodes.choose(height(), signal);
  try {
    return await nodes.tracked('pass', pass);
  } catch (error) {
    if (signal.aborted || !(await nodes.choose(height(), signal))) throw error;
    return nodes.tracked('pass', pass);
  }
};
