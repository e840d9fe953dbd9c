import type * as v from 'valibot'

type Fixed<Value> = Value extends object ? { readonly [Key in keyof Value]: Fixed<Value[Key]> } : Value

/** What a schema lets through, as data that nobody changes. */
export type Output<Schema extends v.GenericSchema> = Fixed<v.InferOutput<Schema>>
