import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';
import { kernelLaws } from './laws.ts';

kernelLaws('ref', () => refKernel);
