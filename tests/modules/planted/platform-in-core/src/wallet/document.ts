export const used: unknown = document;
