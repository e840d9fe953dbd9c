import type { Bytes } from '@foyer/custody/bytes'
import { encoded, Id } from '@foyer/custody/bytes'
import type { DoorName } from '@foyer/login/door'
import { wrapLength } from '@foyer/login/door'
import { WalletAddresses as Addresses } from '@foyer/login/loginCalls'
import { vaultLength } from '@foyer/login/vault'
import type { Payload } from '@foyer/signing/switching'
import * as v from 'valibot'

/** A door with the key that opens its wrap, which can be used and not read. */
export interface KeyedDoor extends Omit<DoorName, 'wallet'> {
  readonly key: CryptoKey
}

/** A door that is there. */
export interface OpenableDoor extends KeyedDoor {
  readonly wrap: Bytes
}

/** A vault with a door of it. */
export interface OpenableVault {
  readonly wallet: string
  readonly vault: Bytes
  readonly door: OpenableDoor
}

/** Where a wallet's secret comes from: a file that a password opens, or a vault that is there. */
export type SecretSource = { readonly text: string; readonly password: string } | OpenableVault

/** A task that a worker does, once, before it ends. */
export type WorkerTask =
  /** Makes a wallet's secret, unless it is given one, and puts it behind doors. */
  | {
      readonly task: 'create'
      readonly wallet: string
      readonly doors: readonly KeyedDoor[]
      readonly from?: SecretSource | undefined
    }
  /** Puts the vault's key behind another door. */
  | ({ readonly task: 'addDoor'; readonly to: KeyedDoor } & OpenableVault)
  /** Writes the wallet into a file that a password opens; or its words, to be read. */
  | ({ readonly task: 'export'; readonly password: string } & OpenableVault)
  | ({ readonly task: 'reveal' } & OpenableVault)
  /** Signs payloads whose hashes were approved [F13]. */
  | ({
      readonly task: 'sign'
      /** A namespace of CAIP-2. */
      readonly family: string
      readonly address: string
      readonly payloads: readonly Payload[]
      readonly approved: readonly string[]
    } & OpenableVault)

const wrap = encoded(wrapLength)
const written = v.strictObject({ text: v.string() })

/**
 * The results of a worker, by task: never a key, and the secret only where the visitor asks for it, under a password or
 * as words to be read [F15].
 */
export const workerResults = {
  create: v.strictObject({
    vault: encoded(vaultLength),
    doors: v.array(v.object({ door: Id, wrap })),
    addresses: Addresses,
  }),
  addDoor: v.strictObject({ wrap, addresses: Addresses }),
  export: written,
  reveal: written,
  sign: v.strictObject({ signatures: v.array(v.pipe(v.instance(Uint8Array), v.maxLength(65))) }),
} as const

export type TaskName = keyof typeof workerResults
export type WorkerResult<Name extends TaskName> = v.InferOutput<(typeof workerResults)[Name]>

/** The one message of a worker. */
export const WorkerAnswer = v.variant('status', [
  v.object({ status: v.literal('done'), result: v.unknown() }),
  v.object({ status: v.literal('failed'), code: v.string() }),
])
