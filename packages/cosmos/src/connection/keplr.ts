import type { Abortable, Account, AdapterHost, NetworkId } from '@foyer/core'
import { type AskObjectParameters, askObject } from '@foyer/core/connector'
import { ChainNotSupportedError } from '@foyer/core/errors'
import { ifReadable } from '@foyer/core/lenient'
import { hex } from '@scure/base'
import * as v from 'valibot'
import { isAddressOfKey, readAddress } from '../addresses/address.js'
import { chainIdOf } from '../chain/chains.js'
import type { CosmosChain } from '../family.js'

/** A wallet with Keplr's API, asked by its methods; what it answers is parsed. */
export interface Keplr {
  /** Asks once. @throws UnsupportedMethodError · ChainNotSupportedError for a chain that it doesn't know, and as `askWallet` */
  ask<T>(request: Omit<AskObjectParameters<T>, 'source' | 'clock' | 'readError'>): Promise<T>
}

export const createKeplr = (source: () => unknown, { clock }: Pick<AdapterHost, 'clock'>): Keplr => ({
  ask: (asked) =>
    askObject({
      ...asked,
      ...{ source, clock },
      readError: (cause) =>
        isOfUnknownChain(cause)
          ? new ChainNotSupportedError({ networkId: `cosmos:${asked.args[0]}`, cause })
          : undefined,
    }),
})

const ofUnknownChain = /\bno (modular )?chain info\b|\bunknown chain\b|\bchain .{0,40}not (found|supported)/i
const isOfUnknownChain = (cause: unknown): boolean =>
  ofUnknownChain.test(cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : '')

/** Bytes as they come out of a page, or out of another world. */
export const Bytes = v.pipe(
  v.union([
    v.instance(Uint8Array),
    v.pipe(
      v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))),
      v.transform((each) => Uint8Array.from(Object.values(each))),
    ),
  ]),
  v.maxLength(65_536),
)

const Key = v.object({
  algo: v.fallback(v.string(), ''),
  pubKey: Bytes,
  bech32Address: v.string(),
  isNanoLedger: ifReadable(v.boolean()),
})

/** The account that a wallet shows on a chain. */
export interface Shown {
  readonly networkId: NetworkId
  readonly account: Account
  /** A device that signs no bytes. */
  readonly isDevice: boolean
}

interface AccountOn extends Abortable {
  readonly keplr: Keplr
  readonly networkId: NetworkId
  readonly chain: CosmosChain
}

/** Asks for the account of a chain, once the wallet has let the page in. */
export async function accountOn({ keplr, networkId, chain, signal }: AccountOn): Promise<Shown> {
  const schema = v.pipe(
    Key,
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const read = readAddress(value.bech32Address)
      const isOfKey = read !== undefined && isAddressOfKey(read, value.pubKey)
      // A key of another curve hashes otherwise: such an account is shown, and signs messages, but no transactions of the kit's.
      const isOther = /^eth|ethsecp256k1|eth_secp256k1/i.test(value.algo)
      if (read?.prefix !== chain.prefix || !(isOfKey || isOther)) {
        addIssue({ message: 'is no address of the key on this chain' })
        return NEVER
      }
      const publicKey = isOfKey ? hex.encode(value.pubKey) : undefined
      const account: Account = { namespace: 'cosmos', address: read.address, type: 'eoa', publicKey }
      return { networkId, account, isDevice: value.isNanoLedger === true }
    }),
  )
  const expected = `a key whose address begins with ${chain.prefix}1`
  return keplr.ask({ method: 'getKey', args: [chainIdOf(networkId)], schema, expected, signal })
}
