import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import type { PreparedRequest, WalletFamily } from '../family.js'
import type { SeedOf } from '../keyring.js'
import { type Methods, prepareBy, stranger, unfit } from '../prepare.js'
import { readMessageText } from '../readMessageText.js'
import { createBitcoinAccounts, readBitcoinKey } from './accounts.js'
import { addressesOf } from './addresses.js'
import { balanceOf } from './chain.js'
import { accountNamed, type BitcoinContext } from './context.js'
import { bitcoinChain } from './networks.js'
import { psbt, transfer } from './payments.js'
import { AddressesParams, MessageParams } from './requestParams.js'
import { signBip322, signEcdsa } from './signMessage.js'

/** Each method that is granted, and how it is prepared. */
const methods: Methods<BitcoinContext> = {
  sendTransfer: transfer,
  signMessage: message,
  signPsbt: psbt,
  getAccountAddresses: listAddresses,
}

/** Its event when the addresses in use change; its `data` is what `getAccountAddresses` answers. */
const addressesChanged = 'bip122_addressesChanged'

/** Bitcoin and its test networks. */
export function createBip122(seedOf: SeedOf): WalletFamily {
  const accountsOf = createBitcoinAccounts(seedOf)
  return {
    name: 'bip122',
    label: 'Bitcoin',
    methods: Object.keys(methods),
    events: ['accountsChanged', 'chainChanged', addressesChanged],
    readKey: readBitcoinKey,
    addresses: (on) => accountsOf(on).map(({ payment }) => payment.address),
    otherAddresses({ address, ...on }) {
      const account = accountsOf(on).find(({ payment }) => payment.address === address)
      return account ? [{ label: 'For ordinals', address: account.ordinals.address }] : []
    },
    async balance({ address, network }) {
      return { value: await balanceOf({ ...network, address }), ...network.currency }
    },
    prepare: (request, { keyring, host }) =>
      prepareBy({
        methods,
        request,
        host,
        contextOn(network) {
          const { chainId, addresses } = request
          const chain = bitcoinChain(chainId)
          const accounts = chain ? accountsOf({ keyring, chainId }) : []
          const granted = accounts.filter(({ payment }) => addresses.includes(payment.address))
          return chain && { ...request, network, parameters: chain.parameters, accounts, granted }
        },
      }),
    chainChanged: (chainId) => chainId.split(':')[1],
    sessionProperties({ keyring, accounts }) {
      const granted = [...new Set(accounts.map((account) => account.split(':').slice(0, 2).join(':')))].flatMap(
        (chainId) =>
          accountsOf({ keyring, chainId }).filter(({ payment }) => accounts.includes(`${chainId}:${payment.address}`)),
      )
      return granted.length === 0 ? undefined : { bip122_getAccountAddresses: JSON.stringify(addressesOf(granted)) }
    },
    accountEvents({ keyring, chainId, address }) {
      const account = accountsOf({ keyring, chainId }).find(({ payment }) => payment.address === address)
      return account ? [{ name: addressesChanged, data: addressesOf([account]) }] : []
    },
  }
}

function listAddresses(context: BitcoinContext): PreparedRequest {
  const { success, output } = v.safeParse(AddressesParams, context.params ?? undefined)
  if (!success) return unfit()
  const { account, intentions } = output
  const named = account === undefined ? undefined : accountNamed(context, account)
  if (account !== undefined && !named) return stranger
  const all = addressesOf(named ? [named] : context.granted)
  return { kind: 'answer', result: all.filter(({ intention }) => intentions?.includes(intention) ?? true) }
}

function message(context: BitcoinContext): PreparedRequest {
  const { success, output } = v.safeParse(MessageParams, context.params)
  if (!success) return unfit()
  const { account: name, message: text, address = name } = output
  const account = accountNamed(context, name)
  const key = account && [account.payment, account.ordinals].find((own) => own.address === address)
  if (!key) return stranger
  const { protocol = key.type === 'p2tr' ? 'bip322' : 'ecdsa' } = output
  if (protocol === 'ecdsa' && key.type === 'p2tr') return unfit('A Taproot address signs messages by BIP-322 only.')
  const sign = protocol === 'ecdsa' ? signEcdsa : signBip322
  const { network, peerUrl } = context
  return {
    kind: 'ask',
    shown: readMessageText({ text, data: '', address, network, peerUrl }),
    async perform() {
      const { signature, hash } = sign({ message: text, key })
      return { address, signature: bytesToHex(signature), messageHash: bytesToHex(hash) }
    },
  }
}
