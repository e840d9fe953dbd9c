import type { Abortable, ConnectorHost } from '@foyer/core'
import { type AskObjectParameters, askObject, besides, onWindow, readProperty } from '@foyer/core/connector'
import {
  AccountNotConnectedError,
  JsonRpcError,
  ProviderDisconnectedError,
  UserRejectedError,
} from '@foyer/core/errors'
import { eachReadable } from '@foyer/core/lenient'
import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { addressOf, type ReadAddress, readAddress } from '../addresses/address.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import type { CardanoDataSignature } from '../family.js'
import { WireCbor, WireDataSignature, WireUtxos } from '../wire/methods.js'

/** The network and the addresses that a wallet has for this page now. */
export interface Listed {
  /** 1 is the main network, 0 any other. */
  readonly network: 0 | 1
  /** The chain's own number, of a wallet that says it (CIP-142): it tells networks of tests apart. */
  readonly magic?: number | undefined
  /** Those that a key spends from; the first is the one that others may have seen. */
  readonly addresses: readonly ReadAddress[]
}

/** A wallet in the page, asked by its own methods; what it answers is parsed. */
export interface WalletObject {
  /** Asks the visitor, where this page isn't let in yet. */
  enter(options?: Abortable): Promise<void>
  /** Whether it lets this page in without a word. */
  isOpen(options?: Abortable): Promise<boolean>
  list(options?: Abortable): Promise<Listed>
  signData(
    request: Abortable & { readonly address: string; readonly payload: Uint8Array },
  ): Promise<CardanoDataSignature>
  signTransaction(request: Abortable & { readonly transaction: Uint8Array }): Promise<Uint8Array>
  getUtxos(options?: Abortable): Promise<readonly Uint8Array[]>
  /** Is called back when it may be another: by its own events, where it has some, and when the visitor comes back to the page. @returns stops */
  follow(changed: () => void): () => void
}

const Address = v.pipe(
  WireCbor,
  v.transform((bytes) => addressOf(bytes)),
)
const Addresses = eachReadable(Address, 4096)
const Network = v.picklist([0, 1])
const Magic = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Extensions = v.fallback(v.pipe(v.array(v.object({ cip: v.unknown() })), v.maxLength(64)), [])
/** A wallet is asked for no extension that it doesn't have: some refuse the whole. */
const saysMagic = (wallet: unknown): boolean =>
  v.parse(Extensions, readProperty(wallet, 'supportedExtensions')).some(({ cip }) => cip === 142)

/** The object that a wallet gives a page which it lets in, with its methods. */
const Api = v.custom<object>((said) => typeof readProperty(said, 'getNetworkId') === 'function')

/** In which words wallets number their own errors depends on what they were asked. @see CIP-30 */
const refusals: Readonly<Record<string, number>> = { enable: -3, signData: 3, signTx: 2 }

/** @returns undefined for an error that every family has */
const readError =
  (method: string) =>
  (cause: unknown): Error | undefined => {
    const code = readProperty(cause, 'code')
    const info = readProperty(cause, 'info')
    if (code === refusals[method]) return new UserRejectedError({ cause })
    // The account was switched, or the page is let in no more.
    if (code === -3 || code === -4) return new AccountNotConnectedError({ family: 'cip34' })
    if (typeof code !== 'number' || typeof info !== 'string') return undefined
    return new JsonRpcError({ rpcCode: code === -1 ? -32602 : -32603, text: info, cause })
  }

type Asked<T> = Pick<AskObjectParameters<T>, 'method' | 'schema' | 'expected' | 'signal'>

export function createWalletObject({
  found: { source },
  host: { clock, report },
}: {
  readonly found: Pick<FoundWallet, 'source'>
  readonly host: Pick<ConnectorHost, 'clock' | 'report'>
}): WalletObject {
  let api: object | undefined
  /** Has the events of another api listened to, while the wallet is followed. */
  let onApi: (() => void) | undefined
  const askSource = async <T>(asked: Asked<T> & { readonly args?: readonly unknown[] }) => {
    if (source() === undefined) throw new ProviderDisconnectedError()
    return askObject({ args: [], ...asked, source, clock, readError: readError(asked.method) })
  }
  const enter: WalletObject['enter'] = async ({ signal } = {}) => {
    const before = api
    const args = saysMagic(source()) ? [{ extensions: [{ cip: 142 }] }] : []
    api = await askSource({ method: 'enable', args, schema: Api, expected: 'an object with methods', signal })
    if (api !== before) onApi?.()
  }
  const ask = async <T>(asked: Asked<T> & { readonly args?: readonly unknown[] }): Promise<T> => {
    if (!api) await enter(asked)
    if (source() === undefined) throw new ProviderDisconnectedError()
    return askObject({ args: [], ...asked, source: () => api, clock, readError: readError(asked.method) })
  }
  /** Undefined where the wallet can't say it, or fails to: whether it is the main network is known anyway. */
  const magicNow = async (options: Abortable | undefined): Promise<number | undefined> => {
    const extension = readProperty(api, 'cip142')
    if (extension === undefined) return undefined
    const method = 'getNetworkMagic'
    const asked = { method, args: [], schema: Magic, expected: 'a number', clock, source: () => extension }
    return askObject({ ...asked, ...options, readError: readError(method) }).catch((cause: unknown) => {
      if (options?.signal?.aborted) throw cause
      return undefined
    })
  }
  const isOpen: WalletObject['isOpen'] = (options) =>
    askSource({ method: 'isEnabled', schema: v.boolean(), expected: 'yes or no', ...options })
  /** Asks what needs no visitor: of an api of before the wallet's account was switched, which answers nothing any more, once again by another, as long as the page is let in. */
  const read = async <T>(asked: Asked<T>): Promise<T> => {
    const old = api
    try {
      return await ask(asked)
    } catch (error) {
      if (!old || !(error instanceof AccountNotConnectedError) || !(await isOpen({ signal: asked.signal }))) throw error
      if (api === old) api = undefined
      return ask(asked)
    }
  }
  const wallet: WalletObject = {
    enter,
    isOpen,
    async list(options) {
      const expected = 'addresses'
      const network = await read({ method: 'getNetworkId', schema: Network, expected: 'a network', ...options })
      const magic = await magicNow(options)
      // Each of both questions is beside the other: one address is enough.
      const asked = read({ method: 'getUsedAddresses', schema: Addresses, expected, ...options })
      const used = (await besides(asked, options?.signal)) ?? []
      const rest = read({ method: 'getChangeAddress', schema: Address, expected, ...options })
      const change = await (used.length > 0 ? besides(rest, options?.signal) : rest)
      const addresses = [...used, change].flatMap((each) => {
        const isOwn = each?.keyHash !== undefined && !each.isReward && each.network === network
        return isOwn ? [each] : []
      })
      return { network, magic, addresses }
    },
    async signData({ address, payload, ...options }) {
      const args = [bytesToHex(readAddress(address)?.bytes ?? new Uint8Array()), bytesToHex(payload)]
      const expected = 'a signature and its key'
      return ask({ method: 'signData', args, schema: WireDataSignature, expected, ...options })
    },
    async signTransaction({ transaction, ...options }) {
      const args = [bytesToHex(transaction), true]
      return ask({ method: 'signTx', args, schema: WireCbor, expected: 'a witness set', ...options })
    },
    getUtxos: (options) => read({ method: 'getUtxos', schema: WireUtxos, expected: 'what can be spent', ...options }),
    follow(changed) {
      // An api of before the change answers for the account of before.
      const again = () => {
        api = undefined
        changed()
      }
      const leaveFocus = onWindow('focus', again)
      let stops: (() => void)[] = []
      const stop = () => {
        for (const each of stops.splice(0)) each()
      }
      const begin = () => {
        stop()
        stops = ['accountChange', 'networkChange'].map((event) => listen(api, event, again))
      }
      onApi = begin
      // A restored wallet that lets the page in does so without a word.
      if (api) begin()
      else
        isOpen()
          .then(async (isLetIn) => (isLetIn && onApi === begin ? enter() : undefined))
          .catch(report)
      return () => {
        if (onApi === begin) onApi = undefined
        leaveFocus()
        stop()
      }
    },
  }
  return wallet
}

/** Some wallets say by an event that they have changed. @returns stops */
function listen(api: unknown, event: string, changed: () => void): () => void {
  const experimental = readProperty(api, 'experimental')
  const call = (method: 'on' | 'off') => {
    const listening = readProperty(experimental, method)
    try {
      if (typeof listening === 'function') Reflect.apply(listening, experimental, [event, changed])
    } catch {
      // a wallet that can't be listened to can still be asked
    }
  }
  call('on')
  return () => call('off')
}
