export function benchCache(): string;
/** Undefined, or why the packages are not there. */
export function installPackages(folder: string, packages: readonly string[]): Promise<string | undefined>;
