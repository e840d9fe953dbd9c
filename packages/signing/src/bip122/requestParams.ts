import type { Output } from '@foyer/core/wire'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import * as v from 'valibot'

/** An address as text; of which kind and network it is is decoded where it is used. */
const AddressText = v.pipe(v.string(), v.minLength(14), v.maxLength(100), v.regex(/^[a-zA-Z0-9]+$/))

/** The most that there can ever be, in satoshi. */
const mostSatoshi = 2_100_000_000_000_000n

const Amount = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}$/),
  v.transform((text) => BigInt(text)),
  v.check((amount) => amount <= mostSatoshi),
)

/** The longest data of an output that nodes relay, in bytes. */
const longestMemo = 80

const Memo = v.pipe(
  v.string(),
  v.regex(/^(0x)?([0-9a-fA-F]{2})+$/),
  v.maxLength(2 * longestMemo + 2),
  v.transform((text) => hexToBytes(text.replace(/^0x/, ''))),
  v.check((bytes) => bytes.length <= longestMemo),
)

export const MessageParams = v.object({
  account: AddressText,
  message: v.string(),
  address: v.optional(AddressText),
  protocol: v.optional(v.picklist(['ecdsa', 'bip322'])),
})

export const TransferParams = v.object({
  account: AddressText,
  recipientAddress: AddressText,
  /** In satoshi. */
  amount: Amount,
  changeAddress: v.optional(AddressText),
  /** Public data, in an output of its own. */
  memo: v.optional(Memo),
})
export type AskedTransfer = Output<typeof TransferParams>

export const AddressesParams = v.optional(
  v.object({ account: v.optional(AddressText), intentions: v.optional(v.pipe(v.array(v.string()), v.maxLength(8))) }),
  {},
)

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const PsbtParams = v.object({
  account: AddressText,
  psbt: v.pipe(
    v.string(),
    v.base64(),
    v.transform((text) => base64.decode(text)),
  ),
  /** Which inputs are to be signed, with which key; all of the account’s where none is named. */
  signInputs: v.optional(
    v.pipe(
      v.array(
        v.object({
          address: AddressText,
          index: count,
          sighashTypes: v.optional(v.pipe(v.array(count), v.maxLength(8))),
        }),
      ),
      v.maxLength(256),
    ),
    [],
  ),
  broadcast: v.optional(v.boolean(), false),
})
export type AskedPsbt = Output<typeof PsbtParams>
