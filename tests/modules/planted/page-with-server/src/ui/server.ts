import { serve } from '../server/main.ts';
export const server = serve;
