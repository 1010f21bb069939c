export function withPaymentLock(): number {
  return 1;
}
