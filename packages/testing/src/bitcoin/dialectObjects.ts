import type { PageAnswer } from '../pageWallet.js'
import type { BitcoinPresence } from './pageObject.js'
import type { BitcoinDialect } from './testBitcoinWallet.js'

type Listener = (value: unknown) => void

/** The parts of a dialect's object, in a page. */
export interface DialectPage {
  readonly presence: BitcoinPresence
  readonly request: (request: { readonly method: string; readonly params: unknown }) => Promise<PageAnswer>
  /** The answer to a request; what isn't a result is thrown. */
  readonly ask: (method: string, params: unknown) => Promise<unknown>
  /** A function for each name, which asks with its arguments. */
  readonly methods: (names: readonly string[]) => object
  readonly on: (event: string, listener: Listener) => () => void
  readonly removeListener: (event: string, listener: Listener) => void
  readonly accounts: () => readonly object[]
}

/**
 * The object that a page finds, by the wallet's dialect. Each function is written out as text into browsers, so it uses nothing from
 * outside itself.
 */
export const dialectObjects: Readonly<Record<BitcoinDialect, (page: DialectPage) => object>> = {
  'sats-connect': satsConnect,
  leather,
  unisat,
  phantom,
  'wallet-standard': walletStandard,
}

function satsConnect({ request, on }: DialectPage): object {
  /** The numbers that sats-connect has for those of EIP-1193. */
  const numbers: Readonly<Record<number, number>> = { 4001: -32_000, 4100: -32_002, 4200: -32_601 }
  return {
    async request(method: string, params: unknown) {
      const answer = await request({ method, params })
      if (answer.type === 'thrown') throw answer.thrown
      if (answer.type === 'result') return { jsonrpc: '2.0', id: 'test', result: answer.result }
      const { code, message } = answer
      return { jsonrpc: '2.0', id: 'test', error: { code: numbers[code] ?? code, message } }
    },
    addListener: ({ eventName, cb }: { eventName: string; cb: Listener }) => on(eventName, cb),
  }
}

function leather({ request }: DialectPage): object {
  return {
    async request(method: string, params: unknown) {
      const answer = await request({ method, params })
      if (answer.type === 'thrown') throw answer.thrown
      if (answer.type === 'result') return { jsonrpc: '2.0', id: 'test', result: answer.result }
      throw { jsonrpc: '2.0', id: 'test', error: { code: answer.code, message: answer.message } }
    },
  }
}

function unisat({ presence, methods, on, removeListener }: DialectPage): object {
  const reading = ['requestAccounts', 'getAccounts', 'getPublicKey', 'getChain']
  return {
    ...methods([...reading, 'switchChain', 'signMessage', 'signPsbt', 'disconnect']),
    ...methods(presence.canSend ? ['sendBitcoin'] : []),
    on: (event: string, listener: Listener) => void on(event, listener),
    removeListener,
  }
}

function phantom({ methods, on, removeListener }: DialectPage): object {
  return {
    isPhantom: true,
    ...methods(['requestAccounts', 'signMessage', 'signPSBT']),
    on: (event: string, listener: Listener) => void on(event, listener),
    removeListener,
  }
}

/** @see https://github.com/wallet-standard/wallet-standard */
function walletStandard({ presence, ask, on, accounts }: DialectPage): object {
  const feature = (name: string, method: string) => ({
    [name]: { version: '1.0.0', [method]: (...args: readonly unknown[]) => ask(name, args) },
  })
  return {
    version: '1.0.0',
    name: presence.name,
    icon: presence.icon,
    chains: ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:testnet4', 'bitcoin:signet', 'bitcoin:regtest'],
    features: {
      ...feature('bitcoin:connect', 'connect'),
      ...feature('bitcoin:disconnect', 'disconnect'),
      ...feature('bitcoin:signMessage', 'signMessage'),
      ...feature('bitcoin:signTransaction', 'signTransaction'),
      'bitcoin:events': { version: '1.0.0', on },
    },
    get accounts() {
      return accounts()
    },
  }
}
