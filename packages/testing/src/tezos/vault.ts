import { hex } from '@scure/base'
import { LocalForger } from '@taquito/local-forging'
import { InMemorySigner } from '@taquito/signer'
import { b58Encode, PrefixV2 } from '@taquito/utils'
import { invalidParams, ProviderError } from '../providerError.js'
import { isRecord } from '../rpc.js'
import type { TestTezosAccount } from './testTezosWallet.js'

/** A key of Tezos, which writes and signs by the official library: nothing of it is the kit's. */
export interface TezosKey {
  readonly address: string
  readonly publicKey: string
  readonly curve: 'ed25519' | 'secp256k1' | 'p256'
  /** @param payload - hexadecimal @returns `edsig…` and its kin */
  sign(payload: string): Promise<string>
  /** Adds what a transfer lacks, signs it, and hands it to the node. @returns its hash */
  send(request: TezosSending): Promise<string>
  /** Adds what a transfer lacks, by the node. */
  complete(request: TezosSending): Promise<CompleteTransfer>
}

interface TezosSending {
  readonly nodeUrl: string | undefined
  readonly operations: unknown
}

/** A transfer with all that it is sent with. */
export interface CompleteTransfer {
  readonly amount: string
  readonly destination: string
  /** Its cost in the smallest unit, with what is burned for an account that isn't there yet. */
  readonly fee: string
  /** Signs it, and hands it to the node. @returns its hash */
  send(): Promise<string>
}

/** In the smallest unit for each operation: more than nodes ask for a transfer. */
const operationFee = 500n
/** In bytes: what an account takes that isn't there yet. */
const newAccount = 257n

const prefixes = {
  ed25519: PrefixV2.Ed25519Seed,
  secp256k1: PrefixV2.Secp256k1SecretKey,
  p256: PrefixV2.P256SecretKey,
} as const

/** Opens a key of Tezos, of any of its three curves. */
export async function tezosKey({ key, curve = 'ed25519' }: TestTezosAccount): Promise<TezosKey> {
  const signer = new InMemorySigner(b58Encode(hex.decode(key), prefixes[curve]))
  const [publicKey, address] = [await signer.publicKey(), await signer.publicKeyHash()]
  const complete: TezosKey['complete'] = async ({ nodeUrl, operations }) => {
    const transfer = transferIn(operations)
    if (nodeUrl === undefined) throw invalidParams('The wallet has no node.')
    const head = `${nodeUrl}/chains/main/blocks/head`
    const account = `${head}/context/contracts/${address}`
    const [header, counter, revealed, held, constants] = await Promise.all([
      read(`${head}/header`),
      read(`${account}/counter`),
      read(`${account}/manager_key`),
      read(`${head}/context/contracts/${transfer.destination}/balance`),
      read(`${head}/context/constants`),
    ])
    if (!isRecord(header) || !isRecord(constants)) throw invalidParams('The node is none.')
    const first = BigInt(String(counter)) + 1n
    const shared = { source: address, fee: `${operationFee}`, gas_limit: '2269' }
    const storage = held === '0' ? newAccount : 0n
    const sending = { ...shared, ...transfer, kind: 'transaction', storage_limit: `${storage}` }
    const revealing = { ...shared, kind: 'reveal', public_key: publicKey, storage_limit: '0' }
    const contents = [...(revealed === null ? [revealing] : []), sending].map((each, index) => ({
      ...each,
      counter: `${first + BigInt(index)}`,
    }))
    const fees = operationFee * BigInt(contents.length)
    return {
      ...transfer,
      fee: `${fees + storage * BigInt(String(constants.cost_per_byte))}`,
      async send() {
        const bytes = await new LocalForger().forge(forgeable({ branch: header.hash, contents }))
        const { sbytes } = await signer.sign(bytes, Uint8Array.of(3))
        return String(await read(`${nodeUrl}/injection/operation?chain=main`, sbytes))
      },
    }
  }
  return {
    ...{ address, publicKey, curve, complete },
    sign: async (payload) => (await signer.sign(payload)).prefixSig,
    send: async (request) => (await complete(request)).send(),
  }
}

type Forgeable = Parameters<LocalForger['forge']>[0]

/** The library checks what it writes. */
function forgeable(operation: { readonly branch: unknown; readonly contents: readonly object[] }): Forgeable {
  const isForgeable = (each: object): each is Forgeable => 'branch' in each
  if (!isForgeable(operation)) throw invalidParams('That is no operation.')
  return operation
}

/** One transfer and nothing beside it: the wallet sets fees and limits itself. */
function transferIn(operations: unknown): { readonly amount: string; readonly destination: string } {
  const [only, ...others]: readonly unknown[] = Array.isArray(operations) ? operations : []
  if (!isRecord(only) || others.length > 0 || only.kind !== 'transaction') throw invalidParams('That is no transfer.')
  const { amount, destination } = only
  if (typeof amount !== 'string' || typeof destination !== 'string') throw invalidParams('That is no transfer.')
  return { amount, destination }
}

/** Asks the node. @throws ProviderError with its own words */
async function read(url: string, body?: string): Promise<unknown> {
  const posted = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(url, body === undefined ? {} : posted)
  if (answer.ok) return answer.json()
  throw new ProviderError({ code: -32000, message: await answer.text() })
}
