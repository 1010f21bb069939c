/** Types of the fake's data, from the method table. */

/** An item of an optional list of an answer, with fields that the fake may change. */
export type Item<List> = NonNullable<List> extends readonly (infer Each)[] ? Mutable<Each> : never;
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
