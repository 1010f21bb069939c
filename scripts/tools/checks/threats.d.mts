export function threatFlaws(root: string, row: object): string[];
export function updatePage(root: string, check: boolean): { ok: boolean; said: string[] };
