import { fileURLToPath } from 'node:url'
import { type Listening, servePage } from '@foyer/page'
import { choicesOf, type DemoSettings } from '../settings.js'
import { demoPolicy } from './demoPolicy.js'
import { renderHeadless, renderNote, renderPage } from './page.js'

export interface ServeDemoParameters
  extends Pick<DemoSettings, 'api' | 'relay' | 'projectId' | 'chains' | 'networks' | 'customWallets'> {
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
  return servePage({
    port,
    folder,
    policy: demoPolicy(served),
    builds: ['/headless'],
    documents: {
      '/': ({ query, files }) => renderPage({ settings: { ...served, ...choicesOf(query) }, files }),
      '/headless': ({ query, files }) => renderHeadless({ settings: { ...served, ...choicesOf(query) }, files }),
      '/terms': ({ files }) =>
        renderNote({
          title: 'Terms',
          text: 'The demo is for trying things out, on chains of this machine. Nothing on it is worth anything.',
          files,
        }),
      '/privacy': ({ files }) =>
        renderNote({
          title: 'Privacy',
          text: 'The demo talks to the server and the chains of this machine, and to no other.',
          files,
        }),
    },
  })
}
