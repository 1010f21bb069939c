/** The names of the files in a folder, which the disk must keep beside their content. */
type Fs = Pick<typeof import('node:fs/promises'), 'open'>;

/** Writes the names of new files to the disk. Windows has no such call and needs none. */
export async function syncFolder(fs: Fs, dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const sync = async (): Promise<void> => {
    const folder = await fs.open(dir, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  };
  await sync().catch(sync);
}
