import * as v from 'valibot'
import { limits } from './limits.js'

/** Bytes stay what they are, and so does text of a type of its own. */
type Fixed<Value> = Value extends Uint8Array | string
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Fixed<Value[Key]> }
    : Value

/** A schema of a part of a request, or of a whole answer. */
export type WireSchema = v.GenericSchema<unknown, unknown>

/** A schema's output, as data that isn't changed. */
export type Output<Schema extends v.GenericSchema> = Fixed<v.InferOutput<Schema>>

/** A schema's input. */
export type Input<Schema extends v.GenericSchema> = Fixed<v.InferInput<Schema>>

/** The params and results of a family's wallets, by the table of its schemas. */
export type MethodTypes<
  Table extends Readonly<Record<string, Readonly<Record<'params' | 'result', v.GenericSchema>>>>,
> = {
  readonly [Method in keyof Table]: { readonly [Part in 'params' | 'result']: Output<Table[Method][Part]> }
}

/** The schemas of such methods. */
export type MethodSchemas<Methods extends Readonly<Record<string, Readonly<Record<'params' | 'result', unknown>>>>> = {
  readonly [Method in keyof Methods]: {
    readonly [Part in 'params' | 'result']: v.GenericSchema<unknown, Methods[Method][Part]>
  }
}

/**
 * A call of the server, said once beside its schemas: the server's `route` parses and documents by it, the kit's `ask` builds and reads by it.
 */
export interface Call {
  /** Unique, in camel case, such as `getBalance`: its name in errors and in the API's document. */
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** The path below its service's origin; a name after a colon is a path parameter. */
  readonly path: string
  readonly params?: WireSchema
  /** Beside what every call carries [S7.1]. */
  readonly query?: WireSchema
  readonly body?: WireSchema
  /** Left out for a picture, and where the status says all. */
  readonly reply?: WireSchema
  /** The place of its project's id; the query by default. A loose query may have a second question mark in the place of a `&`. */
  readonly projectIn?: 'query' | 'looseQuery' | 'body' | 'nowhere' | undefined
}

/** An account in a path, of whichever family: the characters that CAIP-10 gives an address, and the underscore of Cardano’s test networks. */
export const AccountParams = v.object({
  address: v.pipe(v.string(), v.maxLength(limits.address), v.regex(/^[-.%\w]+$/, "isn't an address")),
})

type Parts<Of extends Call> = {
  readonly [Part in 'params' | 'query' | 'body' as Of[Part] extends WireSchema
    ? Part
    : never]: Of[Part] extends WireSchema ? Input<Of[Part]> : never
}

/** The input of a call: the parts that it takes, and what may stand beside them. */
export type CallInput<Of extends Call> = Parts<Of> & {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** The reply to a call; nothing where its status says all. */
export type CallReply<Of extends Pick<Call, 'reply'>> = Of extends { readonly reply: infer Reply extends WireSchema }
  ? Output<Reply>
  : undefined

/** A call that takes no parts may be given nothing. */
export type Given<Of extends Call> = keyof Parts<Of> extends never ? [input?: CallInput<Of>] : [input: CallInput<Of>]
