import { base64, hex } from '@scure/base'
import { invalidParams, unauthorized, unsupportedMethod } from '../providerError.js'
import { isRecord } from '../rpc.js'
import type { BitcoinAction, BitcoinDialect } from './testBitcoinWallet.js'
import type { Asking, Vault } from './vault.js'

/** How a dialect answers a request, in its own words. */
export interface DialectAnswers {
  /** The action of each of its methods, for faults. */
  readonly actions: Readonly<Record<string, BitcoinAction>>
  answer(vault: Vault, asking: Asking): Promise<unknown>
}

/** The networks that dialects name: as sats-connect does, and UniSat. */
const names: readonly (readonly [networkId: string, satsConnect: string, unisat: string])[] = [
  ['bip122:000000000019d6689c085ae165831e93', 'Mainnet', 'BITCOIN_MAINNET'],
  ['bip122:000000000933ea01ad0ee984209779ba', 'Testnet', 'BITCOIN_TESTNET'],
  ['bip122:00000000da84f2bafbbc53dee25a72ae', 'Testnet4', 'BITCOIN_TESTNET4'],
  ['bip122:00000008819873e925422c1ff0f99f7c', 'Signet', 'BITCOIN_SIGNET'],
  ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'Regtest', 'BITCOIN_REGTEST'],
]
const nameOf = (networkId: string, column: 1 | 2) => names.find(([id]) => id === networkId)?.[column] ?? ''
function networkNamed(name: unknown, column: 1 | 2): string {
  const found = names.find((each) => each[column] === name)?.[0]
  if (found === undefined) throw invalidParams('The wallet does not know the network.')
  return found
}

const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const indexesOf = (address: string, indexes: unknown) =>
  list(indexes).flatMap((index) => (typeof index === 'number' ? { index, address } : []))

const satsConnect: DialectAnswers = {
  actions: {
    wallet_connect: 'connect',
    getAccounts: 'connect',
    getAddresses: 'connect',
    wallet_getAccount: 'read',
    wallet_changeNetwork: 'switchNetwork',
    signMessage: 'sign',
    signPsbt: 'signPsbt',
    sendTransfer: 'send',
  },
  async answer(vault, asking) {
    const params = record(asking.params)
    const network = { bitcoin: { name: nameOf(vault.networkId, 1) }, stacks: { name: 'mainnet' } }
    const addresses = () =>
      vault.keys().map(({ address, publicKey, purpose, kind }) => ({ address, publicKey, purpose, addressType: kind }))
    switch (asking.method) {
      case 'wallet_connect':
        await vault.allow(asking)
        return { id: 'test', walletType: 'software', addresses: addresses(), network }
      case 'getAccounts':
      case 'getAddresses':
        await vault.allow(asking)
        return asking.method === 'getAccounts' ? addresses() : { addresses: addresses(), network }
      case 'wallet_getAccount':
        if (!vault.isAllowed(asking.origin)) throw unauthorized()
        return { id: 'test', walletType: 'software', addresses: addresses(), network }
      case 'wallet_getNetwork':
        return network
      case 'wallet_changeNetwork':
        await vault.switchNetwork({ ...asking, networkId: networkNamed(params.name, 1) })
        return null
      case 'wallet_disconnect':
        vault.forget(asking.origin)
        return null
      case 'signMessage': {
        const [address, message] = [text(params.address), text(params.message)]
        const protocol = params.protocol === 'ECDSA' ? 'ecdsa' : 'bip322'
        return { address, signature: await vault.signMessage({ ...asking, address, message, protocol }) }
      }
      case 'signPsbt': {
        const inputs = Object.entries(record(params.signInputs)).flatMap(([address, indexes]) =>
          indexesOf(address, indexes),
        )
        return {
          psbt: base64.encode(await vault.signPsbt({ ...asking, psbt: base64.decode(text(params.psbt)), inputs })),
        }
      }
      case 'sendTransfer': {
        const { address, amount } = record(list(params.recipients)[0])
        return { txid: await vault.send({ ...asking, to: text(address), sats: BigInt(Number(amount)) }) }
      }
    }
    throw unsupportedMethod(asking.method)
  },
}

const unisat: DialectAnswers = {
  actions: {
    requestAccounts: 'connect',
    getAccounts: 'read',
    switchChain: 'switchNetwork',
    signMessage: 'sign',
    signPsbt: 'signPsbt',
    sendBitcoin: 'send',
  },
  async answer(vault, asking) {
    const [first, second] = list(asking.params)
    const addresses = () => vault.keys().map(({ address }) => address)
    switch (asking.method) {
      case 'requestAccounts':
        await vault.allow(asking)
        return addresses()
      case 'getAccounts':
        return vault.isAllowed(asking.origin) ? addresses() : []
      case 'getPublicKey':
        if (!vault.isAllowed(asking.origin)) throw unauthorized()
        return vault.keys()[0]?.publicKey
      case 'getChain':
        return { enum: nameOf(vault.networkId, 2), name: '', network: '' }
      case 'switchChain':
        await vault.switchNetwork({ ...asking, networkId: networkNamed(first, 2) })
        return { enum: nameOf(vault.networkId, 2) }
      case 'disconnect':
        vault.forget(asking.origin)
        return null
      case 'signMessage': {
        const protocol = second === 'bip322-simple' ? 'bip322' : 'ecdsa'
        return vault.signMessage({ ...asking, address: addresses()[0] ?? '', message: text(first), protocol })
      }
      case 'signPsbt': {
        const inputs = list(record(second).toSignInputs).flatMap((input) => {
          const { index, address } = record(input)
          return indexesOf(text(address), [index])
        })
        return hex.encode(await vault.signPsbt({ ...asking, psbt: hex.decode(text(first)), inputs }))
      }
      case 'sendBitcoin':
        return vault.send({ ...asking, to: text(first), sats: BigInt(Number(second)) })
    }
    throw unsupportedMethod(asking.method)
  },
}

const leather: DialectAnswers = {
  actions: { getAddresses: 'connect', signMessage: 'sign', signPsbt: 'signPsbt', sendTransfer: 'send' },
  async answer(vault, asking) {
    const params = record(asking.params)
    const [payment, ordinals] = vault.keys()
    switch (asking.method) {
      case 'getAddresses':
        await vault.allow(asking)
        return {
          addresses: [
            ...vault.keys().map(({ kind, address, publicKey, path }) => ({
              symbol: 'BTC',
              type: kind,
              address,
              publicKey,
              derivationPath: path,
            })),
            { symbol: 'STX', address: 'SP000000000000000000002Q6VF78' },
          ],
        }
      case 'signMessage': {
        const { address = '' } = (params.paymentType === 'p2tr' ? ordinals : payment) ?? {}
        const message = text(params.message)
        return {
          signature: await vault.signMessage({ ...asking, address, message, protocol: 'bip322' }),
          address,
          message,
        }
      }
      case 'signPsbt': {
        const inputs = indexesOf(payment?.address ?? '', params.signAtIndex)
        return { hex: hex.encode(await vault.signPsbt({ ...asking, psbt: hex.decode(text(params.hex)), inputs })) }
      }
      case 'sendTransfer': {
        const { address, amount } = record(list(params.recipients)[0])
        return { txid: await vault.send({ ...asking, to: text(address), sats: BigInt(text(amount)) }) }
      }
    }
    throw unsupportedMethod(asking.method)
  },
}

const bytesIn = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array())
const inputsIn = (value: unknown) =>
  list(value).flatMap((each) => {
    const { address, account, signingIndexes } = record(each)
    return indexesOf(text(address) || text(record(account).address), signingIndexes)
  })
const utf8 = (bytes: unknown) => new TextDecoder().decode(bytesIn(bytes))

const phantom: DialectAnswers = {
  actions: { requestAccounts: 'connect', signMessage: 'sign', signPSBT: 'signPsbt' },
  async answer(vault, asking) {
    const [first, second] = list(asking.params)
    switch (asking.method) {
      case 'requestAccounts':
        await vault.allow(asking)
        return vault
          .keys()
          .map(({ address, publicKey, purpose, kind }) => ({ address, publicKey, purpose, addressType: kind }))
      case 'signMessage': {
        const asked = { ...asking, address: text(first), message: utf8(second), protocol: 'bip322' } as const
        return { signature: base64.decode(await vault.signMessage(asked)) }
      }
      case 'signPSBT':
        return vault.signPsbt({ ...asking, psbt: bytesIn(first), inputs: inputsIn(record(second).inputsToSign) })
    }
    throw unsupportedMethod(asking.method)
  },
}

const walletStandard: DialectAnswers = {
  actions: { 'bitcoin:connect': 'connect', 'bitcoin:signMessage': 'sign', 'bitcoin:signTransaction': 'signPsbt' },
  async answer(vault, asking) {
    const [first] = list(asking.params)
    switch (asking.method) {
      case 'bitcoin:connect':
        await vault.allow(asking)
        return { accounts: standardAccounts(vault) }
      case 'bitcoin:disconnect':
        vault.forget(asking.origin)
        return undefined
      case 'bitcoin:signMessage': {
        const { account, message } = record(first)
        const asked = {
          ...asking,
          address: text(record(account).address),
          message: utf8(message),
          protocol: 'bip322',
        } as const
        const signature = base64.decode(await vault.signMessage(asked))
        return [{ signedMessage: bytesIn(message), signature }]
      }
      case 'bitcoin:signTransaction': {
        const { psbt, inputsToSign } = record(first)
        const inputs = inputsIn(inputsToSign)
        return [{ signedPsbt: await vault.signPsbt({ ...asking, psbt: bytesIn(psbt), inputs }) }]
      }
    }
    throw unsupportedMethod(asking.method)
  },
}

/** The accounts as Wallet Standard has them. */
export function standardAccounts(vault: Vault): readonly object[] {
  return vault.keys().map(({ address, publicKey }) => ({
    address,
    publicKey: hex.decode(publicKey),
    chains: [`bitcoin:${nameOf(vault.networkId, 1).toLowerCase()}`],
    features: ['bitcoin:connect', 'bitcoin:signMessage', 'bitcoin:signTransaction'],
  }))
}

export const dialectAnswers: Readonly<Record<BitcoinDialect, DialectAnswers>> = {
  'sats-connect': satsConnect,
  unisat,
  leather,
  phantom,
  'wallet-standard': walletStandard,
}
