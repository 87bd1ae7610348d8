/** A record while it is being made, before it is handed on as readonly. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
