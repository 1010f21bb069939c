/**
 * What scripts/tools/build/build-wasm.ts uses of assemblyscript/asc. Its own types declare globals (`Array.at` that is
 * never undefined, `i32`, …), which would hold for all programs here; tsconfig/scripts.json puts this in their place.
 */
interface Compiler {
  readonly main: (
    args: readonly string[],
    host: {
      readonly readFile: (name: string, base: string) => string | null;
      readonly writeFile: (name: string, contents: Uint8Array | string, base: string) => void;
      readonly listFiles: (folder: string, base: string) => string[] | null;
    },
  ) => Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}
declare const asc: Compiler;
export default asc;
