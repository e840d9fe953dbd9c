import { fileURLToPath } from 'node:url'
import { type Listening, servePage } from '@foyer/page'
import { choicesOf, type DemoNetwork, type DemoSettings } from '../settings.js'
import { demoPolicy } from './demoPolicy.js'
import { renderHeadless, renderNote, renderPage } from './page.js'
import { localeOf, themeOf, type Visit } from './visitor.js'

export interface ServeDemoParameters
  extends Pick<DemoSettings, 'api' | 'secureOrigin' | 'relay' | 'projectId' | 'chains' | 'networks' | 'customWallets'> {
  readonly port: number
}

/** Where the browser's files lie, beside this one when built: `dist/client`. */
const folder = fileURLToPath(new URL('../client', import.meta.url))

/**
 * Serves the demo under its strict content policy.
 * @example
 * const { stop } = await serveDemo({ port: 7100, api, relay, projectId: 'foyer-demo', chains, networks: [], customWallets: [] })
 */
export function serveDemo({ port, ...served }: ServeDemoParameters): Promise<Listening> {
  const settingsOf = (visit: Visit, page: DemoSettings['page']): DemoSettings => {
    const choices = choicesOf(visit.query)
    const networks = served.networks.filter((each) => choices.families || isUsual(each))
    return { ...served, ...choices, ...{ networks, page, locale: localeOf(visit), theme: themeOf(visit) } }
  }
  return servePage({
    port,
    folder,
    policy: demoPolicy(served),
    headers: { Vary: 'Cookie, Accept-Language' },
    builds: ['/headless'],
    documents: {
      '/': ({ files, ...visit }) => renderPage({ settings: settingsOf(visit, 'home'), files }),
      // The kit stands in the page, where its look is seen while it changes.
      '/look': ({ files, ...visit }) =>
        renderPage({ settings: { ...settingsOf(visit, 'look'), embedded: true }, files }),
      '/headless': ({ files, ...visit }) => renderHeadless({ settings: settingsOf(visit, 'home'), files }),
      '/terms': ({ files, ...visit }) => renderNote({ note: 'terms', ...settingsOf(visit, 'home'), files }),
      '/privacy': ({ files, ...visit }) => renderNote({ note: 'privacy', ...settingsOf(visit, 'home'), files }),
    },
  })
}

/** Of the families that every page of the demo has. */
const isUsual = ({ caipNetworkId }: DemoNetwork) => /^(solana|bip122):/.test(caipNetworkId)
