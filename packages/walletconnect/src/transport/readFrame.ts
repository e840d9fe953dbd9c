import * as v from 'valibot'

/** What a relay says: it answers a call, or has a method of its own. */
export interface Frame {
  readonly id: string
  readonly method?: string | undefined
  readonly result?: unknown
  readonly error?: unknown
}

/** Letters. The largest message has a tenth of it. */
const longest = 1_048_576

const Frame: v.GenericSchema<unknown, Frame> = v.object({
  // The ids of calls are numbers that hold; some relays write them as texts with an n behind.
  id: v.pipe(
    v.union([v.number(), v.string()]),
    v.transform((id) => `${id}`.replace('n', '')),
  ),
  jsonrpc: v.literal('2.0'),
  method: v.optional(v.string()),
  result: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
})

/** Undefined for what is no message: the words that it should have been are asked for again when their time is over. */
export function readFrame(text: string): Frame | undefined {
  if (text.length > longest) return undefined
  try {
    return v.parse(Frame, JSON.parse(text))
  } catch {
    return undefined
  }
}
