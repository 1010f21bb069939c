/** Installs the readable kernel where none is installed yet: for test data that are computed while modules are loaded. */
import { installKernel, kernel, type Kernel } from '../../src/kernel/kernel.ts';
import { refKernel } from '../../src/kernel/ref/ref-kernel.ts';

if (!(kernel as Kernel | undefined)) installKernel(refKernel);
