export const used: unknown = fetch;
