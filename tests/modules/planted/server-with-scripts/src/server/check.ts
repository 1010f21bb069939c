import { check } from '../../scripts/tools/checks/check.mjs';
export const checks = check;
