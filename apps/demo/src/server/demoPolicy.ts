import { contentPolicy, originOf } from '@foyer/page'
import type { DemoSettings } from '../settings.js'

/** The page's content policy: what it needs, and nothing of another origin. */
export function demoPolicy({
  api,
  secureOrigin,
  relay,
  chains,
  networks,
  customWallets,
}: Pick<DemoSettings, 'api' | 'secureOrigin' | 'relay' | 'chains' | 'networks' | 'customWallets'>): string {
  const pictures = customWallets.flatMap(({ image_url }) => image_url ?? [])
  return contentPolicy({
    // Of the directory's pictures the kit makes object URLs; wallets bring theirs as data.
    images: ['blob:', ...[api, ...pictures].map(originOf)],
    // An NFT may be a film.
    media: [originOf(api)],
    connect: ["'self'", ...[api, relay, ...[...chains, ...networks].map(({ url }) => url)].map(originOf)],
    forms: "'self'",
    frames: [originOf(secureOrigin)],
  })
}
