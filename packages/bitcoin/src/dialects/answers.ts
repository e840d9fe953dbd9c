import type { Account, AccountType, NetworkId, NonEmpty } from '@foyer/core'
import { WalletAnswerError } from '@foyer/core/errors'
import { eachReadable } from '@foyer/core/lenient'
import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import { formOf, networkOfForm } from '../addresses/networks.js'
import { isOnNetwork, readAddress } from '../addresses/readAddress.js'
import type { WalletSession } from './wallet.js'

/** More addresses than any wallet shows, few enough to be held. */
const mostAddresses = 100

/** A list of a wallet's, of which each is cut to what is read of it. */
export const listOf = <T>(schema: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, readonly T[]> =>
  eachReadable(schema, mostAddresses)

/** A text of bytes in base64, such as a PSBT's. */
export const Base64 = v.pipe(
  v.string(),
  v.maxLength(2_000_000),
  v.check((text) => bytesIn(text, base64.decode) !== undefined),
)

/** A text of bytes in hexadecimal. @returns them in base64 */
export const HexToBase64 = v.pipe(
  v.string(),
  v.maxLength(4_000_000),
  v.transform((text) => bytesIn(text.replace(/^0x/, '').toLowerCase(), hex.decode)),
  v.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array),
  v.transform((bytes) => base64.encode(bytes)),
)

/** The name of a transaction, in hexadecimal digits as Bitcoin writes it. */
export const Txid = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i), v.toLowerCase())

/** Bytes of a wallet's. @returns them in base64 */
export const BytesToBase64 = v.pipe(
  v.instance(Uint8Array),
  v.check(({ length }) => length > 0 && length < 2_000_000),
  v.transform((bytes) => base64.encode(Uint8Array.from(bytes))),
)

function bytesIn(text: string, decode: (text: string) => Uint8Array): Uint8Array | undefined {
  try {
    const bytes = decode(text)
    return bytes.length > 0 ? bytes : undefined
  } catch {
    return undefined // the schema refuses it
  }
}

/** An address as a wallet lists it, before it is checked. */
export interface ListedAddress {
  readonly address: string
  readonly purpose: 'payment' | 'ordinal'
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
}

/** A key's compressed form, or its x coordinate; some wallets fill the field with something else, which is dropped. */
const publicKey = /^(?:0[23])?[0-9a-f]{64}$/i

/**
 * A wallet's accounts, payment first, each address once. What is no Bitcoin address is left out, as is one of another network than the wallet's, where the
 * kit knows how that one's begin.
 *
 * @param parameters.networkId - where the wallet says that it is; else the first address says it
 * @throws WalletAnswerError where nothing is left
 */
export function sessionOf({
  listed,
  networkId,
  method,
}: {
  readonly listed: readonly ListedAddress[]
  readonly networkId?: NetworkId | undefined
  readonly method: string
}): WalletSession {
  const known = listed.flatMap((each) => {
    const found = readAddress(each.address)
    return found ? [{ ...each, found }] : []
  })
  const at = networkId ?? (known[0] && networkOfForm(known[0].found.form))
  const accounts = known
    .filter(({ found }) => at !== undefined && (formOf(at) === undefined || isOnNetwork(found, at)))
    .map(({ found, purpose, publicKey: key, path }): Account => {
      const type: AccountType = purpose
      return {
        namespace: 'bip122',
        address: found.address,
        type,
        publicKey: key !== undefined && publicKey.test(key) ? key.toLowerCase() : undefined,
        path,
      }
    })
  const [first, ...others] = onePerAddress(accounts)
  if (!first || !at) throw new WalletAnswerError({ method, expected: 'at least one address of its network' })
  const all: NonEmpty<Account> = [first, ...others]
  return { accounts: all, networkId: at }
}

/** Payment first; an address that serves both is a payment's. */
function onePerAddress(accounts: readonly Account[]): readonly Account[] {
  const sorted = [...accounts].sort((one, other) => rank(one) - rank(other))
  return sorted.filter(({ address }, index) => sorted.findIndex((each) => each.address === address) === index)
}

const rank = ({ type }: Account): number => (type === 'payment' ? 0 : 1)
