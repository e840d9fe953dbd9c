import { UnreadableRequestError } from '../unreadable.js'
import { bytesIn, type Cbor, intIn, listIn, mapIn } from './cbor.js'

/** Coins and tokens together. */
export interface Held {
  /** In lovelace. */
  readonly coins: bigint
  /** By the policy and the name, both in hexadecimal: 56 digits, then up to 64. */
  readonly tokens: ReadonlyMap<string, bigint>
}

/** An output of a transaction, with the assets that it gives to an address. */
export interface ReadOutput extends Held {
  /** As the chain has it. */
  readonly address: Uint8Array
  /** Whether data or a script lies beside. */
  readonly isPlain: boolean
  readonly hasScript: boolean
}

const policyDigits = 56

/** Reads an amount: coins alone, or with tokens. @throws UnreadableRequestError */
export function readHeld(item: Cbor | undefined): Held {
  if (item?.kind === 'int') return { coins: positive(item), tokens: new Map() }
  const [coins, assets, ...rest] = listIn(item)
  if (rest.length > 0) throw new UnreadableRequestError('An amount has too much in it.')
  const tokens = [...mapIn(assets)].flatMap(([policy, names]) => {
    if (policy.length !== policyDigits) throw new UnreadableRequestError('A policy has 28 bytes.')
    return [...mapIn(names)].map(([name, amount]) => [`${policy}${name}`, positive(amount)] as const)
  })
  return { coins: positive(coins), tokens: new Map(tokens) }
}

function positive(item: Cbor | undefined): bigint {
  const value = intIn(item)
  if (value < 0n) throw new UnreadableRequestError('An amount is less than nothing.')
  return value
}

/** Reads an output, in its older or newer form. @throws UnreadableRequestError */
export function readOutput(item: Cbor | undefined): ReadOutput {
  if (item?.kind !== 'map') {
    const [address, held, ...rest] = listIn(item)
    return { address: bytesIn(address), ...readHeld(held), isPlain: rest.length === 0, hasScript: false }
  }
  const fields = mapIn(item)
  const isPlain = [...fields.keys()].every((key) => key === '0' || key === '1')
  return { address: bytesIn(fields.get('0')), ...readHeld(fields.get('1')), isPlain, hasScript: fields.has('3') }
}
