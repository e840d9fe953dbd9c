import { fileURLToPath } from 'node:url'
import { type Listening, type PageFiles, servePage, writeDocument } from '@foyer/page'
import type { WalletSettings } from '../settings.js'
import { walletPolicy } from './walletPolicy.js'

export interface ServeWalletParameters {
  readonly port: number
  readonly settings: WalletSettings
}

/** The browser's files, beside this one when built: `dist/client`. */
const folder = fileURLToPath(new URL('../client', import.meta.url))

/**
 * Serves the sample wallet under its strict content policy.
 * @example
 * const { stop } = await serveSampleWallet({ port: 7104, settings: { relay, projectId, networks } })
 */
export function serveSampleWallet({ port, settings }: ServeWalletParameters): Promise<Listening> {
  const write = ({ files }: { readonly files: PageFiles }) =>
    writeDocument({
      ...files,
      title: 'Sample Wallet',
      description: 'A WalletConnect wallet in a web page, for development.',
      viewport: 'width=device-width, initial-scale=1, viewport-fit=cover',
      icon: '/icon.svg',
      settings,
      body: '<div id="wallet"></div>',
    })
  return servePage({
    port,
    folder,
    policy: walletPolicy(settings),
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(self), clipboard-write=(self), geolocation=(), microphone=()',
    },
    // The path of applications' links: with a pairing URI, or only to bring the wallet to the front.
    documents: { '/': write, '/wc': write },
  })
}
