import type { Connector, ConnectRequest } from '@foyer/core'
import { FoyerError } from '@foyer/core/errors'

/** What a test does in a phone wallet's stead. */
export interface ScriptedPairing {
  /** How many pairings were begun. */
  readonly begun: () => number
  readonly offer: (uri: string) => void
  readonly fail: (code: string) => void
}

/** A failure of the way to the wallet, by its code. */
class ScriptedError extends FoyerError {
  override readonly name = 'ScriptedError'
  readonly code: string

  constructor(code: string) {
    super(`The pairing came to nothing, as the test wanted: ${code}.`, {})
    this.code = code
  }
}

/** A connector for pairing that does what a test says. */
export function scriptedPairing(): ScriptedPairing & { readonly connector: Connector } {
  const begun: { readonly step: ConnectRequest['step']; readonly reject: (error: unknown) => void }[] = []
  return {
    begun: () => begun.length,
    offer: (uri) => begun.at(-1)?.step({ type: 'pairing', offer: { uri, madeAt: Date.now() } }),
    fail: (code) => begun.at(-1)?.reject(new ScriptedError(code)),
    connector: {
      id: 'walletConnect',
      type: 'WALLET_CONNECT',
      name: 'WalletConnect',
      families: ['eip155'],
      connect: ({ step }) => new Promise((_, reject) => begun.push({ step, reject })),
      restore: async () => null,
    },
  }
}
