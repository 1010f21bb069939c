/** Installs the readable kernel unless one is there: for the entries whose functions answer at once. */
import { installKernel, kernel } from '../kernel/kernel.ts';
import { refKernel } from '../kernel/ref/ref-kernel.ts';

// eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- undefined until one is installed
if (!kernel) installKernel(refKernel);
