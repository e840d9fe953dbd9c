import * as v from 'valibot'
import type { Call, CallReply } from './call.js'

/** An answer that fits its call, or what is wrong with it, the first fault first. */
export type ReadReply<Reply> =
  | { readonly success: true; readonly output: Reply }
  | {
      readonly success: false
      readonly output: unknown
      readonly issues: readonly [v.BaseIssue<unknown>, ...unknown[]]
    }

/** Reads what a call is answered, as its schema lets it through; nothing where its status says all. */
export function replyOf<const Of extends Pick<Call, 'reply'>>(call: Of, text: string): ReadReply<CallReply<Of>>
export function replyOf({ reply }: Pick<Call, 'reply'>, text: string): ReadReply<unknown> {
  return reply ? v.safeParse(v.pipe(v.string(), v.parseJson(), reply), text) : { success: true, output: undefined }
}
