import { contentPolicy, originOf } from '@foyer/page'
import type { WalletSettings } from '../settings.js'

/** The page's content policy: its own files, the relay and the configured nodes, and no other origin. */
export function walletPolicy({ relay, networks }: Pick<WalletSettings, 'relay' | 'networks'>): string {
  return contentPolicy({
    connect: [relay, ...networks.map(({ rpcUrl }) => rpcUrl)].map(originOf),
    forms: "'none'",
    // What Polkadot's own library signs by.
    compilesWasm: true,
  })
}
