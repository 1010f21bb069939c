/** Types of access.mjs for its test. */
export function createAccess(rules: {
  readonly ip: string;
  readonly origins: readonly string[];
  readonly hosts: readonly string[];
}): (
  method: string,
  headers: Readonly<Record<string, string | undefined>>,
) => { readonly status: number; readonly body: string } | undefined;
