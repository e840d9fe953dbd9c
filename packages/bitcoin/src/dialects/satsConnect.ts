import type { NetworkId } from '@foyer/core'
import { besides, readProperty as read } from '@foyer/core/connector'
import { JsonRpcError, UnauthorizedError, UnsupportedMethodError, UserRejectedError } from '@foyer/core/errors'
import { ifReadable } from '@foyer/core/lenient'
import * as v from 'valibot'
import { nameOf, networkNamed } from '../addresses/networks.js'
import { safeSats } from '../addresses/sats.js'
import type { PsbtInput } from '../family.js'
import { Base64, type ListedAddress, listOf, sessionOf, Txid } from './answers.js'
import { methodOf, type Send, sender } from './ask.js'
import type { Dialect, WalletCalls, WalletSession } from './wallet.js'

const Addresses = listOf(
  v.object({
    address: v.string(),
    publicKey: ifReadable(v.string()),
    purpose: v.nullish(v.string(), 'payment'),
    derivationPath: ifReadable(v.string()),
  }),
)
type Addresses = v.InferOutput<typeof Addresses>

/** The answer to connecting, and to reading the account: lists alone in older wallets. */
const Shown = v.union([
  v.pipe(
    Addresses,
    v.transform((addresses) => ({ addresses, network: undefined })),
  ),
  v.object({ addresses: Addresses, network: v.optional(v.unknown()) }),
])
type Shown = v.InferOutput<typeof Shown>

const anything = v.unknown()
const readMs = 10_000

/**
 * The dialect of WBIP and sats-connect, which Xverse, Magic Eden, Fordefi, Orange and others speak: `request(method, params)` resolves with a JSON-RPC
 * answer, for errors too.
 */
export const satsConnect: Dialect = ({ source, host: { clock } }) => {
  const send = sender({
    clock,
    readError: (cause) => (cause instanceof RpcAnswer ? cause.error : undefined),
    async request(method, params) {
      const answer = await methodOf(source, 'request')?.(method, params)
      const error = read(answer, 'error')
      if (error) throw new RpcAnswer(error, method)
      return answer
    },
  })
  return {
    provider: () => providerOf(send),
    connect: (request) => connected(send, request),
    restore: ({ signal }) => restored(send, signal),
    switchNetwork: async ({ networkId, signal }) => {
      const name = nameOf(networkId, 'satsConnect')
      if (!name) throw new UnsupportedMethodError({ context: { method: 'wallet_changeNetwork', networkId } })
      await send({ method: 'wallet_changeNetwork', params: { name }, schema: anything, expected: 'anything', signal })
    },
    disconnect: async () => {
      await send({ method: 'wallet_disconnect', schema: anything, expected: 'anything', timeoutMs: 3000 })
    },
    listen: ({ changed, ended }) => {
      const stops = (['accountChange', 'networkChange'] as const).map((event) =>
        listenTo(source, event, () => changed()),
      )
      stops.push(listenTo(source, 'disconnect', ended))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** The numbers of sats-connect: -32000 is the visitor's refusal, -32002 a page that hasn't been let in. */
class RpcAnswer extends Error {
  readonly error: Error

  constructor(cause: unknown, method: string) {
    super()
    const code = Number(read(cause, 'code'))
    const text = read(cause, 'message')
    const context = { method }
    if (code === -32_000 || code === 4001) this.error = new UserRejectedError({ context, walletCode: code, cause })
    else if (code === -32_002) this.error = new UnauthorizedError({ context, walletCode: code, cause })
    else if (code === -32_601 || code === -32_001) this.error = new UnsupportedMethodError({ context, cause })
    else
      this.error = new JsonRpcError({
        rpcCode: Number.isSafeInteger(code) ? code : -32_603,
        text: typeof text === 'string' ? text.slice(0, 300) : undefined,
        context,
        cause,
      })
  }
}

const purposes = ['payment', 'ordinals']

/** Newer wallets connect; older ones ask for the same by listing accounts, or addresses. */
async function connected(
  send: Send,
  { networkId, signal }: { readonly networkId?: NetworkId | undefined; readonly signal?: AbortSignal | undefined },
): Promise<WalletSession> {
  const expected = 'addresses'
  const name = networkId && nameOf(networkId, 'satsConnect')
  const ways = [
    { method: 'wallet_connect', params: { addresses: purposes, ...(name ? { network: name } : {}) } },
    { method: 'getAccounts', params: { purposes } },
    { method: 'getAddresses', params: { purposes } },
  ]
  for (const way of ways) {
    try {
      return await sessionIn(send, await send({ ...way, schema: Shown, expected, signal }), way.method)
    } catch (error) {
      if (!(error instanceof UnsupportedMethodError) || way === ways.at(-1)) throw error
    }
  }
  throw new UnsupportedMethodError({ context: { method: 'wallet_connect' } })
}

/** Reads the session that the wallet shows to a page that was let in; null for one that wasn't. */
async function restored(send: Send, signal: AbortSignal | undefined): Promise<WalletSession | null> {
  const method = 'wallet_getAccount'
  try {
    const shown = await send({ method, schema: Shown, expected: 'addresses', signal, timeoutMs: readMs })
    return await sessionIn(send, shown, method)
  } catch (error) {
    if (error instanceof UnauthorizedError) return null
    throw error
  }
}

async function sessionIn(send: Send, { addresses, network }: Shown, method: string): Promise<WalletSession> {
  const networkId = networkIn(network) ?? (await networkAsked(send))
  return sessionOf({ listed: addresses.flatMap(listedOf), networkId, method })
}

const networkIn = (network: unknown) => networkNamed(read(read(network, 'bitcoin'), 'name'), 'satsConnect')

/**
 * Reads the network of an older wallet, which doesn't say it when it connects; one that can't say it at all is where
 * its addresses are.
 */
async function networkAsked(send: Send): Promise<NetworkId | undefined> {
  const asked = { method: 'wallet_getNetwork', schema: anything, expected: 'a network', timeoutMs: readMs }
  return networkIn(await besides(send(asked)))
}

/** Addresses of other chains, such as those for Stacks, are left out. */
function listedOf({ address, purpose, publicKey, derivationPath }: Addresses[number]): ListedAddress[] {
  if (purpose !== 'payment' && purpose !== 'ordinals') return []
  return [{ address, purpose: purpose === 'payment' ? 'payment' : 'ordinal', publicKey, path: derivationPath }]
}

function providerOf(send: Send): WalletCalls {
  return {
    signMessage: ({ address, message, protocol, signal }) =>
      send({
        method: 'signMessage',
        params: { address, message, protocol: protocol.toUpperCase() },
        schema: v.object({ signature: Base64 }),
        expected: 'a signature in base64',
        signal,
      }),
    signPsbt: ({ psbt, inputs, signal }) =>
      send({
        method: 'signPsbt',
        params: { psbt, signInputs: byAddress(inputs), broadcast: false },
        schema: v.object({ psbt: Base64 }),
        expected: 'a PSBT in base64',
        signal,
      }),
    sendTransfer: ({ to, amount, signal }) =>
      send({
        method: 'sendTransfer',
        params: { recipients: [{ address: to, amount: safeSats(amount) }] },
        schema: v.object({ txid: Txid }),
        expected: 'the id of a transaction',
        signal,
      }),
  }
}

/** The inputs that each address signs. */
export function byAddress(inputs: readonly PsbtInput[]): Readonly<Record<string, readonly number[]>> {
  const indexes: Record<string, number[]> = {}
  for (const { address, index } of inputs) indexes[address] = [...(indexes[address] ?? []), index]
  return indexes
}

/** Older wallets take the event's name and the listener, newer ones both in one object; both return what removes the listener. */
function listenTo(source: unknown, eventName: string, cb: () => void): () => void {
  const add = methodOf(source, 'addListener')
  const length = Number(read(read(source, 'addListener'), 'length'))
  try {
    const stop = length >= 2 ? add?.(eventName, cb) : add?.({ eventName, cb })
    return typeof stop === 'function' ? () => Reflect.apply(stop, undefined, []) : () => {}
  } catch {
    return () => {} // a wallet that can't be listened to can still be asked
  }
}
