import type { NetworkId } from '@foyer/core'
import { readProperty as read } from '@foyer/core/connector'
import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import { formOf, nameOf, networkNamed } from '../addresses/networks.js'
import { isOnNetwork, readAddress } from '../addresses/readAddress.js'
import { BytesToBase64, type ListedAddress, listOf, sessionOf } from './answers.js'
import { type Call, caller, methodOf } from './ask.js'
import { byAddress, satsConnect } from './satsConnect.js'
import type { Dialect, WalletCalls, WalletListeners, WalletSession } from './wallet.js'

/** An account of the standard; the object itself is what the wallet is given back. */
const StandardAccount = v.pipe(
  v.unknown(),
  v.transform((account) => ({
    account,
    address: read(account, 'address'),
    publicKey: read(account, 'publicKey'),
    chains: read(account, 'chains'),
  })),
  v.object({
    account: v.unknown(),
    address: v.string(),
    publicKey: v.unknown(),
    chains: v.fallback(listOf(v.string()), []),
  }),
)
const Accounts = listOf(StandardAccount)
type Accounts = v.InferOutput<typeof Accounts>

/**
 * The dialect of Wallet Standard: the features under `bitcoin:`. A wallet that carries sats-connect's provider as its feature is asked by that, as it can
 * more.
 *
 * @see https://github.com/wallet-standard/wallet-standard/blob/master/extensions/bitcoin.md
 */
export const walletStandard: Dialect = ({ source, host }) => {
  const feature = (name: string) => read(read(source, 'features'), name)
  const provider = read(feature('sats-connect:'), 'provider')
  if (methodOf(provider, 'request')) return satsConnect({ source: provider, host })
  /** The method that a feature is called by is the word behind its colon. */
  const find = (name: string) => methodOf(feature(name), name.split(':')[1] ?? '')
  const has = (name: string) => find(name) !== undefined
  const call = caller({ find, clock: host.clock })
  const shown = () => v.parse(v.fallback(Accounts, []), read(source, 'accounts'))
  return {
    provider: (networkNow) => providerOf({ call, has, shown, networkNow }),
    async connect({ networkId, signal }) {
      const name = has('bitcoin:connect') ? 'bitcoin:connect' : 'standard:connect'
      const args = name === 'bitcoin:connect' ? [{ purposes: ['payment', 'ordinals'] }] : []
      const schema = v.object({ accounts: Accounts })
      const { accounts } = await call({ method: name, args, schema, expected: 'accounts', signal })
      return sessionIn({ accounts, method: name, wished: networkId })
    },
    async restore({ signal }) {
      if (shown().length === 0 && has('standard:connect')) {
        const args = [{ silent: true }]
        await call({ method: 'standard:connect', args, schema: v.unknown(), expected: 'accounts', signal })
      }
      const accounts = shown()
      return accounts.length > 0 ? sessionIn({ accounts, method: 'accounts' }) : null
    },
    disconnect: ['bitcoin:disconnect', 'standard:disconnect'].some(has)
      ? async () => {
          const name = has('bitcoin:disconnect') ? 'bitcoin:disconnect' : 'standard:disconnect'
          await call({ method: name, schema: v.unknown(), expected: 'anything', timeoutMs: 3000 })
        }
      : undefined,
    listen: (listeners) => listenTo({ ...listeners, events: feature, isGone: () => shown().length === 0 }),
  }
}

/** The standard names no purposes: beside another address, Taproot's is the one for ordinals. */
function sessionIn({
  accounts,
  method,
  wished,
}: {
  readonly accounts: Accounts
  readonly method: string
  readonly wished?: NetworkId | undefined
}): WalletSession {
  const isTaproot = (address: string) => readAddress(address)?.type === 'p2tr'
  const hasPayment = accounts.some(({ address }) => readAddress(address) && !isTaproot(address))
  const listed = accounts.map(
    ({ address, publicKey }): ListedAddress => ({
      address,
      purpose: hasPayment && isTaproot(address) ? 'ordinal' : 'payment',
      publicKey: publicKey instanceof Uint8Array ? hex.encode(Uint8Array.from(publicKey)) : undefined,
    }),
  )
  return sessionOf({ listed, method, networkId: networkIn(accounts, wished) })
}

/** The network that the first account says it is on; of several the wished one. Undefined where its address alone says it. */
function networkIn([first]: Accounts, wished: NetworkId | undefined): NetworkId | undefined {
  const found = readAddress(first?.address ?? '')
  const chains = (first?.chains ?? []).filter((chain) => chain.startsWith('bitcoin:'))
  const named = chains.flatMap((chain) => networkNamed(chain, 'walletStandard') ?? [])
  const known = named.filter((id) => found && formOf(id) !== undefined && isOnNetwork(found, id))
  if (known.length > 0) return known.find((id) => id === wished) ?? known[0]
  return named.find((id) => formOf(id) === undefined)
}

function providerOf({
  call,
  has,
  shown,
  networkNow,
}: {
  readonly call: Call
  readonly has: (feature: string) => boolean
  readonly shown: () => Accounts
  readonly networkNow: () => NetworkId
}): WalletCalls {
  const accountOf = (address: string) => shown().find((each) => readAddress(each.address)?.address === address)?.account
  return {
    signMessage: has('bitcoin:signMessage')
      ? async ({ address, message, signal }) => {
          const schema = v.looseTuple([v.object({ signature: BytesToBase64 })])
          const args = [{ account: accountOf(address), message: new TextEncoder().encode(message) }]
          const asked = { method: 'bitcoin:signMessage', args, schema, expected: 'a signature of bytes', signal }
          const [{ signature }] = await call(asked)
          return { signature }
        }
      : undefined,
    signPsbt: has('bitcoin:signTransaction')
      ? async ({ psbt, inputs, signal }) => {
          const schema = v.looseTuple([v.object({ signedPsbt: BytesToBase64 })])
          const inputsToSign = Object.entries(byAddress(inputs)).map(([address, signingIndexes]) => ({
            account: accountOf(address),
            signingIndexes,
          }))
          const chain = nameOf(networkNow(), 'walletStandard')
          const args = [{ psbt: base64.decode(psbt), inputsToSign, ...(chain ? { chain } : {}) }]
          const asked = { method: 'bitcoin:signTransaction', args, schema, expected: 'a PSBT of bytes', signal }
          const [{ signedPsbt }] = await call(asked)
          return { psbt: signedPsbt }
        }
      : undefined,
  }
}

function listenTo({
  events,
  isGone,
  changed,
  ended,
}: WalletListeners & {
  readonly events: (feature: string) => unknown
  readonly isGone: () => boolean
}): () => void {
  const onChange = () => (isGone() ? ended() : changed())
  const stops = ['standard:events', 'bitcoin:events'].map((name) => {
    const stop = methodOf(events(name), 'on')?.('change', onChange)
    return typeof stop === 'function' ? () => Reflect.apply(stop, undefined, []) : () => {}
  })
  return () => {
    for (const stop of stops) stop()
  }
}
