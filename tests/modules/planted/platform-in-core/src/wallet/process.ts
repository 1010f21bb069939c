export const used: unknown = process;
