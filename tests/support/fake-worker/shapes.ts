/** Types of what the fake holds, from the method table. */

/** An item of a list that an answer may leave out, with fields that the fake may change. */
export type Item<List> = NonNullable<List> extends readonly (infer Each)[] ? Mutable<Each> : never;
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
