import type { Locator, Page, Response } from '@playwright/test'
import type { Journey } from './fixtures.js'
import type { HostRequest } from './hostServer.js'
import type { HostSettings } from './hosts/kit/settings.js'

export interface HostParameters extends Partial<Pick<HostRequest, 'react' | 'rendered' | 'developed'>> {
  readonly page: Page
  readonly journey: Pick<Journey, 'local'>
  readonly settings?: Partial<HostSettings> | undefined
  /** The page's origin; the usual one unless said. */
  readonly origin?: string | undefined
  /** Where the page is at that origin, which has kits of its own. */
  readonly path?: '/' | '/wagmi-hooks' | undefined
  /** Makes another content policy of the demo's. */
  readonly policy?: ((demos: string) => string) | undefined
}

/**
 * Goes to the page that hands its kits to the tests as `window.kits`: the packages as they are published, under the
 * demo's content policy.
 */
export async function openHost({
  page,
  journey: { local },
  settings,
  react = 19,
  rendered = false,
  developed = false,
  origin = local.host,
  path = '/',
  policy = (demos) => demos,
}: HostParameters): Promise<Response | null> {
  const request: HostRequest = {
    react,
    rendered,
    developed,
    policy: policy(await demoPolicy(local.demo)),
    settings: {
      chains: local.chains.map(({ id, name, url }) => ({ id, name, url })),
      projectId: 'foyer-demo',
      api: local.server,
      locale: 'en',
      customWallets: [],
      analytics: false,
      kits: 1,
      strictMode: false,
      timeStands: false,
      scriptedPairing: false,
      keptWallets: false,
      tinyFamilies: false,
      onrampWidget: false,
      pay: false,
      legalCheckbox: false,
      manualWCControl: false,
      alerted: false,
      wrongOptions: false,
      ...settings,
    },
  }
  return page.goto(`${origin}${path}?host=${encodeURIComponent(JSON.stringify(request))}`)
}

/** The connect button of a host with one kit. */
export const hostButton = (page: Page): Locator => page.getByRole('button', { name: 'Connect Wallet' })

/** What a host with one kit says of its connection. */
export const hostStatus = (page: Page): Locator => page.locator('[data-part="status"]')

/** The policy that the demo is served under, asked of its number: Node doesn't know names below `localhost`. */
async function demoPolicy(demo: string): Promise<string> {
  const { headers } = await fetch(`http://127.0.0.1:${new URL(demo).port}/`, { method: 'HEAD' })
  const policy = headers.get('content-security-policy')
  if (!policy) throw new Error('The demo is served without a content policy.')
  return policy
}
