export const kind = 18;
