export const used: unknown = localStorage;
