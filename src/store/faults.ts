import { faultsOf } from '../base/fault.ts';
import type { StoreFaults } from '../ports/faults.ts';

export const fault = faultsOf<StoreFaults>();
