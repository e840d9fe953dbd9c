import type { BrowserContext } from '@playwright/test'

/** A network as the sample wallet's settings have it. */
export interface AddedNetwork {
  readonly chainId: string
  readonly name: string
  readonly currency: { readonly symbol: string; readonly decimals: number }
  /** Of an origin that the page may reach already. */
  readonly rpcUrl: string
  readonly tokens: readonly never[]
  /** What its node answers to a path and a body. */
  readonly answer: (asked: { readonly path: string; readonly body: string | null }) => unknown
}

/** Opens the sample wallet's page as if its server were configured with these networks too, and answers for their nodes. */
export async function addWalletNetworks({
  context,
  networks,
}: {
  readonly context: BrowserContext
  readonly networks: readonly AddedNetwork[]
}): Promise<void> {
  const added = networks.map(({ answer: _answer, ...network }) => network)
  // The settings stand in the document's head, and are read when all of it is there.
  await context.addInitScript((more) => {
    const observer = new MutationObserver(() => {
      const place = document.querySelector('meta[name="foyer-settings"]')
      if (!place) return
      observer.disconnect()
      const settings = JSON.parse(place.getAttribute('content') ?? '{}')
      if (!Array.isArray(settings?.networks)) return
      place.setAttribute('content', JSON.stringify({ ...settings, networks: [...settings.networks, ...more] }))
    })
    observer.observe(document, { childList: true, subtree: true })
  }, added)
  for (const { rpcUrl, answer } of networks) {
    await context.route(
      (url) => url.href.startsWith(rpcUrl),
      (route) => {
        const request = route.request()
        const path = request.url().slice(rpcUrl.length)
        const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
        const body = JSON.stringify(answer({ path, body: request.postData() }))
        return route.fulfill({ contentType: 'application/json', headers, body })
      },
    )
  }
}
