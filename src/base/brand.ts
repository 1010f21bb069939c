/** Nominal types: things that share a shape do not share a type. The brand exists only for the compiler. */
declare const brand: unique symbol;
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
