import type { NetworkId } from '@foyer/core'
import { ifReadable, optionalOrNull } from '@foyer/core/lenient'
import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import { formOf, nameOf } from '../addresses/networks.js'
import { readAddress } from '../addresses/readAddress.js'
import { safeSats } from '../addresses/sats.js'
import { Base64, HexToBase64, type ListedAddress, listOf, sessionOf, Txid } from './answers.js'
import { methodOf, type Send, sender } from './ask.js'
import type { Dialect, WalletCalls } from './wallet.js'

const Addresses = v.object({
  addresses: listOf(
    v.object({
      symbol: optionalOrNull(v.string()),
      type: ifReadable(v.string()),
      address: v.string(),
      publicKey: ifReadable(v.string()),
      derivationPath: ifReadable(v.string()),
    }),
  ),
})
type Listed = v.InferOutput<typeof Addresses>['addresses'][number]

/**
 * Leather's dialect: `request(method, params)` rejects with the error, PSBTs are hexadecimal, amounts texts, and the network is said with each request. It
 * shows addresses by a prompt alone, and says nothing by itself.
 */
export const leather: Dialect = ({ source, host: { clock } }) => {
  const send = sender({ request: (method, params) => methodOf(source, 'request')?.(method, params), clock })
  return {
    provider: (networkNow) => providerOf(send, () => networkParameter(networkNow())),
    async connect({ networkId, signal }) {
      const method = 'getAddresses'
      const params = networkParameter(networkId)
      const { addresses } = await send({ method, params, schema: Addresses, expected: 'addresses', signal })
      return sessionOf({ listed: addresses.flatMap(listedOf), method, networkId: agreed(addresses, networkId) })
    },
    listen: () => () => {},
  }
}

const networkParameter = (networkId: NetworkId | undefined) => {
  const network = networkId && nameOf(networkId, 'leather')
  return network === undefined ? undefined : { network }
}

/** The wished network, where the addresses are of its form: Leather shows those of the network that it is asked for, and doesn't name it. */
function agreed(addresses: readonly Listed[], wished: NetworkId | undefined): NetworkId | undefined {
  const form = wished && formOf(wished)
  return addresses.some(({ address }) => readAddress(address)?.form === form) ? wished : undefined
}

/** Taproot's address is the one for ordinals; addresses for Stacks are left out. */
function listedOf({ symbol, type, address, publicKey, derivationPath }: Listed): ListedAddress[] {
  if (symbol !== undefined && symbol !== 'BTC') return []
  return [{ address, purpose: type === 'p2tr' ? 'ordinal' : 'payment', publicKey, path: derivationPath }]
}

function providerOf(send: Send, network: () => { readonly network: string } | undefined): WalletCalls {
  return {
    signMessage: ({ address, message, signal }) =>
      send({
        method: 'signMessage',
        params: {
          message,
          paymentType: readAddress(address)?.type === 'p2tr' ? 'p2tr' : 'p2wpkh',
          ...network(),
        },
        schema: v.object({ signature: Base64 }),
        expected: 'a signature in base64',
        signal,
      }),
    signPsbt: ({ psbt, inputs, signal }) =>
      send({
        method: 'signPsbt',
        params: {
          hex: hex.encode(base64.decode(psbt)),
          signAtIndex: inputs.map(({ index }) => index),
          broadcast: false,
          ...network(),
        },
        schema: v.pipe(
          v.object({ hex: HexToBase64 }),
          v.transform(({ hex: signed }) => ({ psbt: signed })),
        ),
        expected: 'a PSBT in hexadecimal',
        signal,
      }),
    sendTransfer: ({ to, amount, signal }) =>
      send({
        method: 'sendTransfer',
        params: { recipients: [{ address: to, amount: String(safeSats(amount)) }], ...network() },
        schema: v.object({ txid: Txid }),
        expected: 'the id of a transaction',
        signal,
      }),
  }
}
