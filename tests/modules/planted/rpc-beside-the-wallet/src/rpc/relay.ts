import { withPaymentLock } from '../wallet/spend/locks.ts';

export const held = withPaymentLock();
