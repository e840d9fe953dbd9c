import { type GenericExtrinsic, Metadata, TypeRegistry } from '@polkadot/types'
import type { EventRecord, MultiAddress } from '@polkadot/types/interfaces'
import metadata from '@polkadot/types-support/metadata/static-polkadot'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { PolkadotRefusal } from './PolkadotRefusal.js'

/** A transfer that a runtime would take, read and judged by the official library. */
export interface JudgedTransfer {
  readonly from: string
  /** 32 bytes in hexadecimal, as `from`. */
  readonly to: string
  readonly amount: bigint
  readonly nonce: number
  readonly tip: bigint
  readonly hash: string
}

/** What a transaction is judged by. */
export interface Judging {
  readonly height: number
  /** Undefined where no block is. */
  readonly hashOf: (height: number) => string | undefined
}

export interface BlockHeader {
  readonly parentHash: string
  readonly number: number
  readonly stateRoot: string
  readonly extrinsicsRoot: string
  readonly digest: { readonly logs: readonly string[] }
}

/** As Polkadot's relay chain says of itself. */
export const runtimeVersion = {
  specName: 'polkadot',
  implName: 'foyer',
  specVersion: 1_003_000,
  transactionVersion: 26,
}

/** Polkadot's own runtime, by its metadata: nothing of it is executed. */
export interface Runtime {
  /** Reads a transaction and checks its signature over what the metadata's extensions say is signed. @throws PolkadotRefusal for what isn't a signed transfer */
  judge(extrinsic: string, by: Judging): JudgedTransfer
  /** The events of a block with a transaction, each in the metadata's own types. @returns hexadecimal */
  eventsOf(of: {
    readonly place: number
    readonly from: string
    readonly fee: bigint
    /** Undefined where it failed. */
    readonly moved: Pick<JudgedTransfer, 'to' | 'amount'> | undefined
  }): string
  /** A block's hash, worked out by the official library from its header. */
  hashOf(header: BlockHeader): string
  /** The place that `System.Account` has for a key of an account. */
  accountOf(storageKey: string): string | undefined
}

export async function createRuntime(): Promise<Runtime> {
  await cryptoWaitReady()
  const registry = new TypeRegistry()
  registry.setMetadata(new Metadata(registry, metadata))
  return {
    judge: (extrinsic, by) => judge({ registry, extrinsic, by }),
    eventsOf({ place, from, moved, fee }) {
      const applied = [0, ...little(4, BigInt(place))]
      const paid = [...applied, 32, 0, ...bytesOf(from), ...little(16, fee), ...little(16, 0n), 0]
      const all = registry.createType('Vec<EventRecord>', [])
      all.push(eventIn({ registry, bytes: paid, place, name: 'transactionPayment.TransactionFeePaid' }))
      if (moved) {
        const bytes = [...applied, 5, 2, ...bytesOf(from), ...bytesOf(moved.to), ...little(16, moved.amount), 0]
        all.push(eventIn({ registry, bytes, place, name: 'balances.Transfer' }))
      }
      return all.toHex()
    },
    hashOf: (header) => registry.createType('Header', header).hash.toHex(),
    accountOf: (key) => (key.startsWith(accounts) && key.length === 2 + 2 * 80 ? `0x${key.slice(-64)}` : undefined),
  }
}

/** An event that the library reads as what it is meant to be. */
function eventIn({
  registry,
  bytes,
  place,
  name,
}: {
  readonly registry: TypeRegistry
  readonly bytes: readonly number[]
  readonly place: number
  readonly name: string
}): EventRecord {
  const read = registry.createType<EventRecord>('EventRecord', Uint8Array.from(bytes))
  const { event, phase } = read
  if (`${event.section}.${event.method}` !== name || !phase.eq({ ApplyExtrinsic: place }))
    throw new Error('The event is not what was meant.')
  return read
}

const accounts = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
const bytesOf = (written: string) => Buffer.from(written.slice(2), 'hex')

/** The lowest byte first. */
export const little = (length: number, value: bigint): readonly number[] =>
  Array.from({ length }, (_, place) => Number((value >> BigInt(8 * place)) & 255n))

function read(registry: TypeRegistry, written: string): GenericExtrinsic {
  try {
    return registry.createType('Extrinsic', written)
  } catch (cause) {
    throw new PolkadotRefusal(1010, 'Invalid Transaction', `Could not decode: ${cause}`)
  }
}

function judge({
  registry,
  extrinsic,
  by: { height, hashOf },
}: {
  readonly registry: TypeRegistry
  readonly extrinsic: string
  readonly by: Judging
}): JudgedTransfer {
  const signed = read(registry, extrinsic)
  if (!signed.isSigned || signed.toHex() !== extrinsic) throw invalid('Transaction has a bad encoding')
  const { method } = signed
  if (method.section !== 'balances' || method.method !== 'transferKeepAlive') throw invalid('Call is not taken here')
  const born = signed.era.isMortalEra ? signed.era.asMortalEra.birth(height) : 0
  if (signed.era.isMortalEra && height >= signed.era.asMortalEra.death(height)) throw invalid('Transaction is outdated')
  const [genesisHash, blockHash] = [hashOf(0), hashOf(born)]
  if (!genesisHash || !blockHash) throw invalid('Transaction is outdated')
  const { specVersion, transactionVersion } = runtimeVersion
  const payload = registry.createType(
    'ExtrinsicPayload',
    {
      ...{ method: method.toHex(), era: signed.era, nonce: signed.nonce, tip: signed.tip },
      ...{ specVersion, transactionVersion, genesisHash, blockHash, mode: 0 },
    },
    { version: 4 },
  )
  const from = signed.signer.toString()
  const { isValid } = signatureVerify(payload.toU8a({ method: true }), signed.signature.toHex(), from)
  if (!isValid) throw invalid('Transaction has a bad signature')
  const [to, amount] = method.args
  return {
    from: registry.createType('AccountId', from).toHex(),
    to: registry
      .createType('AccountId', String(registry.createType<MultiAddress>('MultiAddress', to?.toU8a()).value))
      .toHex(),
    amount: BigInt(String(amount)),
    nonce: signed.nonce.toNumber(),
    tip: signed.tip.toBigInt(),
    hash: signed.hash.toHex(),
  }
}

export const invalid = (data: string): PolkadotRefusal => new PolkadotRefusal(1010, 'Invalid Transaction', data)
