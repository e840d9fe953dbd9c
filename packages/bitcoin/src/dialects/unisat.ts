import type { NetworkId } from '@foyer/core'
import { besides, readProperty } from '@foyer/core/connector'
import { UnsupportedMethodError } from '@foyer/core/errors'
import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import { nameOf, networkNamed } from '../addresses/networks.js'
import { safeSats } from '../addresses/sats.js'
import { Base64, HexToBase64, listOf, sessionOf, Txid } from './answers.js'
import { type Call, caller, methodOf } from './ask.js'
import type { Dialect, WalletCalls, WalletListeners, WalletSession } from './wallet.js'

const Addresses = listOf(v.string())
const anything = v.unknown()
const readMs = 10_000

/** The networks as wallets name them which have no `getChain`; the first name of one is what such a wallet is sent to it by. */
const former: Readonly<Record<string, string>> = {
  livenet: 'BITCOIN_MAINNET',
  mainnet: 'BITCOIN_MAINNET',
  testnet: 'BITCOIN_TESTNET',
  testnet4: 'BITCOIN_TESTNET4',
  signet: 'BITCOIN_SIGNET',
}

/** The dialect of UniSat, which OKX, Binance, Bitget and others speak too: one address at a time, PSBTs in hexadecimal. */
export const unisat: Dialect = ({ source, host: { clock } }) => {
  const call = caller({ find: (name) => methodOf(source, name), clock })
  const has = (method: string) => methodOf(source, method) !== undefined
  const restore = async ({ signal }: { readonly signal?: AbortSignal | undefined }) => {
    const expected = 'a list of addresses'
    const addresses = await call({ method: 'getAccounts', schema: Addresses, expected, signal, timeoutMs: readMs })
    return addresses.length > 0 ? sessionIn({ call, has, addresses, method: 'getAccounts', signal }) : null
  }
  return {
    provider: () => providerOf({ call, has }),
    connect: async ({ signal }) => {
      const method = 'requestAccounts'
      const addresses = await call({ method, schema: Addresses, expected: 'a list of addresses', signal })
      return sessionIn({ call, has, addresses, method, signal })
    },
    restore,
    switchNetwork: ({ networkId, signal }) => switchNetwork({ call, has, networkId, signal }),
    disconnect: has('disconnect')
      ? async () => {
          await call({ method: 'disconnect', schema: anything, expected: 'anything', timeoutMs: 3000 })
        }
      : undefined,
    listen: ({ changed, ended }) => listenTo({ source, changed, ended }),
  }
}

/** The way to ask the wallet, and whether it has a method. */
interface Asking {
  readonly call: Call
  readonly has: (method: string) => boolean
}

interface Shown extends Asking {
  readonly addresses: readonly string[]
  readonly method: string
  readonly signal?: AbortSignal | undefined
}

/** Asks beside which network and which key it is: a wallet that doesn't say is where its addresses are. */
async function sessionIn({ call, has, addresses, method, signal }: Shown): Promise<WalletSession> {
  const asked = { method: 'getPublicKey', schema: anything, expected: 'a key', signal, timeoutMs: readMs }
  const [networkId, key] = await Promise.all([
    besides(networkNow({ call, has, signal }), signal),
    has('getPublicKey') ? besides(call(asked), signal) : undefined,
  ])
  // The key is that of the first, which is the one in use.
  const listed = addresses.map((address, index) => ({
    address,
    purpose: 'payment' as const,
    publicKey: index === 0 && typeof key === 'string' ? key : undefined,
  }))
  return sessionOf({ listed, networkId, method })
}

async function networkNow({ call, has, signal }: Omit<Shown, 'addresses' | 'method'>): Promise<NetworkId | undefined> {
  const asked = { schema: anything, expected: 'a network', signal, timeoutMs: readMs }
  if (has('getChain')) return networkNamed(readProperty(await call({ ...asked, method: 'getChain' }), 'enum'), 'unisat')
  if (!has('getNetwork')) return undefined
  const name = await call({ ...asked, method: 'getNetwork' })
  return typeof name === 'string' ? networkNamed(former[name] ?? name, 'unisat') : undefined
}

async function switchNetwork({
  call,
  has,
  networkId,
  signal,
}: Asking & {
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}): Promise<void> {
  const name = nameOf(networkId, 'unisat')
  const old = Object.keys(former).find((each) => former[each] === name)
  const [method, arg] = has('switchChain') ? (['switchChain', name] as const) : (['switchNetwork', old] as const)
  if (!arg) throw new UnsupportedMethodError({ context: { method, networkId } })
  await call({ method, args: [arg], schema: anything, expected: 'anything', signal })
}

function providerOf({ call, has }: Asking): WalletCalls {
  return {
    signMessage: async ({ message, protocol, signal }) => ({
      signature: await call({
        method: 'signMessage',
        args: [message, protocol === 'ecdsa' ? 'ecdsa' : 'bip322-simple'],
        schema: Base64,
        expected: 'a signature in base64',
        signal,
      }),
    }),
    signPsbt: async ({ psbt, inputs, signal }) => ({
      psbt: await call({
        method: 'signPsbt',
        args: [
          hex.encode(base64.decode(psbt)),
          {
            autoFinalized: false,
            toSignInputs: inputs.map(({ index, address, sighashTypes }) => ({
              index,
              address,
              ...(sighashTypes ? { sighashTypes } : {}),
            })),
          },
        ],
        schema: HexToBase64,
        expected: 'a PSBT in hexadecimal',
        signal,
      }),
    }),
    sendTransfer: has('sendBitcoin')
      ? async ({ to, amount, signal }) => ({
          txid: await call({
            method: 'sendBitcoin',
            args: [to, safeSats(amount)],
            schema: Txid,
            expected: 'the id of a transaction',
            signal,
          }),
        })
      : undefined,
  }
}

/** `accountsChanged` with an empty list means that the wallet is locked or has cut the page off; the session is read again to know. */
function listenTo({ source, changed, ended }: WalletListeners & { readonly source: unknown }): () => void {
  const onChange = () => changed()
  const events: readonly (readonly [string, () => void])[] = [
    ['accountsChanged', onChange],
    ['networkChanged', onChange],
    ['chainChanged', onChange],
    ['disconnect', ended],
  ]
  const forEach = (method: 'on' | 'removeListener') => {
    try {
      for (const [event, listener] of events) methodOf(source, method)?.(event, listener)
    } catch {
      // a wallet that can't be listened to can still be asked
    }
  }
  forEach('on')
  return () => forEach('removeListener')
}
