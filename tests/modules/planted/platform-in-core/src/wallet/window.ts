export const used: unknown = window;
