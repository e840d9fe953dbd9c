import { bech32 } from '@scure/base'
import { UnreadableRequestError } from '../unreadable.js'
import { intIn, listIn, mapIn, readCbor } from './cbor.js'
import { type ReadOutput, readOutput } from './output.js'

/** A transaction, as far as it can be read: of what it spends it says no more than where that lies. */
export interface ReadTransaction {
  readonly outputs: readonly (Omit<ReadOutput, 'address'> & {
    readonly address: string
    /** 1 is the main network, 0 any other. */
    readonly network: number
  })[]
  /** In lovelace. */
  readonly fee: bigint
  /** It does nothing beside giving coins, and what it may be taken until. */
  readonly isWhole: boolean
}

/** The fields of a body that a payment has: inputs, outputs, the fee and its last slot. */
const known = ['0', '1', '2', '3']
const [longest, nothing] = [160, 22]

/** @param bytes - a transaction that a wallet is to sign @throws UnreadableRequestError for what is none */
export function readTransaction(bytes: Uint8Array): ReadTransaction {
  const [body, witnesses, isValid, auxiliary, ...rest] = listIn(readCbor(bytes))
  const fields = mapIn(body)
  if (rest.length > 0 || listIn(fields.get('0')).length === 0)
    throw new UnreadableRequestError('The transaction spends nothing.')
  const hasScripts = mapIn(witnesses).size > 0 || isValid?.kind !== 'simple' || isValid.value !== 21
  const hasData = auxiliary?.kind !== 'simple' || auxiliary.value !== nothing
  const outputs = listIn(fields.get('1')).map(readOutput)
  return {
    outputs: outputs.map((each) => ({ ...each, ...writtenAddress(each.address) })),
    fee: intIn(fields.get('2')),
    isWhole: !hasScripts && !hasData && [...fields.keys()].every((key) => known.includes(key)),
  }
}

/** @throws UnreadableRequestError for one of Byron's, and what is none */
function writtenAddress(bytes: Uint8Array): { readonly address: string; readonly network: number } {
  const [header = 0] = bytes
  const network = header & 15
  if (header >> 4 > 7 || network > 1) throw new UnreadableRequestError('An address is of another kind.')
  return { address: bech32.encode(network === 1 ? 'addr' : 'addr_test', bech32.toWords(bytes), longest), network }
}
