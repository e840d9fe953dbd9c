import type { ConnectorHost, NetworkId } from '@foyer/core'
import { askObject, askWallet, atPath, readProperty } from '@foyer/core/connector'
import {
  AccountNotConnectedError,
  ChainNotSupportedError,
  JsonRpcError,
  UnsupportedMethodError,
  WalletAnswerError,
} from '@foyer/core/errors'
import { eachReadable } from '@foyer/core/lenient'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { readAddress } from '../addresses/address.js'
import { genesisIn, isGenesisOf } from '../chain/genesis.js'
import { askArc27 } from '../discovery/arc27.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import type { AlgorandSignRequest } from '../family.js'
import { WireBytes } from '../wire/methods.js'

interface On {
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}

/** A wallet in the page; what it answers is parsed. */
export interface WalletObject {
  /** Asks the visitor, where this page isn't let in yet. @throws ChainNotSupportedError */
  enable(on: On): Promise<readonly string[]>
  disable(on: On & { readonly timeoutMs: number }): Promise<unknown>
  /** Undefined for a wallet that has no such request. @returns 64 bytes */
  readonly signMessage:
    | ((on: On & { readonly address: string; readonly message: string }) => Promise<Uint8Array>)
    | undefined
  /** @returns the signed transaction */
  signTransaction(on: On & AlgorandSignRequest): Promise<Uint8Array>
}

const Account = v.pipe(
  v.union([v.string(), v.object({ address: v.string() })]),
  v.transform((said) => (typeof said === 'string' ? said : said.address)),
  v.check((address) => readAddress(address) !== undefined),
)
const Enabled = v.object({
  accounts: v.pipe(eachReadable(Account, 1000), v.minLength(1)),
  genesisHash: v.nullish(v.string()),
})
const Signature = v.pipe(
  v.object({ signature: WireBytes, signer: v.string() }),
  v.check(({ signature }) => signature.length === 64),
)
const Signed = v.tuple([WireBytes])

/** The errors of the wallets' own codes that aren't the kit's. @see ARC-27 */
const faults: Readonly<Record<number, (networkId: NetworkId, text: string) => Error>> = {
  4003: () => new UnsupportedMethodError(),
  4004: (networkId) => new ChainNotSupportedError({ networkId }),
  4100: () => new AccountNotConnectedError({ family: 'algorand' }),
  4200: (_, text) => new JsonRpcError({ rpcCode: -32602, text }),
  4201: (_, text) => new JsonRpcError({ rpcCode: -32602, text }),
}

/** Reads a wallet's own error. @returns undefined for one that every family has */
function faultOf(cause: unknown, networkId: NetworkId): Error | undefined {
  const code = Number(readProperty(cause, 'code'))
  return Object.hasOwn(faults, code) ? faults[code]?.(networkId, String(readProperty(cause, 'message'))) : undefined
}

interface Asked<T> extends On {
  readonly method: 'enable' | 'disable' | 'sign_message' | 'sign_transactions'
  readonly params: object
  readonly schema: v.GenericSchema<unknown, T>
  readonly expected: string
  readonly timeoutMs?: number | undefined
}

export function createWalletObject({
  found: { providerId, networks },
  host: { clock },
}: {
  readonly found: Pick<FoundWallet, 'providerId' | 'networks'>
  readonly host: Pick<ConnectorHost, 'clock'>
}): WalletObject {
  const ask = providerId === undefined ? askAtWindow(clock) : askByEvents({ providerId, clock })
  const says = networksIn(networks)
  const signMessage: WalletObject['signMessage'] = async ({ address, message, ...on }) => {
    const params = { message, signer: address }
    const asked = { ...on, method: 'sign_message', params, schema: Signature, expected: 'a signature' } as const
    const { signature, signer } = await ask(asked)
    if (signer !== address)
      throw new WalletAnswerError({ method: 'sign_message', expected: 'the account that was asked' })
    return signature
  }
  return {
    async enable(on) {
      const known = says.find(({ genesisHash }) => isGenesisOf(on.networkId, genesisHash))
      // A wallet that names its networks is asked for no other.
      if (says.length > 0 && !known) throw new ChainNotSupportedError({ networkId: on.networkId })
      const params = { genesisHash: known?.genesisHash ?? wholeHash(on.networkId) }
      const asked = { ...on, method: 'enable', params, schema: Enabled, expected: 'accounts of the network' } as const
      const { accounts, genesisHash } = await ask(asked)
      if (genesisHash != null && !isGenesisOf(on.networkId, genesisHash))
        throw new ChainNotSupportedError({ networkId: on.networkId })
      return accounts
    },
    disable: ({ networkId, timeoutMs }) => {
      const known = says.find(({ genesisHash }) => isGenesisOf(networkId, genesisHash))
      const params = { genesisHash: known?.genesisHash ?? wholeHash(networkId) }
      return ask({ networkId, timeoutMs, method: 'disable', params, schema: v.unknown(), expected: 'nothing' })
    },
    get signMessage() {
      return providerId === undefined ? undefined : signMessage
    },
    async signTransaction({ transaction, signer, ...on }) {
      const txn = { txn: base64.encode(transaction), ...(signer !== undefined && { authAddr: signer }) }
      const expected = 'the signed transaction'
      const [signed] = await ask({
        ...on,
        method: 'sign_transactions',
        params: { txns: [txn] },
        schema: Signed,
        expected,
      })
      return signed
    },
  }
}

const Networks = eachReadable(v.object({ genesisHash: v.string() }), 64)

function networksIn(said: unknown): v.InferOutput<typeof Networks> {
  const { success, output } = v.safeParse(Networks, said)
  return success ? output.filter(({ genesisHash }) => genesisIn(genesisHash)) : []
}

/** The networks' hashes of which the references of CAIP-2 leave the end out. */
const ends: Readonly<Record<string, string>> = {
  'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k': 'tiC1qzkkit8=',
  'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': 'xi9/cOUJOiI=',
}

/** @returns undefined where it isn't known: a wallet that is on one network needs none */
function wholeHash(networkId: NetworkId): string | undefined {
  const end = ends[networkId]
  if (end === undefined) return undefined
  return `${networkId.slice('algorand:'.length).replaceAll('-', '+').replaceAll('_', '/')}${end}`
}

type Ask = <T>(asked: Asked<T>) => Promise<T>

const askByEvents =
  ({ providerId, clock }: { readonly providerId: string; readonly clock: ConnectorHost['clock'] }): Ask =>
  async ({ method, params, schema, expected, networkId, signal, timeoutMs }) => {
    let stop: (() => void) | undefined
    try {
      const { output } = await askWallet({
        ...{ method, expected, signal, clock, timeoutMs },
        ask: () =>
          new Promise((resolve, reject) => {
            // Another wallet's answer is none of this request's.
            const receive = ({ result, error }: { readonly result: unknown; readonly error: unknown }) => {
              if (error != null) {
                const by = readProperty(readProperty(error, 'data'), 'providerId')
                if (by === undefined || by === providerId) reject(error)
              } else if (readProperty(result, 'providerId') === providerId || !hasProvider(result)) resolve(result)
            }
            stop = askArc27({ method, params: { ...params, providerId }, receive })
          }),
        readError: (cause) => faultOf(cause, networkId),
        parse: (said) => {
          const stxns = readProperty(said, 'stxns')
          const { success, output } = v.safeParse(schema, method === 'sign_transactions' ? stxns : said)
          return success ? { output } : undefined
        },
      })
      return output
    } finally {
      stop?.()
    }
  }

const hasProvider = (result: unknown): boolean => readProperty(result, 'providerId') !== undefined

const askAtWindow =
  (clock: ConnectorHost['clock']): Ask =>
  async ({ method, params, schema, expected, networkId, signal, timeoutMs }) =>
    askObject({
      source: () => atPath('algorand'),
      method: method === 'sign_transactions' ? 'signTxns' : method,
      args: [method === 'sign_transactions' ? readProperty(params, 'txns') : params],
      ...{ schema, expected, clock, signal, timeoutMs },
      readError: (cause) => faultOf(cause, networkId),
    })
