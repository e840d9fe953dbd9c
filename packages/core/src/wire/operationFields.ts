import * as v from 'valibot'

/* What operations of accounts are made of (ERC-4337, EIP-7702), wherever they are asked for, sent and read. */

/** Makes the schema of a text that matches a pattern. @param sentence - what is wrong with any other */
export const hexOf = (pattern: RegExp, sentence: string) => v.pipe(v.string(), v.regex(pattern, sentence))

export const Address = hexOf(/^0x[0-9a-fA-F]{40}$/, 'must be an address of 40 hex digits after 0x')
export const Word = hexOf(/^0x[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex after 0x')
export const Signature = hexOf(/^0x[0-9a-fA-F]{130}$/, 'must be 65 bytes in hex after 0x')
export const Gas = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30_000_000))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

/** A switch of the account to the delegate (EIP-7702), on this network and no other; both are named by the call. */
export const authorizationFields = { nonce: Count, yParity: v.picklist([0, 1]), r: Word, s: Word }

/** The outcome of an operation that the operator pays for. */
export const OperationOutcome = v.object({
  /** `waiting` isn't sent, `sent` may be, `included` is in a block that a reorganisation may still undo, `final` is there for good; `dropped` isn't and won't be. */
  status: v.picklist(['waiting', 'sent', 'included', 'final', 'dropped']),
  /** Of the transaction that a block has. */
  transactionHash: v.nullable(Word),
  /** Whether the calls took effect; null until a block has them. */
  succeeded: v.nullable(v.boolean()),
})
